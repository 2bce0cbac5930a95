// swift-tools-version: 6.2
import PackageDescription

// What somebody else writes: a package of its own, which sees the products of Pomona and no more.
let package = Package(
  name: "outside",
  dependencies: [.package(name: "pomona", path: "../..")],
  targets: [
    .testTarget(
      name: "OutsideTests",
      dependencies: [
        .product(name: "DataSources", package: "pomona"), .product(name: "DataSourcesTesting", package: "pomona"),
        .product(name: "EPUB", package: "pomona"), .product(name: "PomonaKit", package: "pomona"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ]
    )
  ]
)
