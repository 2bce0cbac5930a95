import Cells
import Datasets

extension CatalogConfiguration {
  /// A data set: its files, how they are read, and what its records are shown by.
  struct DatasetEntry: Sendable {
    /// The name, by which the rest of the configuration refers to the data set.
    var name: Name
    /// The files, relative to the catalog's folder, which are one data set: paths, patterns with `*` and `?`, or a folder of
    /// Markdown files. Never empty.
    var files: [Name]
    /// How the files are read, beyond what is found out from them.
    var reading = ReadingOptions()
    /// What people call the data set; made from its name unless given.
    var title: String?
    /// The field that the keys come from.
    var key: Name?
    /// The field that the titles come from.
    var titleField: Name?
    /// The types of fields that are not to be inferred.
    var types: [TypedField] = []
    /// The field that holds the keys that a record had before: what stands at their addresses leads to the record's page.
    var aliases: Name?
    /// What other data sets' records are attached to each record.
    var joins: [JoinEntry] = []
    /// Which cells show which records; the first that matches wins.
    var cells: [CellRule] = []
    /// The kind of the cells that show the records in listings, where no rule says otherwise.
    var card = Name(DefaultLayout.card.rawValue)
    /// The kind of the cells that show the records on pages of their own, where no rule says otherwise.
    var page = Name(DefaultLayout.page.rawValue)
    /// The fields that are prose in cells without a template, from the one that leads on; nil where the values decide.
    var prose: [Name]?
    /// The field that holds the colour of a record's cells.
    var accent: Name?

    /// Makes an entry that has everything inferred.
    ///
    /// - Parameters:
    ///   - name: The name of the data set.
    ///   - files: At least one file.
    init(name: Name, files: [Name]) {
      self.name = name
      self.files = files
    }
  }

  /// A field, and the type that it is read as.
  struct TypedField: Hashable, Sendable {
    /// The field.
    var field: Name
    /// The type.
    var type: FieldType

    /// Names a field's type.
    init(field: Name, type: FieldType) {
      self.field = field
      self.type = type
    }
  }

  /// Records of another data set that are attached to those of one.
  ///
  /// What is attached are the records as they are read, without what is attached to themselves.
  struct JoinEntry: Hashable, Sendable {
    /// The new field that holds the attached records.
    var name: Name
    /// Which records are attached.
    var match: DatasetMatch

    /// Describes a join.
    ///
    /// - Parameters:
    ///   - name: The new field that holds the attached records.
    ///   - match: Which records are attached.
    init(name: Name, match: DatasetMatch) {
      self.name = name
      self.match = match
    }
  }
}
