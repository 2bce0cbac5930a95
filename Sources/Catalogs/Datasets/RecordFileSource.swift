public import Changesets
public import DataSources
public import Diagnostics

/// A leaf source of the records of a data file, which can be reloaded.
///
/// ```swift
/// let fruits = try RecordFileSource(contentsOf: "fruits.csv")
/// let list = fruits.applying(.sort { $0.title < $1.title })
/// try fruits.reload()                       // a price was changed: observers are notified of one update
/// ```
///
/// Records are identified by their keys. A record in another row counts as moved only if its order relative to the
/// other records has changed. There is one section, named after the title of the data set.
public final class RecordFileSource: DataSource {
  /// The paths of the files, or patterns for them.
  package let paths: [String]
  /// Whether a person chose the origin of the keys.
  package let isKeyChosen: Bool

  private let options: Dataset.Options
  private let records: ArraySource<Record>
  /// The data set that was read last, without its records.
  private var dataset: Dataset

  /// Opens a data file.
  ///
  /// - Parameters:
  ///   - path: The path of a data file, or anything else that a ``Dataset`` can be read from.
  ///   - options: The decisions that are not inferred from the data, at each reading. If they name no key, another one
  ///     may be inferred when the file is read again, and then no record is the same.
  /// - Throws: All errors in the file, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the size of the file.
  public convenience init(
    contentsOf path: String, options: Dataset.Options = Dataset.Options()
  ) throws(DiagnosticsError) {
    try self.init(contentsOf: [path], options: options)
  }

  /// Opens several data files of one format. When they are read again, other files may match a pattern.
  ///
  /// - Parameters:
  ///   - paths: The paths or patterns, at least one.
  ///   - title: The name of the section; the title of the data set if `nil`.
  ///   - options: The decisions that are not inferred from the data, at each reading.
  /// - Throws: All errors in the files, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the size of the files.
  public init(
    contentsOf paths: [String], title: String? = nil, options: Dataset.Options = Dataset.Options()
  ) throws(DiagnosticsError) {
    self.paths = paths
    self.options = options
    dataset = try Dataset(contentsOf: paths, options: options)
    isKeyChosen = dataset.isKeyChosen
    records = ArraySource(dataset.records, name: title ?? dataset.title, link: ChainLink("RecordFileSource"))
    dataset.records = []
  }

  /// The fields of the records.
  public var schema: Schema { dataset.schema }
  /// The fields that form the key; empty if keys are row numbers or file names.
  package var keyFields: [String] { dataset.keyFields }
  /// The fields that form the title; empty if keys are the titles.
  package var titleFields: [String] { dataset.titleFields }
  /// The field that rows which continue others repeat or leave empty; `nil` if there are no such rows.
  package var continuedField: String? { dataset.continuedField }
  /// The lists that families of numbered columns became.
  package var families: [String] { dataset.families }
  /// The texts that are taken for no value although nobody says so, by field.
  package var nones: [String: [String]] { dataset.nones }
  /// Whether the keys are the file names of the rows' own files.
  package var areKeysFileNames: Bool { dataset.areKeysFileNames }
  /// Whether some keys have a number appended, or are replaced by one.
  package var hasNumberedKeys: Bool { dataset.hasNumberedKeys }
  /// The findings that a person should review.
  public var warnings: [Diagnostic] { dataset.warnings }
  /// The problems of the data that did not prevent reading.
  public var problems: Dataset.Problems { dataset.problems }

  public var link: ChainLink { records.link }

  /// Always 1.
  public var numberOfSections: Int { records.numberOfSections }

  public func numberOfItems(inSection section: Int) -> Int { records.numberOfItems(inSection: section) }

  /// - Complexity: O(log *n*), *n* being the number of records.
  public func item(at path: ItemPath) -> Record { records.item(at: path) }

  public func items(inSection section: Int) -> [Record] { records.items(inSection: section) }

  /// The title of the data set.
  public func name(ofSection section: Int) -> String? { records.name(ofSection: section) }

  /// Reads the files again and reports the differences as one batch.
  ///
  /// The source does not watch its files. Call this method when they have changed.
  ///
  /// - Throws: All errors that are in the files now, up to the limit of the options. The records that are shown stay
  ///   unchanged then.
  /// - Complexity: O(*n*) in the size of the file, and O(*m* log *m*) for *m* records out of order.
  public func reload() throws(DiagnosticsError) { show(try read()) }

