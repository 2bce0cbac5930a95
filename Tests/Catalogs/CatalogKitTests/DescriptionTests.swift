import CatalogKit
import CatalogSyntax
import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

/// Descriptions that lie beside data files: data packages of Frictionless, and metadata of CSV on the Web.
@Suite struct DescriptionTests {
  private static let data = [
    "works.csv": "no,maker,sold,kinds,price\n112,b1,1,oil;wood,7\n134,t2,0,oil,8\n156,b1,1,,9\n",
    "makers.csv": "name,code\nWilliam Blake,b1\nJoseph Turner,t2\n",
  ]

  private static let museum = """
    {
      "title": "Museum",
      "resources": [
        {
          "name": "works", "path": "works.csv", "title": "Works of art",
          "schema": {
            "fields": [
              { "name": "no", "type": "string" }, { "name": "maker", "type": "string", "title": "Made by" },
              { "name": "sold", "type": "boolean" }, { "name": "kinds", "type": "list", "delimiter": ";" },
              { "name": "price", "type": "number", "description": "In dollars." }
            ],
            "primaryKey": "no",
            "foreignKeys": [{ "fields": "maker", "reference": { "resource": "makers", "fields": "code" } }]
          }
        },
        { "name": "makers", "path": "makers.csv", "schema": { "primaryKey": ["code"], "fields": [{ "name": "code" }] } }
      ]
    }
    """

  private static let metadata = """
    {
      "@context": "http://www.w3.org/ns/csvw", "dc:title": "Museum",
      "tables": [
        {
          "url": "works.csv", "dc:title": "Works of art",
          "tableSchema": {
            "columns": [
              { "name": "number", "titles": ["no"], "datatype": "string" },
              { "name": "maker", "titles": "Made by", "datatype": { "base": "string" } },
              { "name": "sold", "datatype": "boolean" }, { "name": "kinds", "separator": ";" },
              { "name": "price", "datatype": "decimal", "dc:description": "In dollars." }
            ],
            "primaryKey": ["number"],
            "foreignKeys": [
              { "columnReference": ["maker"], "reference": { "resource": "makers.csv", "columnReference": ["code"] } }
            ]
          }
        },
        { "url": "makers.csv", "tableSchema": { "columns": [{ "name": "code" }, { "name": "name" }], "primaryKey": "code" } }
      ]
    }
    """

  private static let yaml = """
    title: Museum
    resources:
      - { name: makers, path: makers.csv, schema: { primaryKey: code } }
      - name: works
        path: works.csv
        title: Works of art
        schema:
          primaryKey: 'no'
          fields:
            - { name: 'no', type: string }
            - { name: maker, type: string, title: Made by }
            - { name: sold, type: boolean }
            - { name: kinds, type: list, delimiter: ; }
            - { name: price, type: number, description: In dollars. }
          foreignKeys: [{ fields: [maker], reference: { resource: makers, fields: [code] } }]
    """

  private static let descriptions = [
    ("datapackage.json", museum), ("datapackage.yaml", yaml), ("datapackage.yml", yaml),
    ("csv-metadata.json", metadata), ("metadata.json", metadata), ("works.csv-metadata.json", metadata),
    ("StructureDataset-metadata.json", metadata),
  ]

  private func folder(_ files: [String: String] = [:]) throws -> CatalogFolder {
    try CatalogFolder(Self.data.merging(files) { $1 })
  }

  /// The package, in which texts are replaced.
  private func package(_ changes: (String, String)...) -> [String: String] {
    ["datapackage.json": changes.reduce(Self.museum) { $0.replacing($1.0, with: $1.1) }]
  }

  private func warnings(_ folder: CatalogFolder) throws -> [String] {
    try folder.catalog().warnings.map { $0.description.replacing(folder.path + "/", with: "") }
  }

  // MARK: - What holds

  @Test(arguments: descriptions) func `data is read as it is described`(file: String, text: String) throws {
    let folder = try folder([file: text])
    let catalog = try folder.catalog()
    #expect(catalog.warnings.isEmpty, "\(catalog.warnings)")
    // The description is no data set.
    #expect(catalog.datasetNames.sorted() == ["makers", "works"])
    let works = try #require(catalog.dataset(named: "works"))
    #expect(works.keyFields == ["no"] && works.isKeyChosen)
    #expect(works.schema.fields.map(\.reading) == [.text, .text, .boolean, .list, .number])
    let pages = try folder.pages()
    #expect(pages["index.md"]?.hasPrefix("# Museum\n") == true, "\(pages["index.md"] ?? "")")
    #expect(pages["works-of-art/index.md"]?.contains("# Works of art\n") == true, "\(pages.keys.sorted())")
    let work = try #require(pages["works/112.md"])
    #expect(work.contains("**Made by:** [William Blake](../makers/b1.md)"), "\(work)")
    #expect(work.contains("**Sold:** yes") && work.contains("**Kinds:** oil, wood"), "\(work)")
    #expect(pages["makers/b1.md"]?.contains("[112](../works/112.md)") == true, "\(pages["makers/b1.md"] ?? "")")
  }

