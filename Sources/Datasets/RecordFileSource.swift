public import Changesets
public import DataSources
public import Diagnostics

/// A leaf that shows the records of a data file, and what becomes of them when the file is read again.
///
/// ```swift
/// let fruits = try RecordFileSource(contentsOf: "fruits.csv")
/// let list = fruits.applying(.sort { $0.title < $1.title })
/// try fruits.reload()                       // a price was changed: observers are notified of one update
/// ```
///
/// A record is the same where its key is. One that stands in another row has moved only if its order among the others
/// is another one. There is one section, of the data set's title.
public final class RecordFileSource: DataSource {
  /// The paths of the files, or patterns for them.
  package let paths: [String]
  /// The fields of the records.
  public private(set) var schema: Schema
  /// The fields that the keys come from; empty when the keys are row numbers or the names of files.
  package private(set) var keyFields: [String]
  /// The field that the titles come from, or nothing when the keys are the titles.
  package private(set) var titleFields: [String]
  /// Whether a person chose where the keys come from.
  package let isKeyChosen: Bool
  /// Whether the keys are the names of the rows' own files.
  package private(set) var areKeysFileNames: Bool
  /// Whether there are numbers behind some keys, or in the place of some.
  package private(set) var hasNumberedKeys: Bool
  /// What a person should look at.
  public private(set) var warnings: [Diagnostic]
  /// What is wrong with the data and was read nevertheless.
  public private(set) var problems: Dataset.Problems

  private let options: Dataset.Options
  private let records: ArraySource<Record>

  /// Opens a data file.
  ///
  /// - Parameters:
  ///   - path: The path of a data file, or what else a ``Dataset`` can be read from.
  ///   - options: What is not to be found out from the data, at any reading. Where they name no key, it may be another
  ///     one at the next reading, and then no record is the same.
  /// - Throws: Everything that is wrong with the file, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the size of the file.
  public convenience init(
    contentsOf path: String, options: Dataset.Options = Dataset.Options()
  ) throws(DiagnosticsError) {
    try self.init(contentsOf: [path], options: options)
  }

  /// Opens several data files of one format. At another reading there may be others that fit a pattern.
  ///
  /// - Parameters:
  ///   - paths: The paths or patterns, at least one.
  ///   - options: What is not to be found out from the data, at any reading.
  /// - Throws: Everything that is wrong with the files, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the size of the files.
  public init(
    contentsOf paths: [String], title: String? = nil, options: Dataset.Options = Dataset.Options()
  ) throws(DiagnosticsError) {
    let dataset = try Dataset(contentsOf: paths, options: options)
    self.paths = paths
    self.options = options
    schema = dataset.schema
    keyFields = dataset.keyFields
    titleFields = dataset.titleFields
    isKeyChosen = dataset.isKeyChosen
    areKeysFileNames = dataset.areKeysFileNames
    hasNumberedKeys = dataset.hasNumberedKeys
    warnings = dataset.warnings
    problems = dataset.problems
    records = ArraySource(dataset.records, name: title ?? dataset.title, link: ChainLink("RecordFileSource"))
  }

  /// The source's place in its chains.
  public var link: ChainLink { records.link }

  /// Always 1.
  public var numberOfSections: Int { records.numberOfSections }

  /// The number of records.
  public func numberOfItems(inSection section: Int) -> Int { records.numberOfItems(inSection: section) }

  /// The record at a place.
  ///
  /// - Complexity: O(log *n*), *n* being the number of records.
  public func item(at path: ItemPath) -> Record { records.item(at: path) }

  /// All records, in order.
  ///
  /// - Complexity: O(*n*), *n* being the number of records.
  public func items(inSection section: Int) -> [Record] { records.items(inSection: section) }

  /// The title of the data set.
  public func name(ofSection section: Int) -> String? { records.name(ofSection: section) }

  /// Reads the files again, and tells what is different, as one batch.
  ///
  /// - Throws: Everything that is wrong with the file now, up to the limit of the options; what is shown stays.
  /// - Complexity: O(*n*) in the size of the file, and O(*m* log *m*) for *m* records out of order.
  public func reload() throws(DiagnosticsError) {
    let dataset = try Dataset(contentsOf: paths, options: options)
    transaction {
      records.setItems(recordsKeepingUnchanged(dataset), by: .records)
      link.edit { [self] in
        schema = dataset.schema
        keyFields = dataset.keyFields
        areKeysFileNames = dataset.areKeysFileNames
        hasNumberedKeys = dataset.hasNumberedKeys
        titleFields = dataset.titleFields
        warnings = dataset.warnings
        problems = dataset.problems
      }
    }
  }
}

extension RecordFileSource {
  /// The records of a file that was read again, of which those that are unchanged are the present ones.
  ///
  /// Nobody is notified of these, and whoever keeps some keeps the file that they were read from. So that this is one file, however often it is
  /// read, a record that has changed has bytes of its own.
  private func recordsKeepingUnchanged(_ dataset: Dataset) -> [Record] {
    guard dataset.schema == schema else { return dataset.records }
    let present = Dictionary(items(inSection: 0).map { ($0.fastID, $0) }, uniquingKeysWith: { first, _ in first })
    let unchanged = dataset.records.map { record -> Record? in
      guard let known = present[record.fastID], known.isRowOfFile, known.hasSameContent(as: record) else { return nil }
      return known.moved(toRow: record.row)
    }
    guard unchanged.contains(where: { $0 != nil }) else { return dataset.records }
    return zip(dataset.records, unchanged).map { record, unchanged in unchanged ?? record.withOwnBytes }
  }
}

extension RecordFileSource {
  /// Changes the records that are shown, and not the files: for those who know what has changed without reading them again.
  ///
  /// What is shown stays so until the next ``reload()``.
  ///
  /// - Parameter change: Edits the records, by one batch. They keep the fields of the ``schema``.
  /// - Complexity: That of the edits.
  public func edit(_ change: (ArraySource<Record>) -> Void) { records.transaction { change(records) } }
}

extension Matching where Self == ClosureMatching<Record, Record.Key> {
  /// Matches records by their keys; one that is written in another way has changed.
  package static var records: Self { Self(id: \.fastID, content: { $0.hasSameContent(as: $1) }) }
}

extension DeltaUpdater where Items == ClosureMatching<Record, Record.Key> {
  /// Compares states of records.
  package static var records: Self { Self(matching: .records) }
}
