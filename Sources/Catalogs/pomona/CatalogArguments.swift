import ArgumentParser
import CatalogKit
import Rendering

// Groups of options are side by side in a command, and not nested: debug builds of the parser validate each group
// several times, and nested ones several times for each of these.

/// The arguments that select a catalog, and those that override its configuration.
struct CatalogArguments: ParsableArguments {
  @Argument(
    help: "A data file, a folder with a catalog.yml or with data files, or - for data from standard input.")
  var path = "."

  @Option(name: .shortAndLong, help: "The catalog's title.")
  var title: String?

  @Option(name: .shortAndLong, help: .key)
  var key: [String] = []

  @Option(
    name: .customLong("field"),
    help: ArgumentHelp(
      "A decision about a field: its type, such as html or text; the format of its numbers, such as plain; or title, fact or prose; may be repeated. (default: detected)",
      valueName: "field=decision"))
  var fields: [FieldOption] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The field by which rows are grouped into sections.", valueName: "field"))
  var groupBy: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The field that rows are sorted by; add :desc for the largest first, or :text for texts character by character.",
      valueName: "field[:text][:desc]"))
  var sort: SortOption?

  @Option(name: .long, help: ArgumentHelp("The number of entries on a section's page.", valueName: "n"))
  var pageSize: Int?

  @Option(
    name: .long,
    help:
      "How sections are divided into pages: numbered, or stable, which keeps the other pages as they are when entries are added or removed."
  )
  var pages: PageLayout.Pagination?

  @Flag(name: .long, help: "Add a search over all texts to the pages, unless catalog.yml has one.")
  var search = false

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Only rows with this value; may be repeated.", valueName: "field=value"))
  var conditions: [ConditionOption] = []

  func validate() throws {
    if let pageSize, pageSize < 1 { throw ValidationError("--page-size has to be at least 1.") }
  }
}

/// The arguments that select the formats of a catalog.
struct FormatArguments: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The formats, separated by commas: html, markdown, latex, man, xml, text, json, or those of plugins.",
      valueName: "formats"))
  var format: FormatList?

  @Option(name: .long, help: .allowPlugin)
  var allowPlugin: [String] = []

  @Flag(name: .long, help: "Refuse formats that plugins render.")
  var noPlugins = false
}

/// The help of options that several commands have.
extension ArgumentHelp {
  static let key = Self(
    "The field that identifies the rows, or one of several that identify them together; @row numbers them.",
    valueName: "field")
  static let allowPlugin = Self(
    "Allow the program of a format to run for the first time; may be repeated.", valueName: "format")
}

extension CatalogOptions {
  /// Creates the options that the arguments describe.
  init(_ catalog: CatalogArguments, _ reading: ReadingArguments, _ formats: FormatArguments? = nil) {
    self.init()
    title = catalog.title
    key = catalog.key
    fields = catalog.fields.map { ($0.field, $0.decision) }
    groupBy = catalog.groupBy
    isSearchable = catalog.search
    sort = catalog.sort.map { ($0.field, $0.order) }
    pageSize = catalog.pageSize
    pageKind = catalog.pages
    conditions = catalog.conditions.map { ($0.field, $0.value) }
    self.reading = reading.options
    self.formats = formats?.format?.formats
    allowedPlugins = Set(formats?.allowPlugin ?? [])
    // A command without arguments for formats needs no plugins.
    plugins = formats.map { $0.noPlugins ? .refuse : .run } ?? .ignore
  }
}

/// `html,markdown`
struct FormatList: ExpressibleByArgument {
  var formats: [String]

  init?(argument: String) {
    formats = argument.split { $0 == "," || $0.isWhitespace }.map(String.init)
    if formats.isEmpty { return nil }
  }
}

/// `FIELD=VALUE`
struct ConditionOption: ExpressibleByArgument {
  var field: String
  var value: String

  init?(argument: String) {
    // A combining mark after the sign belongs to the value, so the sign is searched for as a byte.
    let bytes = argument.utf8
    guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")), sign > bytes.startIndex else { return nil }
    field = String(argument[..<sign])
    value = String(argument[bytes.index(after: sign)...])
  }
}

/// `FIELD=DECISION`
struct FieldOption: ExpressibleByArgument {
  var field: String
  var decision: FieldDecision

  init?(argument: String) {
    guard let pair = ConditionOption(argument: argument), let decision = FieldDecision(pair.value) else { return nil }
    (field, self.decision) = (pair.field, decision)
  }
}

/// `FIELD`, `FIELD:desc`, `FIELD:text` or `FIELD:text:desc`
struct SortOption: ExpressibleByArgument {
  /// The orders by the ends that choose them, longer ends before those that they end with.
  private static let orders: KeyValuePairs<String, ValueOrder> = [
    ":text:desc": .textDescending, ":text": .text, ":desc": .descending, ":asc": .ascending,
  ]

  var field: String
  var order: ValueOrder

  init?(argument: String) {
    let end = Self.orders.first { argument.hasSuffix($0.key) }
    field = String(argument.dropLast(end?.key.count ?? 0))
    order = end?.value ?? .ascending
    if field.isEmpty { return nil }
  }
}
