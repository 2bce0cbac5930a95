import Cells
public import Datasets

extension CatalogConfiguration {
  /// A data set: its files, how they are read, and what its records are shown by.
  public struct DatasetEntry: Sendable {
    /// The name, by which the rest of the configuration refers to the data set.
    public var name: Name
    /// The files, relative to the catalog's folder, which are one data set: paths, patterns with `*` and `?`, or a folder of
    /// Markdown files. Never empty.
    public var files: [Name]
    /// How the files are read, beyond what is found out from them.
    public var reading = ReadingOptions()
    /// What people call the data set; made from its name unless given.
    public var title: String?
    /// The field that the keys come from.
    public var key: Name?
    /// The field that the titles come from.
    public var titleField: Name?
    /// The types of fields that are not to be inferred.
    public var types: [TypedField] = []
    /// The field that holds the keys that a record had before: what stands at their addresses leads to the record's page.
    public var aliases: Name?
    /// What other data sets' records are attached to each record.
    public var joins: [JoinEntry] = []
    /// Which cells show which records; the first that matches wins.
    public var cells: [CellRule] = []
    /// The kind of the cells that show the records in listings, where no rule says otherwise.
    public var card = Name(DefaultLayout.card.rawValue)
    /// The kind of the cells that show the records on pages of their own, where no rule says otherwise.
    public var page = Name(DefaultLayout.page.rawValue)
    /// The fields that are prose in cells without a template, from the one that leads on; nil where the values decide.
    public var prose: [Name]?
    /// The field that holds the colour of a record's cells.
    public var accent: Name?

    /// Makes an entry that has everything inferred.
    ///
    /// - Parameters:
    ///   - name: The name of the data set.
    ///   - files: At least one file.
    public init(name: Name, files: [Name]) {
      self.name = name
      self.files = files
    }
  }

  /// A field, and the type that it is read as.
  public struct TypedField: Hashable, Sendable {
    /// The field.
    public var field: Name
    /// The type.
    public var type: FieldType

    /// Names a field's type.
    public init(field: Name, type: FieldType) {
      self.field = field
      self.type = type
    }
  }

  /// Records of another data set that are attached to those of one.
  ///
  /// What is attached are the records as they are read, without what is attached to themselves.
  public struct JoinEntry: Hashable, Sendable {
    /// The new field that holds the attached records.
    public var name: Name
    /// Which records are attached.
    public var match: DatasetMatch

    /// Describes a join.
    ///
    /// - Parameters:
    ///   - name: The new field that holds the attached records.
    ///   - match: Which records are attached.
    public init(name: Name, match: DatasetMatch) {
      self.name = name
      self.match = match
    }
  }
}
