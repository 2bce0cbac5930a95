import Foundation
import TestKit
import Testing

/// `Package.swift` as read by the package manager.
struct PackageManifest {
  /// A target.
  struct Room {
    let name: String
    let type: String
    /// The folder of its files, from the root of the package.
    let folder: String
    /// Whether it sees declarations with the access level `package`.
    let hasPackageAccess: Bool
    /// The modules that it may import: other targets, and products of other packages.
    let dependencies: Set<String>
    /// The dependencies that are targets.
    let targets: Set<String>
  }

  /// The import of a module in a file.
  struct Import {
    let file: String
    let module: String
    let words: Set<Substring>

    var isTestable: Bool { words.contains("@testable") }
    /// Whether public declarations of the file can use those of the module.
    var isPublic: Bool { words.contains("public") }
    /// Whether clients of the file's module also import this one.
    var isExported: Bool { words.contains("@_exported") }
  }

  /// The targets, in the order of the manifest.
  let rooms: [Room]
  /// The targets of each library, by its name.
  let libraries: [String: Set<String>]

  /// The manifest with the benchmarks. It is read once for all tests, because the package manager takes a second for
  /// it.
  static func read() throws -> Self { try shared.get() }

  private static let shared = Result { try Self() }

  private init() throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "pomona-dump-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "POMONA_BENCHMARKS=1", "swift", "package", "--package-path", packageFolder.path(), "--scratch-path",
      scratch.path(),
      "dump-package",
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
    let rooms = try targets.map { target in
      let name = try #require(target["name"] as? String)
      let type = try #require(target["type"] as? String)
      let dependencies = try #require(target["dependencies"] as? [[String: Any]])
        .compactMap { ($0.values.first as? [Any])?.first as? String }
      let parent = type == "plugin" ? "Plugins" : "Tests"
      return Room(
        name: name, type: type, folder: target["path"] as? String ?? "\(parent)/\(name)",
        hasPackageAccess: try #require(target["packageAccess"] as? Bool), dependencies: Set(dependencies),
        targets: names.intersection(dependencies))
    }
    self.rooms = rooms
    found = Dictionary(uniqueKeysWithValues: try rooms.map { ($0.name, try Self.read($0)) })
    let products = try #require(package["products"] as? [[String: Any]])
    libraries = try products.reduce(into: [:]) { libraries, product in
      guard (product["type"] as? [String: Any])?.keys.contains("library") == true else { return }
      libraries[try #require(product["name"] as? String)] = Set(try #require(product["targets"] as? [String]))
    }
  }

  /// The imports of the files of a room.
  func imports(in room: Room) -> [Import] { found[room.name]?.imports ?? [] }

  /// Whether a room has public declarations, which users could use.
  func isPublic(_ name: String) -> Bool { found[name]?.isPublic ?? false }

  /// The rooms whose names a user of a library can import: its targets, and what these export.
  func modules(of targets: Set<String>) -> Set<String> {
    var found: Set<String> = []
    var rest = Array(targets)
    while let name = rest.popLast() {
      guard found.insert(name).inserted, let room = rooms.first(where: { $0.name == name }) else { continue }
      rest += imports(in: room).filter(\.isExported).map(\.module)
    }
    return found
  }

  /// The rooms that some library brings to its users.
  var modulesOfLibraries: Set<String> { libraries.values.reduce(into: []) { $0.formUnion(modules(of: $1)) } }

  /// The imports of the files of each room, and whether they have public declarations.
  private let found: [String: (imports: [Import], isPublic: Bool)]

  private static func read(_ room: Room) throws -> (imports: [Import], isPublic: Bool) {
    var imports: [Import] = []
    var isPublic = false
    for file in try FileManager.default.subpathsOfDirectory(atPath: packageFolder.appending(path: room.folder).path())
      .sorted()
    where file.hasSuffix(".swift") {
      let path = "\(room.folder)/\(file)"
      for line in try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8).split(separator: "\n") {
        // Most lines can be skipped.
        guard let first = line.utf8.first(where: { $0 != UInt8(ascii: " ") }), "@pi".utf8.contains(first) else {
          continue
        }
        let words = line.prefix { $0 != "/" }.split(separator: " ")
        let modifiers = words.prefix { $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) }
        if words.dropFirst(modifiers.count).first == "import", words.count > modifiers.count + 1 {
          imports.append(
            Import(file: path, module: String(words[modifiers.count + 1]), words: Set(modifiers)))
        } else if modifiers.contains("public") {
          isPublic = true
        }
      }
    }
    return (imports, isPublic)
  }
}
