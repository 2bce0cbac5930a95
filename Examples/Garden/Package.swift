// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"), .treatAllWarnings(as: .error),
]

// A package that uses Pomona's plugins: `swift run garden`, and
// `swift package --allow-writing-to-package-directory generate-catalog Sources/Garden/Catalog`.
let package = Package(
  name: "garden",
  products: [.executable(name: "garden", targets: ["Garden"])],
  dependencies: [.package(name: "pomona", path: "../..")],
  targets: [
    .executableTarget(
      name: "Garden",
      dependencies: [.product(name: "PomonaKit", package: "pomona")],
      // The program reads the rows from this file. The archive and the types need no line here.
      resources: [.copy("Catalog/fruits.csv")],
      swiftSettings: settings,
      plugins: [.plugin(name: "CatalogData", package: "pomona")]
    ),
    .testTarget(
      name: "GardenTests", dependencies: ["Garden", .product(name: "PomonaKit", package: "pomona")],
      swiftSettings: settings),
  ]
)