  @Test(arguments: descriptions) func `a catalog uses what its configuration leaves open`(file: String, text: String)
    throws
  {
    let configuration = """
      datasets:
        works:
          file: works.csv
          key: price
          title: Pictures
          fields: { maker: { label: Artist }, sold: { type: text } }
        makers: makers.csv
      """
    let pages = try folder([file: text, "catalog.yml": configuration]).pages()
    #expect(pages["index.md"]?.hasPrefix("# Museum\n") == true)
    #expect(pages["pictures/index.md"]?.contains("# Pictures\n") == true, "\(pages.keys.sorted())")
    let work = try #require(pages["works/7.md"])
    #expect(work.contains("**Artist:** [William Blake](../makers/b1.md)") && work.contains("**Sold:** 1"), "\(work)")
    let plain = configuration.replacing("label: Artist", with: "refers: false")
    let values = try folder([file: text, "catalog.yml": plain]).pages()
    #expect(values["works/7.md"]?.contains("**Made by:** b1") == true, "\(values["works/7.md"] ?? "")")
  }

  @Test func `a description stands for the files in folders within`() throws {
    let text = Self.museum.replacing("\"works.csv\"", with: "\"data/works.csv\"")
    let folder = try CatalogFolder([
      "datapackage.json": text, "data/works.csv": Self.data["works.csv"] ?? "",
      "makers.csv": Self.data["makers.csv"] ?? "",
    ])
    for file in ["", "datapackage.json"] {
      let pages = try folder.pages(of: file)
      #expect(pages["index.md"]?.hasPrefix("# Museum\n") == true)
      #expect(pages["works/112.md"]?.contains("[William Blake](../makers/b1.md)") == true, "\(pages.keys.sorted())")
    }
    // The folder with the file has no description of its own; that of the catalog's folder counts.
    try folder.write("catalog.yml", "datasets: { works: data/works.csv, makers: makers.csv }\n")
    #expect(try folder.pages()["works/134.md"]?.contains("[Joseph Turner](../makers/t2.md)") == true)
  }

  @Test func `several columns are a key, and elements of lists are references`() throws {
    let folder = try CatalogFolder([
      "rooms.csv": "house,floor,name\na,1,Hall\na,2,Loft\nb,1,Shop\n",
      "things.csv": "id,house,floor,people\n1,a,2,x y\n2,b,1,y\n",
      "people.csv": "ID,Name\nx,Ada\ny,Bo\n",
      "csv-metadata.json": """
      { "tables": [
        { "url": "rooms.csv", "tableSchema": { "columns": [], "primaryKey": ["house", "floor"] } },
        { "url": "things.csv", "tableSchema": {
          "columns": [{ "name": "people", "separator": " " }],
          "foreignKeys": [
            { "columnReference": ["house", "floor"],
              "reference": { "resource": "rooms.csv", "columnReference": ["house", "floor"] } },
            { "columnReference": "people", "reference": { "resource": "people.csv", "columnReference": "ID" } }] } },
        { "url": "people.csv", "tableSchema": { "primaryKey": "ID" } }
      ] }
      """,
    ])
    let page = try #require(try folder.pages()["things/1.md"])
    #expect(page.contains("**Rooms:** [Loft](../rooms/a-2.md)"), "\(page)")
    #expect(page.contains("**People:** [Ada](../people/x.md), [Bo](../people/y.md)"), "\(page)")
  }

  @Test(arguments: [
    (
      "datapackage.json",
      """
      { "resources": [{ "path": "digs.csv", "schema": {
        "fields": [{ "name": "id" }, { "name": "place" }, { "name": "depth", "missingValues": [{ "value": "-9", "label": "lost" }] }],
        "missingValues": ["", "s.l."] } }] }
      """
    ),
    (
      "digs.csv-metadata.json",
      """
      { "@context": "http://www.w3.org/ns/csvw", "url": "digs.csv", "tableSchema": { "null": "s.l.",
        "columns": [{ "name": "id" }, { "name": "place" }, { "name": "depth", "null": ["-9"] }] } }
      """
    ),
  ])
  func `what a description takes for no value is none`(file: String, text: String) throws {
    let folder = try CatalogFolder(["digs.csv": "id,place,depth\n1,s.l.,-9\n2,NA,4\n", file: text])
    let pages = try folder.pages()
    let first = try #require(pages["digs/1.md"])
    #expect(!first.contains("Place") && !first.contains("Depth"), "\(first)")
    // Nothing else is taken for none, and a person decides before all.
    #expect(pages["digs/2.md"]?.contains("NA") == true)
    var options = CatalogOptions()
    options.reading.none = [.init("NA")]
    let chosen = try folder.pages(options: options)
    #expect(chosen["digs/1.md"]?.contains("s.l.") == true && chosen["digs/2.md"]?.contains("NA") == false)
  }

