// swift-tools-version: 6.2
import PackageDescription

// One table of settings for every Swift target. `make lint` sets POMONA_STRICT, which turns warnings into errors.
var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
if Context.environment["POMONA_STRICT"] != nil {
  settings.append(.treatAllWarnings(as: .error))
}

// The settings of modules that tests try with many random cases. `make test` optimises them in debug builds too, as whole modules, so
// that generic code within a module is specialised. Assertions stay enabled.
var tried = settings
if Context.environment["POMONA_OPTIMISED"] != nil {
  let wholeModule = ["-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2"]
  tried.append(.unsafeFlags(["-O", "-assert-config", "Debug"] + wholeModule))
}

// The dependency of the plugins: the command, which is built for them unless POMONA_TOOL names an installed one.
let command: [Target.Dependency] = Context.environment["POMONA_TOOL"] == nil ? ["pomona"] : []

let package = Package(
  name: "pomona",
  products: [
    .executable(name: "pomona", targets: ["pomona"]),
    .executable(name: "showcase", targets: ["Showcase"]),
    .library(name: "Changesets", targets: ["Changesets"]),
    .library(name: "DataSources", targets: ["Changesets", "DataSources", "Messages", "Snapshots"]),
    .library(name: "Cells", targets: ["Changesets", "DataSources", "Messages", "Cells", "CellDirector"]),
    .library(name: "DataSourcesTesting", targets: ["DataSourcesTesting"]),
    .library(name: "DatabaseSources", targets: ["Changesets", "DataSources", "DatabaseSources"]),
    .library(name: "PomonaKit", targets: ["PomonaKit"]),
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
  // The modules, from the bottom up: a target depends only on targets above it in this list. This is the only table of dependencies;
  // `ArrowTests` checks that the table and the imports of the files comply.
  targets: [
    .target(name: "Diagnostics", swiftSettings: settings),
    .target(name: "JSONValues", swiftSettings: settings),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "Archives", dependencies: ["CZlib"], swiftSettings: settings),
    .target(name: "Changesets", swiftSettings: tried),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .target(name: "Fingerprints", dependencies: ["CXXHash"], swiftSettings: settings),
    .target(name: "OrderedTrees", swiftSettings: tried),
    .target(name: "DataSources", dependencies: ["Changesets", "OrderedTrees"], swiftSettings: tried),
    .target(name: "DataSourcesTesting", dependencies: ["Changesets", "DataSources"], swiftSettings: tried),
    .target(
      name: "DatabaseSources",
      dependencies: ["Changesets", "DataSources", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: settings
    ),
    .target(name: "Messages", dependencies: ["Changesets", "DataSources"], swiftSettings: settings),
    .target(
      name: "Snapshots", dependencies: ["Changesets", "DataSources", "Messages", "OrderedTrees"],
      swiftSettings: settings
    ),
    .target(name: "Cells", dependencies: ["Changesets", "DataSources", "Messages"], swiftSettings: settings),
    .target(
      name: "CellDirector", dependencies: ["Cells", "Changesets", "DataSources", "Messages"], swiftSettings: settings
    ),
    .systemLibrary(name: "CCmark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
    .target(name: "DocumentModel", dependencies: ["CCmark", "JSONValues"], swiftSettings: settings),
    .target(name: "Mustache", dependencies: ["Diagnostics"], swiftSettings: settings),
    // C code, because it can embed files without an array literal that the Swift compiler would have to check.
    .target(name: "CTemplates", path: "Templates", exclude: ["html", "plugin", "schema", "starter"]),
    .target(name: "Templates", dependencies: ["CTemplates"], swiftSettings: settings),
    .target(
      name: "Rendering",
      dependencies: [
        "Cells", "Changesets", "DataSources", "Diagnostics", "DocumentModel", "Fingerprints", "JSONValues", "Mustache",
        "OrderedTrees", "Templates",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "RendererPlugin", dependencies: ["Diagnostics", "JSONValues", "Rendering"], swiftSettings: settings
    ),
    .target(
      name: "EPUB",
      dependencies: ["Archives", "Diagnostics", "DocumentModel", "Fingerprints", "JSONValues", "Rendering"],
      path: "Plugins/EPUB/Sources", swiftSettings: settings
    ),
    .executableTarget(
      name: "pomona-epub", dependencies: ["EPUB", "RendererPlugin"], path: "Plugins/EPUB/Command",
      swiftSettings: settings
    ),
    .systemLibrary(name: "CMessageDigest", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
    .systemLibrary(name: "CProcesses"),
    .target(
      name: "PluginHosting",
      dependencies: ["CMessageDigest", "CProcesses", "Diagnostics", "Fingerprints", "JSONValues", "Rendering"],
      swiftSettings: settings
    ),
    .target(
      name: "RendererTesting",
      dependencies: ["Diagnostics", "JSONValues", "PluginHosting", "RendererPlugin", "Rendering"],
      swiftSettings: settings
    ),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "Datasets",
      dependencies: [
        "Archives", "Changesets", "CSQLite", "DataSources", "Diagnostics", "Fingerprints", "JSONValues",
        "OrderedTrees", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: settings
    ),
    .target(name: "Publishing", dependencies: ["Diagnostics", "Fingerprints"], swiftSettings: settings),
    .target(
      name: "CatalogKit",
      dependencies: [
        "Archives", "Cells", "Changesets", "DataSources", "Datasets", "Diagnostics", "DocumentModel", "Fingerprints",
        "JSONValues", "PluginHosting",
        "Publishing", "Rendering", "Templates",
        .product(name: "SystemPackage", package: "swift-system"), .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: settings
    ),
    .target(name: "PomonaKit", dependencies: ["CatalogKit", "CellDirector", "Snapshots"], swiftSettings: settings),
    .systemLibrary(name: "CAllocator"),
    .executableTarget(
      name: "pomona",
      dependencies: [
        "CAllocator", "CatalogKit", "Datasets", "Diagnostics", "PluginHosting", "Publishing", "Rendering", "Templates",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    .plugin(name: "CatalogData", capability: .buildTool(), dependencies: command),
    .plugin(
      name: "GenerateCatalog",
      capability: .command(
        intent: .custom(
          verb: "generate-catalog", description: "Builds a catalog from a data file or a catalog folder."),
        permissions: [.writeToPackageDirectory(reason: "A catalog is written to a folder of the package.")]),
      dependencies: command
    ),

    // Demonstrates all parts, alone and combined, and the updates of which observers are notified: `swift run showcase`.
    .executableTarget(
      name: "Showcase", dependencies: ["CellDirector", "Cells", "DataSources", "DatabaseSources", "Snapshots"],
      path: "Examples/Showcase", exclude: ["Goldens"], swiftSettings: settings
    ),

    // Utilities that several test targets share.
    .target(name: "TestKit", path: "Tests/TestKit", swiftSettings: settings),
    .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    .testTarget(name: "JSONValuesTests", dependencies: ["JSONValues", "TestKit"], swiftSettings: settings),
    .testTarget(name: "ArchivesTests", dependencies: ["Archives", "TestKit"], swiftSettings: settings),
    .testTarget(name: "FingerprintsTests", dependencies: ["Fingerprints"], swiftSettings: settings),
    .testTarget(name: "ChangesetsTests", dependencies: ["Changesets", "TestKit"], swiftSettings: settings),
    .testTarget(name: "OrderedTreesTests", dependencies: ["OrderedTrees", "TestKit"], swiftSettings: settings),
    .testTarget(
      name: "DataSourcesTests",
      dependencies: ["Changesets", "DataSources", "DataSourcesTesting", "OrderedTrees", "Snapshots", "TestKit"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DataSourcesTestingTests", dependencies: ["Changesets", "DataSources", "DataSourcesTesting", "TestKit"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DatabaseSourcesTests",
      dependencies: [
        "Changesets", "DataSources", "DatabaseSources", "TestKit", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MessagesTests",
      dependencies: ["Changesets", "DataSources", "DataSourcesTesting", "Messages", "TestKit"], swiftSettings: settings
    ),
    .testTarget(
      name: "CellsTests",
      dependencies: [
        "CellDirector", "Cells", "Changesets", "DataSources", "DataSourcesTesting", "Messages", "Snapshots", "TestKit",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DocumentModelTests", dependencies: ["DocumentModel", "TestKit"], exclude: ["Goldens"],
      swiftSettings: settings
    ),
    .testTarget(name: "MustacheTests", dependencies: ["Diagnostics", "Mustache", "TestKit"], swiftSettings: settings),
    .testTarget(
      name: "DatasetsTests",
      dependencies: [
        "Changesets", "DataSources", "DataSourcesTesting", "Datasets", "Diagnostics", "Fingerprints", "TestKit",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    // A process that publishes a catalog, which tests suspend and kill.
    .executableTarget(
      name: "PublishingChild", dependencies: ["CatalogKit", "Fingerprints", "Publishing"],
      path: "Tests/PublishingChild", swiftSettings: settings
    ),
    .testTarget(
      name: "PublishingTests",
      dependencies: ["CatalogKit", "Diagnostics", "Fingerprints", "Publishing", "PublishingChild", "TestKit"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "RenderingTests",
      dependencies: [
        "CellDirector", "Cells", "Changesets", "DataSources", "Diagnostics", "DocumentModel", "Fingerprints",
        "JSONValues", "Messages", "Rendering", "TestKit",
      ],
      swiftSettings: settings
    ),
    // A plugin that renders the built-in formats under other names, for tests.
    .executableTarget(
      name: "PluginChild", dependencies: ["RendererPlugin"], path: "Tests/PluginChild", swiftSettings: settings
    ),
    .testTarget(
      name: "PluginHostingTests",
      dependencies: [
        "CatalogKit", "Cells", "DataSources", "Datasets", "Diagnostics", "DocumentModel", "JSONValues", "PluginChild",
        "PluginHosting", "Publishing", "Rendering", "RendererPlugin", "RendererTesting", "TestKit",
      ],
      exclude: ["Fixtures"], swiftSettings: settings
    ),
    .testTarget(
      name: "CatalogKitTests",
      dependencies: [
        "CatalogKit", "Cells", "Changesets", "DataSources", "DataSourcesTesting", "Datasets", "Diagnostics",
        "DocumentModel", "Fingerprints", "JSONValues", "PluginHosting", "PomonaKit", "Publishing", "Rendering",
        "TestKit",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EPUBTests",
      dependencies: ["CatalogKit", "EPUB", "Fingerprints", "JSONValues", "PluginHosting", "Rendering", "pomona-epub"],
      swiftSettings: settings
    ),
    .testTarget(name: "PomonaTests", dependencies: ["TestKit", "pomona"], swiftSettings: settings),
    .testTarget(name: "ShowcaseTests", dependencies: ["Showcase"], swiftSettings: settings),
  ]
)
