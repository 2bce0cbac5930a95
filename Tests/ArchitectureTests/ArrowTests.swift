import Foundation
import Testing

/// Holds the rooms to the manifest, which is the one table of what stands on what: `Package.swift` lists them from the ground up.
@Suite struct ArrowTests {
  /// What comes with the toolchain.
  private static let system: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "PackagePlugin", "Synchronization",
    "Testing",
  ]

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func roomsStandOnlyOnRoomsBelow() throws {
    var below: Set<String> = []
    for room in try Self.rooms() {
      let above = room.targets.subtracting(below)
      #expect(above.isEmpty, "\(room.name) stands on \(above.sorted()), which are listed below it in Package.swift")
      below.insert(room.name)
    }
  }

  @Test func filesImportWhatTheirTargetDeclares() throws {
    for room in try Self.rooms() where room.type != "system" {
      let imports = try Self.imports(in: room.folder)
      #expect(!imports.isEmpty || room.targets.isEmpty, "the files of \(room.name) were not found")
      for (file, module) in imports {
        let isDeclared = module == room.name || room.dependencies.contains(module) || Self.system.contains(module)
        #expect(isDeclared, "\(file) imports \(module), which \(room.name) does not declare")
      }
    }
  }

  @Test func roomsImportWhatTheyDeclare() throws {
    // A plugin runs what it depends on.
    for room in try Self.rooms() where !["system", "test", "plugin"].contains(room.type) {
      let imported = Set(try Self.imports(in: room.folder).map(\.module))
      let unused = room.dependencies.subtracting(imported)
      #expect(unused.isEmpty, "\(room.name) declares \(unused.sorted()), and no file imports them")
    }
  }

  @Test func aSystemLibraryHasOneImporter() throws {
    let rooms = try Self.rooms()
    for library in rooms where library.type == "system" {
      let importers = rooms.filter { $0.dependencies.contains(library.name) }.map(\.name)
      #expect(importers.count == 1, "\(library.name) is imported by \(importers)")
    }
  }

  @Test func theREADMEDescribesEveryRoom() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    for room in try Self.rooms() where room.type != "system" && room.type != "test" && !room.folder.hasPrefix("Tests/")
    {
      #expect(text.contains("| [`\(room.name)`](\(room.folder)) |"), "the README has no line for \(room.name)")
    }
  }

  // MARK: - Reading the package

  /// A target of the package.
  private struct Room {
    let name: String
    let type: String
    /// The folder of its files, from the root of the package.
    let folder: String
    /// The modules that it may import: other targets, and products of other packages.
    let dependencies: Set<String>
    /// Those that are targets.
    let targets: Set<String>
  }

  /// The targets as the package manager reads them, in the order of the manifest.
  private static func rooms() throws -> [Room] {
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
    let targets = try #require(package["targets"] as? [[String: Any]])
    let names = Set(targets.compactMap { $0["name"] as? String })
    return try targets.map { target in
      let name = try #require(target["name"] as? String)
      let type = try #require(target["type"] as? String)
      let dependencies = try #require(target["dependencies"] as? [[String: Any]])
        .compactMap { ($0.values.first as? [Any])?.first as? String }
      let parent = ["test": "Tests", "plugin": "Plugins"][type] ?? "Sources"
      return Room(
        name: name, type: type, folder: target["path"] as? String ?? "\(parent)/\(name)",
        dependencies: Set(dependencies), targets: names.intersection(dependencies))
    }
  }

  /// The modules that the files of a folder import.
  private static func imports(in folder: String) throws -> [(file: String, module: String)] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path())
      .filter { $0.hasSuffix(".swift") }.sorted().flatMap { file in
        try String(contentsOf: root.appending(path: folder).appending(path: file), encoding: .utf8)
          .split(separator: "\n").compactMap { line -> (String, String)? in
            let words = line.prefix { $0 != "/" }.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), keyword <= 2, words.count > keyword + 1,
              words[..<keyword].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) })
            else { return nil }
            return ("\(folder)/\(file)", String(words[keyword + 1]))
          }
      }
  }
}
