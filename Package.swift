// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// A house: rooms that serve one purpose. A room's files are in `Sources/<house>/<room>`, those of its tests in
/// `Tests/<house>/<tests>`, unless the target says where.
struct House {
  let rooms: [Target]
  let tests: [Target]

  init(_ name: String, rooms: [Target], tests: [Target]) {
    self.rooms = rooms
    self.tests = tests
    for room in rooms where room.path == nil { room.path = "Sources/\(name)/\(room.name)" }
    for test in tests where test.path == nil { test.path = "Tests/\(name)/\(test.name)" }
  }
}

// The rooms of each house, from the ground up: a room depends only on rooms above it in this file. This is the only
// table of dependencies; `ArrowTests` checks that the table and the imports of the files comply.

/// What knows neither chains nor documents.
let base = House(
  "Base",
  rooms: [
    .target(name: "PomonaSupport"),
    .target(name: "Diagnostics"),
    .target(name: "JSONValues", dependencies: ["PomonaSupport"]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "Archives", dependencies: ["CZlib"]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .target(name: "Fingerprints", dependencies: ["CXXHash"]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "OrderedTrees"),
  ],
  tests: [
    .testTarget(name: "PomonaSupportTests", dependencies: ["PomonaSupport"]),
    .testTarget(name: "JSONValuesTests", dependencies: ["JSONValues", "TestKit"]),
    .testTarget(name: "ArchivesTests", dependencies: ["Archives", "TestKit"]),
    .testTarget(name: "FingerprintsTests", dependencies: ["Fingerprints"]),
    .testTarget(name: "OrderedTreesTests", dependencies: ["OrderedTrees", "TestKit"]),
  ])

/// Chains of data sources: update batches pass down through them, and messages up.
let chains = House(
  "Chains",
  rooms: [
    .target(name: "Changesets", dependencies: ["PomonaSupport"]),
    .target(name: "DataSources", dependencies: ["Changesets", "OrderedTrees", "PomonaSupport"]),
    .target(name: "DataSourcesTesting", dependencies: ["Changesets", "DataSources", "PomonaSupport"]),
    .target(
      name: "DatabaseSources",
      dependencies: ["Changesets", "DataSources", .product(name: "GRDB", package: "GRDB.swift")]),
    .target(name: "Cells", dependencies: ["Changesets", "DataSources"]),
    .target(name: "Messages", dependencies: ["Changesets", "DataSources"]),
    .target(
      name: "Snapshots", dependencies: ["Changesets", "DataSources", "Messages", "OrderedTrees"]),
    .target(name: "TableViews", dependencies: ["Cells", "Changesets", "DataSources", "Messages"]),
  ],
  tests: [
    .testTarget(name: "ChangesetsTests", dependencies: ["Changesets", "TestKit"]),
    .testTarget(
      name: "DataSourcesTests",
      dependencies: ["Changesets", "DataSources", "DataSourcesTesting", "OrderedTrees", "Snapshots", "TestKit"]),
    .testTarget(
      name: "DataSourcesTestingTests", dependencies: ["Changesets", "DataSources", "DataSourcesTesting", "TestKit"]),
    .testTarget(
      name: "DatabaseSourcesTests",
      dependencies: [
        "Changesets", "DataSources", "DatabaseSources", "TestKit", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      packageAccess: false),
    .testTarget(
      name: "MessagesTests",
      dependencies: ["Changesets", "DataSources", "DataSourcesTesting", "Messages", "TestKit"]),
    .testTarget(
      name: "CellsTests",
      dependencies: [
        "Cells", "Changesets", "DataSources", "DataSourcesTesting", "Messages", "Snapshots", "TableViews", "TestKit",
      ]),
  ])

/// Documents: pages made of cells, and the renderers that write them, in this process or in others.
let documents = House(
  "Documents",
  rooms: [
    .systemLibrary(name: "CCmark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
    .systemLibrary(name: "CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),
    .target(name: "DocumentModel", dependencies: ["CCmark", "CGumbo", "JSONValues", "PomonaSupport"]),
    .target(name: "Mustache", dependencies: ["Diagnostics"]),
    // C code, because it can embed files without an array literal that the Swift compiler would have to check.
    .target(name: "CTemplates", path: "Templates", exclude: ["html", "plugin", "schema", "starter"]),
    .target(name: "Templates", dependencies: ["CTemplates"]),
    .target(
      name: "Rendering",
      dependencies: [
        "Cells", "Changesets", "DataSources", "Diagnostics", "DocumentModel", "Fingerprints", "JSONValues", "Mustache",
        "OrderedTrees", "PomonaSupport", "Templates",
      ]),
    .target(
      name: "RendererPlugin", dependencies: ["Diagnostics", "JSONValues", "Rendering"]),
    .target(
      name: "EPUB",
      dependencies: ["Archives", "Diagnostics", "DocumentModel", "Fingerprints", "JSONValues", "Rendering"],
      path: "Plugins/EPUB/Sources"),
    .executableTarget(
      name: "pomona-epub", dependencies: ["EPUB", "RendererPlugin"], path: "Plugins/EPUB/Command"),
    .systemLibrary(name: "CMessageDigest", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
    .systemLibrary(name: "CProcesses"),
    .target(
      name: "PluginHosting",
      dependencies: ["CMessageDigest", "CProcesses", "Diagnostics", "Fingerprints", "JSONValues", "Rendering"]),
    .target(
      name: "RendererTesting",
      dependencies: ["Diagnostics", "JSONValues", "PluginHosting", "RendererPlugin", "Rendering"]),
  ],
  tests: [
    .testTarget(
      name: "DocumentModelTests", dependencies: ["DocumentModel", "TestKit"], exclude: ["Goldens"]),
    .testTarget(name: "MustacheTests", dependencies: ["Diagnostics", "Mustache", "TestKit"]),
    .testTarget(
      name: "RenderingTests",
      dependencies: [
        "Cells", "Changesets", "DataSources", "Diagnostics", "DocumentModel", "Fingerprints", "JSONValues", "Rendering",
        "TableViews", "Templates", "TestKit",
      ]),
    // A plugin that renders the built-in formats under other names, for tests.
    .executableTarget(name: "PluginChild", dependencies: ["RendererPlugin"]),
    .testTarget(
      name: "PluginHostingTests",
      dependencies: [
        "CatalogKit", "Cells", "DataSources", "Datasets", "Diagnostics", "DocumentModel", "JSONValues", "PluginChild",
        "PluginHosting", "Publishing", "Rendering", "RendererPlugin", "RendererTesting", "TestKit",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "EPUBTests",
      dependencies: [
        "CatalogKit", "EPUB", "Fingerprints", "JSONValues", "PluginHosting", "Rendering", "TestKit", "pomona-epub",
      ]),
  ])

/// Catalogs: data files and a configuration become documents, and these an output folder.
let catalogs = House(
  "Catalogs",
  rooms: [
    .target(
      name: "Datasets",
      dependencies: [
        "Archives", "Changesets", "CSQLite", "DataSources", "Diagnostics", "DocumentModel", "Fingerprints",
        "JSONValues", "OrderedTrees", "PomonaSupport", .product(name: "Yams", package: "Yams"),
      ]),
    .target(name: "Publishing", dependencies: ["Diagnostics", "Fingerprints"]),
    .target(
      name: "CatalogSyntax",
      dependencies: [
        "Changesets", "DataSources", "Datasets", "Diagnostics", "DocumentModel", "Fingerprints", "JSONValues",
        "PluginHosting", "Publishing", "Rendering", "Templates",
        .product(name: "SystemPackage", package: "swift-system"), .product(name: "Yams", package: "Yams"),
      ]),
    .systemLibrary(name: "CFileSystems"),
    .target(
      name: "CatalogKit",
      dependencies: [
        "Archives", "CFileSystems", "CatalogSyntax", "Cells", "Changesets", "DataSources", "Datasets", "Diagnostics",
        "DocumentModel", "Fingerprints", "JSONValues", "PluginHosting", "Publishing", "Rendering", "Templates",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(
      name: "TypedRows",
      dependencies: [
        "CatalogKit", "CatalogSyntax", "DataSources", "Datasets", "Diagnostics", "Fingerprints", "Rendering",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(
      name: "PomonaKit",
      dependencies: ["CatalogKit", "Changesets", "DataSources", "Rendering", "Snapshots", "TableViews", "TypedRows"]),
    .systemLibrary(name: "CEvent", pkgConfig: "libevent_core", providers: [.apt(["libevent-dev"])]),
    .target(
      name: "LivePages",
      dependencies: [
        "CatalogKit", "CatalogSyntax", "Cells", "Changesets", "DataSources", "Datasets", "Diagnostics", "DocumentModel",
        "Fingerprints", "JSONValues", "Messages", "PluginHosting", "Publishing", "Rendering", "Templates",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(name: "CatalogServer", dependencies: ["CEvent", "Diagnostics", "LivePages"]),
    .systemLibrary(name: "CAllocator"),
    .executableTarget(
      name: "pomona",
      dependencies: [
        "CAllocator", "CatalogKit", "CatalogServer", "Datasets", "Diagnostics", "LivePages", "PluginHosting",
        "Publishing", "Rendering", "Templates", "TypedRows",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ],
  tests: [
    .testTarget(
      name: "DatasetsTests",
      dependencies: [
        "Changesets", "DataSources", "DataSourcesTesting", "Datasets", "Diagnostics", "Fingerprints", "TestKit",
      ]),
    // A process that publishes a catalog, which tests suspend and kill.
    .executableTarget(name: "PublishingChild", dependencies: ["CatalogKit", "Fingerprints", "Publishing"]),
    .testTarget(
      name: "PublishingTests",
      dependencies: ["CatalogKit", "Diagnostics", "Fingerprints", "Publishing", "PublishingChild", "TestKit"]),
    .testTarget(
      name: "CatalogSyntaxTests",
      dependencies: [
        "CatalogSyntax", "Changesets", "DataSources", "DataSourcesTesting", "Datasets", "Diagnostics", "JSONValues",
        "Messages", "PluginHosting", "Rendering", "TestKit", .product(name: "Yams", package: "Yams"),
      ]),
    .testTarget(
      name: "CatalogKitTests",
      dependencies: [
        "CatalogKit", "CatalogSyntax", "Cells", "Changesets", "DataSources", "DataSourcesTesting", "Datasets",
        "Diagnostics", "DocumentModel", "Fingerprints", "JSONValues", "PluginHosting", "PomonaKit", "Publishing",
        "Rendering", "TestKit",
      ]),
    .testTarget(
      name: "TypedRowsTests",
      dependencies: [
        "CatalogKit", "Cells", "DataSources", "Datasets", "Diagnostics", "PomonaKit", "Rendering", "TestKit",
        "TypedRows",
      ]),
    .testTarget(
      name: "LivePagesTests",
      dependencies: [
        "CatalogKit", "CatalogSyntax", "Cells", "Changesets", "DataSources", "Datasets", "Diagnostics", "DocumentModel",
        "JSONValues", "LivePages", "Messages", "PluginHosting", "Rendering", "TableViews", "TestKit",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "CatalogServerTests",
      dependencies: ["CatalogKit", "CatalogServer", "Demo", "Diagnostics", "LivePages", "Templates", "TestKit"]),
    .testTarget(name: "PomonaTests", dependencies: ["TestKit", "pomona", "pomona-epub"]),
  ])

/// What uses the houses, and what watches over them.
let around: [Target] = [
  .plugin(name: "CatalogData", capability: .buildTool()),
  .plugin(
    name: "GenerateCatalog",
    capability: .command(
      intent: .custom(
        verb: "generate-catalog", description: "Builds a catalog from a data file or a catalog folder."),
      permissions: [.writeToPackageDirectory(reason: "A catalog is written to a folder of the package.")])
  ),
  // Demonstrates all parts, alone and combined, and the updates of which observers are notified: `swift run showcase`.
  .executableTarget(
    name: "Showcase", dependencies: ["Cells", "DataSources", "DatabaseSources", "Snapshots", "TableViews"],
    path: "Examples/Showcase", exclude: ["Goldens"]),
  // A live catalog with handlers, as a user of the products writes it: `make demo`.
  .executableTarget(
    name: "Demo", dependencies: ["CatalogServer", "PomonaKit"], path: "Examples/Live", exclude: ["catalog"],
    packageAccess: false),
  // Utilities that several test targets share.
  .target(name: "TestKit", dependencies: ["CSQLite", "Diagnostics", "PomonaSupport"], path: "Tests/TestKit"),
  .testTarget(name: "ArchitectureTests", dependencies: ["TestKit"]),
  .testTarget(name: "ShowcaseTests", dependencies: ["Showcase", "TestKit"]),
  // What somebody else writes, such as all code in the documentation: tests that see the products of Pomona, and no
  // declaration that is only for its own rooms.
  .testTarget(
    name: "OutsideTests",
    dependencies: [
      "CatalogKit", "CatalogServer", "Cells", "Changesets", "DataSources", "DataSourcesTesting", "Datasets",
      "Diagnostics", "DocumentModel", "EPUB", "Fingerprints", "JSONValues", "LivePages", "Messages", "PomonaKit",
      "RendererPlugin", "RendererTesting", "Rendering", "Snapshots", "TableViews", "TestKit",
    ],
    packageAccess: false),
]

let houses = [base, chains, documents, catalogs]

let package = Package(
  name: "pomona",
  // Elsewhere than on Linux, the rooms of Chains only, whose locks are those of the standard library.
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .executable(name: "pomona", targets: ["pomona"]),
    .executable(name: "showcase", targets: ["Showcase"]),
    .executable(name: "demo", targets: ["Demo"]),
    .library(name: "Changesets", targets: ["Changesets"]),
    .library(name: "DataSources", targets: ["Changesets", "DataSources", "Messages", "Snapshots"]),
    .library(name: "Cells", targets: ["Changesets", "DataSources", "Cells"]),
    .library(name: "TableViews", targets: ["Changesets", "DataSources", "Messages", "Cells", "TableViews"]),
    .library(name: "DataSourcesTesting", targets: ["DataSourcesTesting"]),
    .library(name: "DatabaseSources", targets: ["Changesets", "DataSources", "DatabaseSources"]),
    .library(name: "PomonaKit", targets: ["PomonaKit"]),
    .library(name: "CatalogServer", targets: ["CatalogServer", "LivePages"]),
    .library(name: "RendererPlugin", targets: ["RendererPlugin"]),
    .library(name: "RendererTesting", targets: ["RendererTesting"]),
    .library(name: "EPUB", targets: ["EPUB"]),
    .executable(name: "pomona-epub", targets: ["pomona-epub"]),
    .plugin(name: "CatalogData", targets: ["CatalogData"]),
    .plugin(name: "GenerateCatalog", targets: ["GenerateCatalog"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: houses.flatMap(\.rooms) + around + houses.flatMap(\.tests)
)

// Benchmarks exist only where they are asked for. They measure Pomona as its users see it: by its products, in release
// builds.
if Context.environment["POMONA_BENCHMARKS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/apple/swift-collections", from: "1.6.0"))
  func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Benchmarks/Sources/\(name)", packageAccess: false)
  }
  func program(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Benchmarks/Sources/\(name)", packageAccess: false)
  }
  package.targets += [
    module("Allocations"),
    module("Measuring"),
    module("Delegation", ["Changesets"]),
    module("ChangesetsSuite", ["Changesets", "Measuring"]),
    module(
      "DataSourcesSuite",
      [
        "Allocations", "Changesets", "DataSources", "Measuring",
        .product(name: "_RopeModule", package: "swift-collections"),
      ]),
    module(
      "CellsSuite",
      ["Allocations", "Cells", "Changesets", "DataSources", "Delegation", "Measuring", "Messages", "TableViews"]),
    // Runs the command as a child process, and `meter` between; only living updates are measured in this process.
    module("CatalogSuite", ["CatalogServer", "LivePages", "Measuring", "PomonaKit"]),
    program("meter"),
    program("read-data", ["PomonaKit"]),
    module("PluginsSuite", ["Measuring", "PomonaKit", "RendererTesting"]),
    program("html-plugin", ["RendererPlugin"]),
    // Performs operations whose work is counted (`make work`).
    program(
      "work",
      ["Allocations", "CellsSuite", "ChangesetsSuite", "DataSourcesSuite", "Measuring", "PomonaKit"]),
    program(
      "bench",
      ["CatalogSuite", "CellsSuite", "ChangesetsSuite", "DataSourcesSuite", "Measuring", "PluginsSuite"]),
  ]
}

// One table of settings for every Swift target, and one for all commands: so that they share each object file.
for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}

// `make test ROOM=Changesets` sees one room, its tests and what both depend on. A room without tests of its own is
// tested with the first room above it.
if let room = Context.environment["POMONA_ROOM"] {
  func names(_ target: Target) -> [String] {
    target.dependencies.compactMap {
      if case .byNameItem(let name, _) = $0 { name } else { nil }
    }
  }
  func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
  }
  guard package.targets.contains(where: { $0.name == room }) else {
    fail("There is no room “\(room)” in Package.swift.")
  }
  let tests = package.targets.filter { $0.type == .test }
  guard let test = tests.first(where: { $0.name == "\(room)Tests" }) ?? tests.first(where: { names($0).contains(room) })
  else { fail("No tests use the room “\(room)” directly.") }

  var kept: Set<String> = []
  func keep(_ name: String) {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { return }
    names(target).forEach(keep)
  }
  keep(room)
  keep(test.name)
  package.targets.removeAll { !kept.contains($0.name) }
  // The other products have no targets here, and tests need none.
  package.products = []
}
