import Foundation
import Testing

/// Holds the arrows between the rooms to the design: what a target declares, and what its files really import.
@Suite struct ArrowTests {
  /// What each room may import of ours. A room is listed below the rooms that it stands on.
  private static let rooms: [(name: String, imports: Set<String>)] = [
    ("Diagnostics", []),
    ("CXXHash", []),
    ("Fingerprints", ["CXXHash"]),
    ("Changesets", []),
    ("DataSources", ["Changesets"]),
    ("DataSourcesTesting", ["Changesets", "DataSources"]),
    ("DatabaseSources", ["Changesets", "DataSources"]),
    ("Messages", ["Changesets", "DataSources"]),
    ("Cells", ["Changesets", "DataSources", "Messages"]),
    ("CCmark", []),
    ("DocumentModel", ["CCmark"]),
    ("Mustache", ["Diagnostics"]),
    ("Templates", []),
    (
      "Rendering",
      ["Cells", "Changesets", "DataSources", "Diagnostics", "DocumentModel", "Fingerprints", "Mustache", "Templates"]
    ),
    ("CSQLite", []),
    ("CZlib", []),
    ("Datasets", ["Changesets", "CSQLite", "CZlib", "DataSources", "Diagnostics", "Fingerprints"]),
    ("Publishing", ["Diagnostics", "Fingerprints"]),
    (
      "CatalogKit",
      [
        "Cells", "Changesets", "DataSources", "Datasets", "Diagnostics", "DocumentModel", "Fingerprints", "Publishing",
        "Rendering", "Templates",
      ]
    ),
    ("pomona", ["CatalogKit", "Datasets", "Diagnostics", "Publishing", "Rendering"]),
    ("ExampleKit", ["Changesets", "DataSources"]),
    ("Showcase", ["Changesets", "DataSources", "ExampleKit"]),
    (
      "FruitypediaApp",
      [
        "Cells", "Changesets", "DataSources", "DatabaseSources", "DocumentModel", "ExampleKit", "Messages", "Rendering",
      ]
    ),
  ]

  /// Where rooms are that are not in `Sources`.
  private static let folders = [
    "ExampleKit": "Examples/Kit", "FruitypediaApp": "Examples/FruitypediaApp", "Showcase": "Examples/Showcase",
    "Templates": "Templates",
  ]

  /// Which rooms may use which package.
  private static let packages: [String: Set<String>] = [
    "CatalogKit": ["SystemPackage", "Yams"], "DatabaseSources": ["GRDB"], "Datasets": ["Yams"],
    "FruitypediaApp": ["GRDB"],
    "pomona": ["ArgumentParser"],
  ]

  /// What only tests use.
  private static let testing: Set<String> = ["PublishingChild", "TestKit"]

  /// What comes with the toolchain.
  private static let system: Set<String> = [
    "Foundation", "FoundationEssentials", "Glibc", "Dispatch", "Synchronization",
  ]

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func roomsStandOnlyOnRoomsBelow() {
    var below: Set<String> = []
    for room in Self.rooms {
      #expect(room.imports.isSubset(of: below), "\(room.name) imports a room that stands above it")
      below.insert(room.name)
    }
  }

  @Test func targetsDeclareWhatTheDesignAllows() throws {
    let targets = try Self.targets()
    let declared = targets.filter { $0.type != "test" && !Self.testing.contains($0.name) }
    #expect(Set(declared.map(\.name)) == Set(Self.rooms.map(\.name)))
    for target in declared {
      let room = try #require(Self.rooms.first { $0.name == target.name })
      let allowed = room.imports.union(Self.packages[target.name] ?? [])
      #expect(Set(target.dependencies) == allowed, "dependencies of \(target.name)")
    }
  }

  @Test func filesImportWhatTheirTargetDeclares() throws {
    var count = 0
    for room in Self.rooms {
      let folder = Self.folders[room.name] ?? "Sources/\(room.name)"
      let allowed = room.imports.union(Self.packages[room.name] ?? []).union(Self.system)
      for file in try Self.swiftFiles(in: folder) {
        let text = try String(contentsOf: file, encoding: .utf8)
        for line in text.split(separator: "\n") {
          let words = line.split(separator: " ")
          guard let keyword = words.firstIndex(of: "import"), keyword <= 2, words.count > keyword + 1,
            !line.contains("//")
          else { continue }
          let module = String(words[keyword + 1])
          #expect(allowed.contains(module), "\(room.name)/\(file.lastPathComponent) imports \(module)")
          count += 1
        }
      }
    }
    #expect(count > 20, "the files were not found")
  }

  @Test func onlyTheDocumentModelKnowsLibcmark() {
    #expect(Self.rooms.filter { $0.imports.contains("CCmark") }.map(\.name) == ["DocumentModel"])
  }

  // MARK: - Reading the package

  private struct Target {
    var name: String
    var type: String
    var dependencies: [String]
  }

  /// The targets as the package manager sees them.
  private static func targets() throws -> [Target] {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "pomona-dump-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", root.path(), "--scratch-path", scratch.path(), "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let package = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(package["targets"] as? [[String: Any]]).map { target in
      let dependencies = try #require(target["dependencies"] as? [[String: Any]])
      return Target(
        name: try #require(target["name"] as? String), type: try #require(target["type"] as? String),
        dependencies: dependencies.compactMap { ($0.values.first as? [Any])?.first as? String })
    }
  }

  private static func swiftFiles(in folder: String) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path())
      .filter { $0.hasSuffix(".swift") }.map { root.appending(path: folder).appending(path: $0) }
  }
}
