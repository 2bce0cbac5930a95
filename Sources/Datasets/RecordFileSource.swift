public import Changesets
public import DataSources
public import Diagnostics

/// A leaf that shows the records of a data file, and what becomes of them when the file is read again.
///
/// ```swift
/// let fruits = try RecordFileSource(contentsOf: "fruits.csv")
/// let list = fruits.applying(Sort { $0.title < $1.title })
/// try fruits.reload()                       // a price was changed: observers hear of one update
/// ```
///
/// A record is the same where its key is. One that stands in another row has moved only if its order among the others
/// is another one. There is one section, of the data set's title.
public final class RecordFileSource: DataSource {
  /// The path of the file.
  public let path: String
  /// The fields of the records.
  public private(set) var schema: Schema
  /// What a person should look at.
  public private(set) var warnings: [Diagnostic]

  private let options: Dataset.Options
  private let records: ArraySource<Record>

  /// Opens a data file.
  ///
  /// - Parameters:
  ///   - path: The path of a `.csv` or `.json` file.
  ///   - options: What is not to be found out from the data, at any reading. Where they name no key, it may be another
  ///     one at the next reading, and then no record is the same.
  /// - Throws: Everything that is wrong with the file, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the size of the file.
  public init(contentsOf path: String, options: Dataset.Options = Dataset.Options()) throws(DiagnosticsError) {
    let dataset = try Dataset(contentsOf: path, options: options)
    self.path = path
    self.options = options
    schema = dataset.schema
    warnings = dataset.warnings
    records = ArraySource(dataset.records, name: dataset.title, link: Link("RecordFileSource"))
  }

  /// The source's place in its chains.
  public var link: Link { records.link }

  /// Always 1.
  public var numberOfSections: Int { records.numberOfSections }

  /// The number of records.
  public func numberOfItems(inSection section: Int) -> Int { records.numberOfItems(inSection: section) }

  /// The record at a place.
  ///
  /// - Complexity: O(log *n*), *n* being the number of records.
  public func item(at path: ItemPath) -> Record { records.item(at: path) }

  /// The title of the data set.
  public func name(ofSection section: Int) -> String? { records.name(ofSection: section) }

  /// Reads the file again, and tells what is different, as one batch.
  ///
  /// - Throws: Everything that is wrong with the file now, up to the limit of the options; what is shown stays.
  /// - Complexity: O(*n*) in the size of the file, and O(*m* log *m*) for *m* records out of order.
  public func reload() throws(DiagnosticsError) {
    let dataset = try Dataset(contentsOf: path, options: options)
    transaction {
      records.setItems(dataset.records, by: DeltaUpdater(id: \.id, content: { $0.hasSameContent(as: $1) }))
      link.edit { [self] in (schema, warnings) = (dataset.schema, dataset.warnings) }
    }
  }
}

extension Record {
  /// Whether another record is written in the same way, letter by letter, wherever it stands in its file.
  fileprivate func hasSameContent(as other: Record) -> Bool {
    // Numbers and texts may be equal and yet not the same to look at.
    schema == other.schema && id.key.utf8.elementsEqual(other.id.key.utf8)
      && title.utf8.elementsEqual(other.title.utf8) && values == other.values
      && zip(values, other.values).allSatisfy { $0.text.utf8.elementsEqual($1.text.utf8) }
  }
}
