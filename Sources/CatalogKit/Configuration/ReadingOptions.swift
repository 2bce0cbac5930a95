package import Datasets
package import Fingerprints

/// How data files are read, beyond what is found out from them.
package struct ReadingOptions: Hashable, Fingerprintable, Sendable {
  /// The format, by its name; told by the names of the files unless given.
  package var format: CatalogConfiguration.Name?
  /// What separates the values of a line: one ASCII character.
  package var delimiter: CatalogConfiguration.Name?
  /// Whether the first row has the names of the fields; found out unless given.
  package var header: Bool?
  /// The member of a JSON, YAML or TOML document that holds the rows.
  package var path: CatalogConfiguration.Name?
  /// The table of a database.
  package var table: CatalogConfiguration.Name?
  /// The query of a database, in SQL.
  package var query: CatalogConfiguration.Name?
  /// How much the files may have, where that is more or less than usual; of several limits of a kind the last one counts.
  package var limits: [Limit] = []
  /// The encoding of texts; found out unless given.
  package var encoding: TextEncoding?
  /// What becomes of data with problems; they are errors unless given.
  package var problems: Dataset.ProblemPolicy?
  /// How many problems each data set may have where they are no errors; any number unless given.
  package var problemLimit: Int?

  /// How much of something there may be.
  package struct Limit: Hashable, Sendable {
    /// What is limited.
    package var kind: ReadingLimits.Kind
    /// How much of it there may be.
    package var amount: Int

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - kind: What is limited.
    ///   - amount: How much of it there may be.
    package init(_ kind: ReadingLimits.Kind, _ amount: Int) {
      self.kind = kind
      self.amount = amount
    }
  }

  package func combine(into parts: inout Fingerprinter) {
    for name in [format, delimiter, path, table, query] { parts.combine(name?.text) }
    for text in [encoding?.rawValue, problems?.rawValue, problemLimit.map(String.init), header.map { "\($0)" }] {
      parts.combine(text)
    }
    parts.combine(limits) { parts, limit in
      parts.combine(limit.kind.rawValue)
      parts.combine(limit.amount)
    }
  }

  /// Makes options that leave everything to be found out.
  package init() {}

  /// The names that people give to delimiters that are hard to write.
  private static let delimiters = ["tab": "\t", "comma": ",", "semicolon": ";", "bar": "|", "space": " "]

  /// The character that a delimiter stands for: a punctuation mark, a space or a tab, by itself or by its name.
  static func separator(_ text: String) -> Unicode.Scalar? {
    let scalars = (delimiters[text] ?? text).unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first, scalar == "\t" || (" "..."~").contains(scalar),
      !scalar.properties.isAlphabetic, scalar.properties.numericType == nil, scalar != "\""
    else { return nil }
    return scalar
  }

  /// What separates values; nothing where no delimiter is given.
  package var separator: Unicode.Scalar? { delimiter.flatMap { Self.separator($0.text) } }
}

extension Dataset.Options {
  /// Takes over how files are to be read.
  mutating func apply(_ reading: ReadingOptions) {
    format = reading.format.flatMap { DatasetFormat(rawValue: $0.text) }
    delimiter = reading.separator
    header = reading.header
    path = reading.path?.text
    table = reading.table?.text
    query = reading.query?.text
    for limit in reading.limits { limits[limit.kind] = limit.amount }
    encoding = reading.encoding
    problems = reading.problems ?? problems
    problemLimit = reading.problemLimit
  }
}
