public import ArgumentParser
import CatalogKit
public import Datasets
import Diagnostics
public import Rendering

/// The arguments for reading data files, which override what is inferred from the files.
struct ReadingArguments: ParsableArguments {
  @Option(name: .long, help: "The format of the data: csv, tsv, json, jsonl, yaml, toml, sqlite or markdown.")
  var inputFormat: DatasetFormat?

  @Option(
    name: .long,
    help: "The encoding of texts: utf-8, utf-16, windows-1252 or iso-8859-1. (default: detected)")
  var encoding: TextEncoding?

  @Option(
    name: .long, help: "The separator of the values in a line: a character, or tab, comma, semicolon, bar or space.")
  var delimiter: String?

  @Flag(
    name: .customLong("no-header"), help: "The first row of CSV files contains values, not names. (default: detected)")
  var hasNoHeader = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The field that rows of CSV files repeat, or leave empty, if they continue the row before them; false if none do. (default: detected)",
      valueName: "field"))
  var continued: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A list that is made of numbered columns, such as author for author_1, author_2; may be repeated; false for none. (default: detected)",
      valueName: "name"))
  var families: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A text that stands for no value, such as n/a; may be repeated; false if none does. (default: detected)",
      valueName: "text"))
  var none: [String] = []

  @Option(
    name: .customLong("path"),
    help: ArgumentHelp("The member of a JSON, YAML or TOML document that holds the rows.", valueName: "member"))
  var member: String?

  @Option(name: .long, help: "The table of a SQLite database.")
  var table: String?

  @Option(name: .long, help: ArgumentHelp("A query of a SQLite database.", valueName: "sql"))
  var query: String?

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "A limit for each file: size=4GB, rows=20000000, value=64MB or seconds=300; may be repeated.",
      valueName: "limit=amount"))
  var limits: [LimitOption] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How to treat problems in the data: stop reports them as errors, warn reads what can be read. (default: warn for a bare file)",
      valueName: "stop|warn"))
  var problems: Dataset.ProblemPolicy?

  @Option(
    name: .long,
    help: ArgumentHelp("The number of problems in a data set above which they are an error.", valueName: "n"))
  var maxProblems: Int?

  func validate() throws {
    if let maxProblems, maxProblems < 0 { throw ValidationError("--max-problems has to be at least 0.") }
    if table != nil, query != nil { throw ValidationError("Give either --table or --query.") }
    if let delimiter, options.separator == nil {
      throw ValidationError("--delimiter “\(delimiter)” cannot separate values.")
    }
  }

  /// The reading options. Each names its argument as the location for diagnostics.
  var options: ReadingOptions {
    var options = ReadingOptions()
    func name(_ text: String?, _ option: String) -> LocatedText? {
      text.map { LocatedText($0, at: Diagnostic.Location(file: option)) }
    }
    options.format = name(inputFormat?.rawValue, "--input-format")
    options.delimiter = name(delimiter, "--delimiter")
    if hasNoHeader { options.header = false }
    options.continued = name(continued, "--continued")
    options.families = families.isEmpty ? nil : families.compactMap { name($0, "--families") }
    options.none = none.isEmpty ? nil : none.compactMap { name($0, "--none") }
    options.path = name(member, "--path")
    options.table = name(table, "--table")
    options.query = name(query, "--query")
    options.limits = limits.map(\.limit)
    options.encoding = encoding
    options.problems = problems
    options.problemLimit = maxProblems
    return options
  }
}

/// `LIMIT=AMOUNT`
struct LimitOption: ExpressibleByArgument {
  var limit: ReadingOptions.Limit

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let kind = ReadingLimits.Kind(rawValue: parts[0]), let amount = kind.amount(parts[1]) else {
      return nil
    }
    limit = ReadingOptions.Limit(kind, amount)
  }
}

extension TextEncoding: ExpressibleByArgument {
  /// Creates an encoding from its name.
  public init?(argument: String) { self.init(name: argument) }
}

extension Dataset.ProblemPolicy: ExpressibleByArgument {}
extension DatasetFormat: ExpressibleByArgument {}
extension PageLayout.Pagination: ExpressibleByArgument {}
