/// The input and the goals of a catalog that is measured.
struct CatalogDescription {
  /// A data file, and the option by which `make-packages` creates it.
  struct DataFile {
    /// The name of the file in the catalog.
    var name: String
    /// The option; `nil` for the reference data set.
    var option: String?
  }

  /// The name of the catalog in the results; `nil` for the one whose results are compared over time.
  var name: String?
  /// The folder with the configuration and the templates.
  var folder: String
  /// The data files. Rows of the first one are edited.
  var data: [DataFile]
  /// The row that is inserted at the top of the first data file.
  var newRow: String
  /// The divisions of listings into pages for which files are counted, each in a catalog of its own.
  var paginations: [PackageCatalog.Pagination]
  /// The maximal cost of a clean build, as a multiple of copying its output, by the name of the place. Only these
  /// places are measured.
  var clean: [String: Double]
  /// The maximal cost of a build without a change, as a multiple of reading the data.
  var unchanged: Double
  /// The maximal cost of a build after an edit, as a multiple of reading the data.
  var edit: Double
  /// The maximal memory of a build, as a multiple of the size of the data.
  var memory: Double
  /// The maximal number of files that may be made, changed or deleted after an edit, with stable pages.
  var files: [PackageEdit: Double]

  /// The packages by section, with a page for each, listings, a search and a sitemap.
  ///
  /// An edit affects the package's page. A row that is inserted or deleted also affects two neighbours, a listing page,
  /// the section's index, the home page, a part of the search index, and a part of the sitemap; two pages more if a
  /// page of the listing is split, or joined with another, which depends on the packages of the day. A renamed row
  /// counts as deleted and inserted.
  static let simple = CatalogDescription(
    folder: "Benchmarks/Catalog", data: [DataFile(name: "packages.csv")],
    newRow: """
      0-first,1.0-1,libs,optional,Somebody <somebody@example.org>,,1,all,"","first of all","It stands before the others."

      """,
    paginations: [.stable, .numbered], clean: ["disk": 1.1, "memory": 2], unchanged: 2, edit: 8, memory: 3.7,
    files: [.nothing: 0, .description: 2, .insertion: 11, .deletion: 11, .renaming: 16])

  /// The packages in a realistic catalog: with their maintainers and dependencies, linked in both directions, facets,
  /// letters, a feed and JSON.
  ///
  /// An edit also affects a part of the JSON. A row that is inserted or deleted is in seven indexes or more: in each it
  /// changes a page of entries, or four if a page is split or joined, and the list of terms with their counts.
  static let rich = CatalogDescription(
    name: "rich", folder: "Benchmarks/Catalog/rich",
    data: [
      DataFile(name: "packages.csv", option: "--rich"), DataFile(name: "maintainers.csv", option: "--maintainers"),
    ],
    newRow: """
      0-first,1.0-1,libs,optional,Steve Langasek <vorlon@debian.org>,,1,all,"role::plugin","libc6",,"first of all","It stands \
      before the others."

      """,
    paginations: [.stable], clean: ["memory": 4], unchanged: 4, edit: 60, memory: 7,
    files: [.nothing: 0, .description: 3, .insertion: 40, .deletion: 60, .renaming: 60])
}
