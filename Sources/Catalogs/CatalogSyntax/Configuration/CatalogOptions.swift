package import Datasets
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
  /// The decisions about fields in every data set. All others are those of the data sets.
  package var fields: [(name: String, decision: FieldDecision)] = []
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
    parts.combine(fields) { parts, field in
      parts.combine(field.name)
      parts.combine(field.decision.name)
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

/// A decision about a field that would be inferred otherwise.
package enum FieldDecision: Sendable {
  case type(FieldReading)
  case format(ValueFormat)
  /// The field is the title, or one of several; a fact on cards; or a long text, of which the first leads.
  case title, fact, prose

  /// Creates the decision of a name: that of a type or a format, `title`, `fact` or `prose`.
  ///
  /// - Parameter name: The name.
  /// - Returns: `nil` if there is no such decision.
  package init?(_ name: String) {
    switch name {
    case "title": self = .title
    case "fact": self = .fact
    case "prose": self = .prose
    default:
      if let type = FieldReading(rawValue: name), type.isOfFiles {
        self = .type(type)
      } else if let format = ValueFormat(name) {
        self = .format(format)
      } else {
        return nil
      }
    }
  }

  fileprivate var name: String {
    switch self {
    case .type(let type): type.rawValue
    case .format(let format): format.name
    case .title: "title"
    case .fact: "fact"
    case .prose: "prose"
    }
  }
}

extension CatalogConfiguration.DatasetEntry {
  /// Takes the decisions that the options make about fields. Several titles, facts or texts are in their order.
  fileprivate mutating func decide(_ options: CatalogOptions) {
    var titles: [LocatedText] = []
    var facts: [LocatedText] = []
    var prose: [LocatedText] = []
    for (name, decision) in options.fields {
      let field = LocatedText(name, at: .init(file: "--field"))
      switch decision {
      case .title: titles.append(field)
      case .fact: facts.append(field)
      case .prose: prose.append(field)
      case .type(let type):
        types.removeAll { $0.field.text == name }
        types.append(.init(field: field, type: type))
      case .format(let format):
        if !fields.contains(where: { $0.field.text == name }) { fields.append(FieldEntry(field: field)) }
        for index in fields.indices where fields[index].field.text == name { fields[index].format = format }
      }
    }
    if !titles.isEmpty { titleFields = titles }
    if !facts.isEmpty { self.facts = facts }
    if !prose.isEmpty { self.prose = prose }
  }
}

extension Pagination {
  fileprivate mutating func apply(_ options: CatalogOptions) {
    size = options.pageSize ?? size
    kind = options.pageKind ?? kind
  }
}

extension ReadingOptions {
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