  /// Reads the files again, and leaves the records that are shown as they are.
  package func read() throws(DiagnosticsError) -> Dataset { try Dataset(contentsOf: paths, options: options) }

  /// Whether a data set has the fields of this source, and the same ones as keys and as titles.
  package func hasForm(of dataset: Dataset) -> Bool {
    (schema, keyFields, titleFields) == (dataset.schema, dataset.keyFields, dataset.titleFields)
  }

  /// Shows the records of a data set, and reports the differences as one batch.
  ///
  /// - Parameter dataset: What the files of this source contain now.
  package func show(_ dataset: Dataset) {
    transaction {
      records.setItems(recordsKeepingUnchanged(dataset), by: .records)
      link.edit {
        self.dataset = dataset
        self.dataset.records = []
      }
    }
  }

  /// Returns the records of a file that was read again, with the present record in the place of each that is unchanged.
  ///
  /// Observers are not notified of unchanged records, so an observer that keeps one keeps the bytes that it was read
  /// from. To let all of these be the bytes of one reading, however often the file is read again, changed records get
  /// their own copy of their bytes.
  private func recordsKeepingUnchanged(_ dataset: Dataset) -> [Record] {
    guard dataset.schema == schema else { return dataset.records }
    let present = items(inSection: 0)
    lazy var places = Dictionary(zip(present.map(\.fastID), present.indices), uniquingKeysWith: { first, _ in first })
    // Most records follow the one before them, as they did, so that nothing has to be looked up.
    var next = 0
    let unchanged = dataset.records.map { record -> Record? in
      let isNext = next < present.count && present[next].fastID == record.fastID
      guard let place = isNext ? next : places[record.fastID] else { return nil }
      next = place + 1
      let known = present[place]
      return known.isRowOfFile && known.hasSameContent(as: record) ? known.moved(toRow: record.row) : nil
    }
    guard unchanged.contains(where: { $0 != nil }) else { return dataset.records }
    return zip(dataset.records, unchanged).map { record, unchanged in unchanged ?? record.withOwnBytes }
  }

  /// Edits the records that are shown, but not the files, for callers that know the changes without reading the files
  /// again.
  ///
  /// The edits last until the next ``reload()``.
  ///
  /// - Parameter change: A closure that edits the records, as one batch. They must keep the fields of the ``schema``.
  /// - Complexity: That of the edits.
  public func edit(_ change: (ArraySource<Record>) -> Void) { records.transaction { change(records) } }

  /// Returns a new record for the data set, which an ``edit(_:)`` can insert.
  ///
  /// ```swift
  /// let kiwi = fruits.record(["name": .text("Kiwi"), "taste": .text("sweet")])
  /// fruits.edit { rows in rows.append(kiwi) }
  /// ```
  ///
  /// Its key and its title are formed as those of records from the file. Where keys are the numbers of rows, it has
  /// the next number.
  ///
  /// - Warning: Keys are unique. Do not insert a record whose key another record has.
  ///
  /// - Parameter values: The values by the names of fields. Fields that are not named have none; names without a field
  ///   are ignored.
  /// - Complexity: O(1) in the number of records.
  public func record(_ values: [String: Value]) -> Record {
    let row = numberOfItems == 0 ? 1 : item(at: ItemPath(section: 0, item: numberOfItems - 1)).row + 1
    let texts = keyFields.map { values[$0]?.text ?? "" }
    let isKeyMissing = texts.allSatisfy(\.isEmpty)
    let key = isKeyMissing ? String(row) : texts.joined(separator: Dataset.Key.separator)
    return Record(
      id: Record.ID(dataset: dataset.name, key: key),
      title: Record.title(of: titleFields.map { values[$0] ?? .missing }), row: row, schema: schema,
      values: schema.fields.map { values[$0.name] ?? .missing })
  }
}

extension Matching where Self == ClosureMatching<Record, Record.Key> {
  /// Matches records by their keys. A record that is written differently has changed.
  package static var records: Self { Self(id: \.fastID, content: { $0.hasSameContent(as: $1) }) }
}

extension DeltaUpdater where Items == ClosureMatching<Record, Record.Key> {
  /// An updater that compares states of records.
  package static var records: Self { Self(matching: .records) }
}
