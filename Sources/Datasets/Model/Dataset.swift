public import Diagnostics

/// A named collection of records that share a schema.
public struct Dataset: Sendable {
  /// The name, by which other parts refer to the data set: `stone_fruits`.
  public var name: String
  /// The name as a person reads it: `Stone fruits`.
  public var title: String
  /// The fields of the records.
  public var schema: Schema
  /// The records, in the order of the source.
  public var records: [Record]
  /// The field that the keys come from, or `nil` when the row numbers are the keys.
  package var keyField: String?
  /// The field that the titles come from, or `nil` when the keys are the titles.
  package var titleField: String?
  /// What a person should look at.
  public var warnings: [Diagnostic]
  /// The paths of the files that the records were read from, in order; those of a folder stand for all that is in it.
  package var files: [String] = []

  /// Makes a data set from its parts.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - title: The name as a person reads it; made from the name unless given.
  ///   - schema: The fields of the records.
  ///   - records: The records, each with a key of its own.
  ///   - keyField: The field that the keys come from.
  ///   - titleField: The field that the titles come from.
  ///   - warnings: What a person should look at.
  package init(
    name: String, title: String? = nil, schema: Schema, records: [Record], keyField: String? = nil,
    titleField: String? = nil, warnings: [Diagnostic] = []
  ) {
    self.name = name
    self.title = title ?? Dataset.title(fromName: name)
    self.schema = schema
    self.records = records
    self.keyField = keyField
    self.titleField = titleField
    self.warnings = warnings
  }

  /// Makes a title from a name: `stone_fruits` becomes `Stone fruits`.
  package static func title(fromName name: String) -> String {
    let title = name.split { $0 == "_" || $0 == "-" || $0.isWhitespace }.joined(separator: " ")
    return title.prefix(1).uppercased() + title.dropFirst()
  }
}
