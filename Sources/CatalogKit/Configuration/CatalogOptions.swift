import Diagnostics
public import Fingerprints
public import Rendering

/// What the person who builds a catalog decides, over what the configuration says or what would be inferred.
public struct CatalogOptions: Fingerprintable, Sendable {
  /// The catalog's title.
  public var title: String?
  /// The fields that the keys come from, in every data set; found out in each if it is empty.
  public var key: [String] = []
  /// How the files of every data set are read: each option takes the place of those that data sets give.
  package var reading = ReadingOptions()
  /// The fields whose values are given: only records that have all of them are shown.
  public var conditions: [(field: String, value: String)] = []
  /// The field that makes the sections.
  public var groupBy: String?
  /// The field that the records are sorted by, and whether the largest value comes first.
  public var sort: (field: String, descending: Bool)?
  /// How many cells a section's page has at the most.
  public var pageSize: Int?
  /// What the borders between pages depend on.
  public var pageKind: PageLayout.Pagination?
  /// The formats that are rendered.
  public var formats: [String]?
  /// The formats whose plugins may run although they have not run before.
  public var allowedPlugins: Set<String> = []
  /// What becomes of formats that programs of their own render.
  public var plugins = PluginPolicy.run

  /// What becomes of formats that programs of their own render.
  public enum PluginPolicy: Sendable {
    /// Their programs run.
    case run
    /// They are errors.
    case refuse
    /// They are left out.
    case ignore
  }

  package func combine(into parts: inout Fingerprinter) {
    parts.combine(title)
    parts.combine(key) { $0.combine($1) }
    reading.combine(into: &parts)
    parts.combine(conditions) { parts, condition in
      parts.combine(condition.field)
      parts.combine(condition.value)
    }
    parts.combine(groupBy)
    parts.combine(sort?.field)
    parts.combine(sort?.descending ?? false)
    parts.combine(pageSize)
    parts.combine(pageKind?.rawValue)
    parts.combine(formats != nil)
    parts.combine(formats ?? []) { $0.combine($1) }
  }

  /// What is pointed at where a condition is wrong.
  static let conditionLocation = Diagnostic.Location(file: "--where")

  /// Makes options that decide nothing.
  public init() {}
}

extension CatalogConfiguration {
  /// The configuration with the options in it.
  ///
  /// A grouping or sorting takes the place of the first one in the chain; where there is none it comes after the other steps that
  /// work on records. Conditions come first.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - known: The formats of the program.
  func applying(_ options: CatalogOptions, formats known: [RendererFormat] = RendererFormat.builtIn)
    -> CatalogConfiguration
  {
    var result = self
    result.title = options.title ?? title
    for index in result.datasets.indices {
      if !options.key.isEmpty { result.datasets[index].key = options.key.map { Name($0, at: .init(file: "--key")) } }
      result.datasets[index].reading.apply(options.reading)
    }
    result.applyToChain(options)
    result.pages.apply(options)
    for index in result.datasets.indices { result.datasets[index].collection?.pages.apply(options) }
    if let formats = options.formats {
      result.formats = formats.map { name in
        // What the configuration says about a format holds for it, however it is asked for.
        var entry = self.formats.first { $0.name.text == name } ?? FormatEntry(name: Name(name), among: known)
        entry.name.location = .init(file: "--format")
        return entry
      }
    }
    return result
  }

  private mutating func applyToChain(_ options: CatalogOptions) {
    if !options.conditions.isEmpty {
      let predicates = options.conditions.map { field, value in
        RecordPredicate.field(Name(field, at: CatalogOptions.conditionLocation), .isOne(of: [value]))
      }
      let index = chain.firstIndex { !($0 is ConcatenateStep) } ?? chain.endIndex
      chain.insert(FilterStep(.all(predicates)), at: index)
    }
    if let field = options.groupBy {
      chain.replaceOrAdd(GroupStep(field: Name(field, at: .init(file: "--group-by")), order: .sorted))
    }
    if let sort = options.sort {
      let field = Name(sort.field, at: .init(file: "--sort"))
      chain.replaceOrAdd(SortStep([.init(field, descending: sort.descending)]))
    }
  }
}

extension Pagination {
  /// Takes over what options say.
  fileprivate mutating func apply(_ options: CatalogOptions) {
    size = options.pageSize ?? size
    kind = options.pageKind ?? kind
  }
}

extension ReadingOptions {
  /// Takes over what other options say.
  fileprivate mutating func apply(_ options: ReadingOptions) {
    format = options.format ?? format
    delimiter = options.delimiter ?? delimiter
    header = options.header ?? header
    path = options.path ?? path
    if options.table != nil || options.query != nil { (table, query) = (options.table, options.query) }
    limits += options.limits
    encoding = options.encoding ?? encoding
    problems = options.problems ?? problems
    problemLimit = options.problemLimit ?? problemLimit
  }
}

extension [any CatalogStep] {
  fileprivate mutating func replaceOrAdd<Step: CatalogStep>(_ step: Step) {
    if let index = firstIndex(where: { $0 is Step }) {
      self[index] = step
    } else {
      insert(step, at: firstIndex { $0 is any CellStep } ?? endIndex)
    }
  }
}
