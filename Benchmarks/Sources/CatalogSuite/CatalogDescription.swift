/// A catalog that is measured: what it is made of, and what it may cost.
struct CatalogDescription {
  /// A data file, and how `make-packages` is asked for it.
  struct DataFile {
    /// Its name in the catalog.
    var name: String
    /// The option; nil for the reference data set.
    var option: String?
  }

  /// The catalog, for a reader; nil for the one whose figures are compared over time.
  var name: String?
  /// The folder with its configuration and its templates.
  var folder: String
  /// Its data files. Rows of the first one are edited.
  var data: [DataFile]
  /// The row that is inserted at the top of the first data file.
  var newRow: String
  /// How its listings are cut into pages, each in a catalog of its own, where files are counted.
  var paginations: [PackageCatalog.Pagination]
  /// What a clean build may cost, in copies of its output, by the name of the place.
  var clean: [String: Double]
  /// What a build without a change may cost, in readings of the data.
  var unchanged: Double
  /// What a build after an edit may cost, in readings of the data.
  var edit: Double
  /// The memory that a build may have, in sizes of the data.
  var memory: Double
  /// How many files may be made, changed or deleted for an edit, with stable pages.
  var files: [PackageEdit: Double]

  /// The packages by section, with a page for each, listings, a search and a sitemap.
  ///
  /// Files for an edit are the page, and for rows that come or go also two neighbours, a listing page, the section's index, home, a part of
  /// the search index, and of the sitemap. A renamed row goes and comes.
  static let simple = CatalogDescription(
    folder: "Benchmarks/Catalog", data: [DataFile(name: "packages.csv")],
    newRow: """
      0-first,1.0-1,libs,optional,Somebody <somebody@example.org>,,1,all,"","first of all","It stands before the others."

      """,
    paginations: [.stable, .numbered], clean: ["disk": 1.1, "memory": 2], unchanged: 2, edit: 4, memory: 3.7,
    files: [.nothing: 0, .description: 2, .insertion: 8, .deletion: 8, .renaming: 12])

  /// The same as people have it: with those who maintain the packages and what they need, linked both ways, facets, letters, a feed and JSON.
  ///
  /// For an edit there is a part of the JSON more. A row that comes or goes is in seven indexes and more: in each it changes a page of
  /// entries, and the list of terms that it is counted in.
  static let rich = CatalogDescription(
    name: "rich", folder: "Benchmarks/Catalog/rich",
    data: [
      DataFile(name: "packages.csv", option: "--rich"), DataFile(name: "maintainers.csv", option: "--maintainers"),
    ],
    newRow: """
      0-first,1.0-1,libs,optional,Steve Langasek <vorlon@debian.org>,,1,all,"role::plugin","libc6",,"first of all","It stands \
      before the others."

      """,
    paginations: [.stable], clean: ["memory": 3], unchanged: 4, edit: 12, memory: 6,
    files: [.nothing: 0, .description: 3, .insertion: 30, .deletion: 40, .renaming: 60])
}