  @Test func `a schema may be a file of its own`() throws {
    let folder = try folder([
      "datapackage.json": #"{ "resources": [{ "path": "works.csv", "schema": "schema.json" }] }"#,
      "schema.json": #"{ "primaryKey": "price", "fields": [] }"#,
      "catalog.yml": "datasets: { works: works.csv }\n",
    ])
    #expect(try folder.catalog().dataset(named: "works")?.keyFields == ["price"])
  }

  @Test(arguments: [("%d/%m/%Y", 2), ("%m/%d/%Y", 1)])
  func `the order of days and months is described`(format: String, month: Int) throws {
    let folder = try CatalogFolder([
      "days.csv": "name,day\na,1/2/2020\nb,3/2/2020\n",
      "datapackage.json":
        #"{ "resources": [{ "path": "days.csv", "schema": { "fields": [{ "name": "day", "type": "date", "format": "\#(format)" }] } }] }"#,
    ])
    let row = try #require(folder.catalog().dataset(named: "days")?.items(inSection: 0).first)
    guard case .date(let date)? = row["day"] else {
      Issue.record("\(row)")
      return
    }
    #expect(date.earliest?.month == month)
  }

  // MARK: - What does not

  @Test func `a key that is repeated is none`() throws {
    let folder = try folder(package((#""primaryKey": "no""#, #""primaryKey": "maker""#)))
    let catalog = try folder.catalog()
    #expect(catalog.dataset(named: "works")?.keyFields == ["no"])
    #expect(
      try warnings(folder) == [
        """
        warning: works.csv, row 4, field “maker”: “b1” is already the key of row 2, so that the key is another one than \
        datapackage.json says: maker.
          Mend the data or the description, or choose a key with --key NAME, or with `key:` in catalog.yml.
        """
      ])
  }

  @Test(arguments: ["warn", "stop"]) func `the values decide about a type that they do not have`(policy: String) throws
  {
    let folder = try folder(
      package(
        (#""name": "price", "type": "number""#, #""name": "price", "type": "boolean""#),
        // Of a reference, nobody asks for the type.
        (#""name": "maker", "type": "string""#, #""name": "maker", "type": "number""#)))
    try folder.write("catalog.yml", "datasets: { works: { file: works.csv, problems: \(policy) } }\n")
    #expect(
      try warnings(folder) == [
        """
        warning: works.csv, field “price”: datapackage.json states types that some values do not have: “price” (boolean).
          The values decide about these fields; `types` in catalog.yml decides otherwise.
        """
      ])
    #expect(try folder.catalog().dataset(named: "works")?.schema.fields[4].reading == .number)
  }

  @Test func `columns that do not exist are named once`() throws {
    let changed = package(
      (#""name": "price""#, #""name": "prize""#), (#""primaryKey": "no""#, #""primaryKey": "number""#),
      (#""fields": "code" }"#, #""fields": "codes" }"#))
    let folder = try folder(changed)
    #expect(
      try warnings(folder) == [
        """
        warning: datapackage.json: works.csv does not have what is described: “prize”, “number”.
          Did you mean “price”?
        """
      ])
  }

  @Test(arguments: ["{\n  \"resources\": [,]\n}", "{\n  \"resources\": [\n"])
  func `a description that cannot be read is not used`(text: String) throws {
    let folder = try folder(["datapackage.json": text])
    #expect(try folder.catalog().datasetNames.sorted() == ["makers", "works"])
    let warning = try #require(try warnings(folder).first)
    #expect(warning.hasPrefix("warning: datapackage.json, line ") && warning.contains("is not used"), "\(warning)")
    #expect(try folder.pages()["works/112.md"] != nil)
  }

  @Test(arguments: ["../works.csv", "/etc/works.csv", "data/../../works.csv"])
  func `files outside of the folder are not described`(path: String) throws {
    let folder = try folder(package((#""path": "works.csv""#, "\"path\": \"\(path)\"")))
    #expect(
      try warnings(folder) == [
        """
        warning: datapackage.json: “\(path)” is no file in the folder of the description, and is not read.
          Name files by their paths in this folder.
        """
      ])
  }

  @Test func `a file that describes nothing is data`() throws {
    let folder = try folder([
      "metadata.json": #"[{ "name": "A" }, { "name": "B" }]"#,
      "datapackage.json": #"{ "resources": [{ "name": "far", "path": "https://example.org/a.csv" }] }"#,
    ])
    #expect(try folder.catalog().datasetNames == ["datapackage", "makers", "metadata", "works"])
  }

  // MARK: - Changes

  @Test func `a change of a description takes effect`() throws {
    let folder = try folder(package())
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    _ = try builder.build()
    try folder.write("datapackage.json", Self.museum.replacing("Made by", with: "By"))
    let report = try builder.update([folder.path + "/datapackage.json"])
    #expect(report.updated.contains("works/112.html"), "\(report.updated)")
    builder.close()
    try FileManager.default.removeItem(atPath: folder.path + "/datapackage.json")
    let last = try CatalogBuilder(at: folder.path, into: folder.path + "/out").build()
    #expect(last.deleted.contains("works/112.html") || last.updated.contains("works/112.html"))
  }
}
