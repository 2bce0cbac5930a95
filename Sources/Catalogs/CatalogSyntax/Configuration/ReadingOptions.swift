package import Datasets
package import Fingerprints

/// The options for reading data files, which override what is inferred from them.
package struct ReadingOptions: Hashable, Fingerprintable, Sendable {
  /// The name of the format; inferred from the names of the files unless given.
  package var format: LocatedText?
  /// The name of the delimiter between the values of a line, or the delimiter itself: one ASCII character.
  package var delimiter: LocatedText?
  /// Whether the first row contains the names of the fields; inferred unless given.
  package var header: Bool?
  /// The field that rows which continue others repeat or leave empty, or `false` if there are none; inferred unless
  /// given.
  package var continued: LocatedText?
  /// The families of columns that are lists, or `false` if there are none; inferred unless given.
  package var families: [LocatedText]?
  /// The texts that stand for no value in every field, or `false` if none do; inferred unless given.
  package var none: [LocatedText]?
  /// The member of a JSON, YAML or TOML document that contains the rows.
  package var path: LocatedText?
  /// The table of a database.
  package var table: LocatedText?
  /// A query of a database, in SQL.
  package var query: LocatedText?
  /// The limits that differ from the defaults. If there are several of a kind, the last one wins.
  package var limits: [Limit] = []
  /// The encoding of texts; inferred unless given.
  package var encoding: TextEncoding?
  /// The policy for data with problems, which are errors unless given.
  package var problems: Dataset.ProblemPolicy?
  /// The maximum number of problems in each data set if they are not errors; unlimited unless given.
  package var problemLimit: Int?

  /// A limit of an amount.
  package struct Limit: Hashable, Sendable {
    /// The kind of the limit.
    package var kind: ReadingLimits.Kind
    /// The maximum amount.
    package var amount: Int

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - kind: The kind of the limit.
    ///   - amount: The maximum amount.
    package init(_ kind: ReadingLimits.Kind, _ amount: Int) { (self.kind, self.amount) = (kind, amount) }
  }

  package func combine(into parts: inout Fingerprinter) {
    for name in [format, delimiter, path, table, query, continued] { parts.combine(name?.text) }
    for text in [
      encoding?.rawValue, problems?.rawValue, problemLimit.map(String.init), header.map { "\($0)" },
      familyNames?.description, noneTexts?.description,
    ] { parts.combine(text) }
    parts.combine(limits) { parts, limit in
      parts.combine(limit.kind.rawValue)
      parts.combine(limit.amount)
    }
  }

  /// What stands for no field, or for no text.
  fileprivate static let nothing = "false"

  /// The field that rows which continue others repeat or leave empty; empty if there are none.
  package var continuedFields: [String]? { continued.map { $0.text == Self.nothing ? [] : [$0.text] } }

  /// The families of columns that are lists; empty if there are none.
  package var familyNames: [String]? { families.map(\.texts) }

  /// The texts that stand for no value; empty if there are none.
  package var noneTexts: [String]? { none.map(\.texts) }

  /// Creates options that leave everything to be inferred.
  package init() {}

  /// The names of delimiters that are hard to write.
  private static let delimiters = ["tab": "\t", "comma": ",", "semicolon": ";", "bar": "|", "space": " "]

  /// Returns the character of a delimiter: a punctuation mark, a space or a tab, written as itself or by its name.
  /// Returns `nil` for other texts.
  static func separator(_ text: String) -> Unicode.Scalar? {
    let scalars = (delimiters[text] ?? text).unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first, scalar == "\t" || (" "..."~").contains(scalar),
      !scalar.properties.isAlphabetic, scalar.properties.numericType == nil, scalar != "\""
    else { return nil }
    return scalar
  }

  /// The character that separates values; `nil` if no delimiter is given.
  package var separator: Unicode.Scalar? { delimiter.flatMap { Self.separator($0.text) } }
}

extension [LocatedText] {
  /// The texts, without the word for none of them.
  package var texts: [String] { map(\.text).filter { $0 != ReadingOptions.nothing } }
}

extension Dataset.Options {
  /// Applies the options of a configuration.
  package mutating func apply(_ reading: ReadingOptions) {
    format = reading.format.flatMap { DatasetFormat(rawValue: $0.text) }
    delimiter = reading.separator
    header = reading.header
    continued = reading.continuedFields
    families = reading.familyNames
    none = reading.noneTexts
    path = reading.path?.text
    table = reading.table?.text
    query = reading.query?.text
    for limit in reading.limits { limits[limit.kind] = limit.amount }
    encoding = reading.encoding
    problems = reading.problems ?? problems
    problemLimit = reading.problemLimit
  }
}
