import Datasets
import Diagnostics
public import Fingerprints
public import Rendering

/// The choices of a person who builds a catalog. They override the configuration, or what would be inferred.
public struct CatalogOptions: Fingerprintable, Sendable {
  /// The title of the catalog.
  public var title: String?
  /// The fields that form the keys in every data set; inferred if empty.
  public var key: [String] = []
  /// The options for reading the files of every data set. Each option replaces that of the data sets.
  package var reading = ReadingOptions()
  /// The types of fields in every data set. All other types are those of the data sets.
  package var types: [CatalogConfiguration.TypedField] = []
  /// The fields that form the titles in every data set; inferred if empty.
  package var titles: [String] = []
  /// The fields that cards show in every data set; inferred if empty.
  package var facts: [String] = []
  /// The fields with long texts in every data set, the leading one first; inferred if empty.
  package var prose: [String] = []
  /// The formats of the numbers of fields in every data set.
  package var numbers: [(field: String, format: ValueFormat)] = []
  /// The required values of fields. Only records that have all of them are shown.
  public var conditions: [(field: String, value: String)] = []
  /// The field whose values form the sections.
  public var groupBy: String?
  /// The field that the records are sorted by, and the order.
  public var sort: (field: String, order: ValueOrder)?
  /// The maximum number of cells on a page of a section.
  public var pageSize: Int?
  /// The criterion for page breaks.
  public var pageKind: PageLayout.Pagination?
  /// Whether the pages have a search over all fields with text, unless the configuration says which.
  public var isSearchable = false
  /// The formats that are rendered.
  public var formats: [String]?
  /// The formats whose plugins may run although the user has not allowed them before.
  public var allowedPlugins: Set<String> = []
  /// Whether the programs that handle events of live pages may run although the user has not allowed them before.
  public var allowsCommands = false
  /// The policy for formats that plugins render.
  public var plugins = PluginPolicy.run

  /// A policy for formats that plugins render.
  public enum PluginPolicy: Sendable {
    /// Plugins run.
    case run
    /// Formats of plugins are errors.
    case refuse
    /// Formats of plugins are left out.
    case ignore
  }

  package func combine(into parts: inout Fingerprinter) {
    parts.combine(title)
    parts.combine(key) { $0.combine($1) }
    reading.combine(into: &parts)
    parts.combine(types) { parts, typed in
      parts.combine(typed.field.text)
      parts.combine(typed.type.rawValue)
    }
    for names in [titles, facts, prose, numbers.map(\.field), numbers.map(\.format.name)] {
      parts.combine(names) { $0.combine($1) }
    }
    parts.combine(conditions) { parts, condition in
      parts.combine(condition.field)
      parts.combine(condition.value)
    }
    parts.combine(groupBy)
    parts.combine(sort?.field)
    parts.combine(sort?.order.rawValue)
    parts.combine(pageSize)
    parts.combine(pageKind?.rawValue)
    parts.combine(isSearchable)
    parts.combine(formats != nil)
    parts.combine(formats ?? []) { $0.combine($1) }
  }

  /// The location of a wrong condition in messages.
  static let conditionLocation = Diagnostic.Location(file: "--where")

  /// Creates options without overrides.
  public init() {}
}

extension CatalogConfiguration {
  /// Returns the configuration with the options applied.
  ///
  /// A grouping or sorting replaces the first one in the chain, or is added after the other steps that work on records.
  /// Conditions come first, after the names of data sets.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - known: The formats of the program.
  package func applying(_ options: CatalogOptions, formats known: [RendererFormat] = RendererFormat.builtIn)
    -> CatalogConfiguration
  {
    var result = self
    result.title = options.title ?? title
    for index in result.datasets.indices {
      if !options.key.isEmpty {
        result.datasets[index].key = options.key.map { LocatedText($0, at: .init(file: "--key")) }
      }
      result.datasets[index].reading.apply(options.reading)
      result.datasets[index].decide(options)
    }
    result.applyToChain(options)
    if options.isSearchable, documents.search == nil { result.documents.search = Documents.Selection(fields: []) }
    result.pages.apply(options)
    for index in result.datasets.indices { result.datasets[index].collection?.pages.apply(options) }
    if let formats = options.formats {
      result.formats = formats.map { name in
        // The configuration of a format also applies if the format is named by an option.
        var entry = self.formats.first { $0.name.text == name } ?? FormatEntry(name: LocatedText(name), among: known)
        entry.name.location = .init(file: "--format")
        return entry
      }
    }
    return result
  }

  private mutating func applyToChain(_ options: CatalogOptions) {
    if !options.conditions.isEmpty {
      let predicates = options.conditions.map { field, value in
        RecordPredicate.field(LocatedText(field, at: CatalogOptions.conditionLocation), .isOne(of: [value]))
      }
      let index = chain.firstIndex { !($0 is ConcatenateStep) } ?? chain.endIndex
      chain.insert(FilterStep(.all(predicates)), at: index)
    }
    if let field = options.groupBy {
      chain.replaceOrAdd(GroupStep(field: LocatedText(field, at: .init(file: "--group-by")), order: .sorted))
    }
    if let sort = options.sort {
      let field = LocatedText(sort.field, at: .init(file: "--sort"))
      chain.replaceOrAdd(SortStep([.init(field, sort.order)]))
    }
  }
}

extension CatalogConfiguration.DatasetEntry {
  /// Takes the decisions that the options make about fields.
  fileprivate mutating func decide(_ options: CatalogOptions) {
    func located(_ names: [String], _ option: String) -> [LocatedText] {
      names.map { LocatedText($0, at: .init(file: option)) }
    }
    types.removeAll { known in options.types.contains { $0.field.text == known.field.text } }
    types += options.types
    if !options.titles.isEmpty { titleFields = located(options.titles, "--titles") }
    if !options.facts.isEmpty { facts = located(options.facts, "--facts") }
    if !options.prose.isEmpty { prose = located(options.prose, "--prose") }
    for (name, format) in options.numbers {
      if !fields.contains(where: { $0.field.text == name }) {
        fields.append(FieldEntry(field: located([name], "--numbers")[0]))
      }
      for index in fields.indices where fields[index].field.text == name { fields[index].format = format }
    }
  }
}

extension Pagination {
  fileprivate mutating func apply(_ options: CatalogOptions) {
    size = options.pageSize ?? size
    kind = options.pageKind ?? kind
  }
}

extension ReadingOptions {
  /// Replaces the values that other options set.
  fileprivate mutating func apply(_ options: ReadingOptions) {
    format = options.format ?? format
    delimiter = options.delimiter ?? delimiter
    header = options.header ?? header
    continued = options.continued ?? continued
    families = options.families ?? families
    none = options.none ?? none
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
