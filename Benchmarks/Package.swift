// swift-tools-version: 6.2
import PackageDescription

var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
if Context.environment["POMONA_STRICT"] != nil {
  settings.append(.treatAllWarnings(as: .error))
}

// Measures Pomona as its users see it: from another package, in release builds, without flags. A suite is a target of its own.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "pomona", path: ".."),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: ["CatalogSuite", "CellsSuite", "ChangesetsSuite", "DataSourcesSuite", "Measuring", "PluginsSuite"],
      swiftSettings: settings
    ),
    .target(
      name: "ChangesetsSuite", dependencies: ["Measuring", .product(name: "Changesets", package: "pomona")],
      swiftSettings: settings
    ),
    .target(
      name: "DataSourcesSuite",
      dependencies: [
        "Allocations", "Measuring", .product(name: "DataSources", package: "pomona"),
        .product(name: "_RopeModule", package: "swift-collections"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "CellsSuite",
      dependencies: ["Allocations", "Delegation", "Measuring", .product(name: "Cells", package: "pomona")],
      swiftSettings: settings
    ),
    // Runs the command as a child process, and `meter` between; only what goes on living is measured in this one.
    .target(
      name: "CatalogSuite", dependencies: ["Measuring", .product(name: "PomonaKit", package: "pomona")],
      swiftSettings: settings
    ),
    .executableTarget(name: "meter"),
    .executableTarget(
      name: "read-data", dependencies: [.product(name: "PomonaKit", package: "pomona")], swiftSettings: settings
    ),
    .target(
      name: "PluginsSuite",
      dependencies: [
        "Measuring", .product(name: "PomonaKit", package: "pomona"),
        .product(name: "RendererTesting", package: "pomona"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "html-plugin", dependencies: [.product(name: "RendererPlugin", package: "pomona")], swiftSettings: settings
    ),
    .target(
      name: "Delegation", dependencies: [.product(name: "Changesets", package: "pomona")], swiftSettings: settings
    ),
    .target(name: "Measuring", swiftSettings: settings),
    .target(name: "Allocations"),
  ]
)
