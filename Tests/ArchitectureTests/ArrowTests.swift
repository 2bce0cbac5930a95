import Foundation
import TestKit
import Testing

/// Compares the rooms with the manifest, which is the one table of dependencies: `Package.swift` lists them from the
/// ground up.
@Suite struct ArrowTests {
  /// The modules of the toolchain.
  private static let system: Set<String> = [
    "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "PackagePlugin",
    "Synchronization",
    "Testing",
  ]

  private let manifest: PackageManifest

  init() throws { manifest = try .read() }

  @Test func roomsDependOnlyOnRoomsBelow() {
    var below: Set<String> = []
    for room in manifest.rooms {
      let above = room.targets.subtracting(below)
      #expect(above.isEmpty, "\(room.name) stands on \(above.sorted()), which are listed below it in Package.swift")
      below.insert(room.name)
    }
  }

  /// `Package.swift` lists the houses from the ground up, so that no room of Chains depends on one of Catalogs.
  @Test func roomsOfAHouseShareItsFolder() {
    let houses = manifest.rooms.compactMap { room -> String? in
      let folders = room.folder.split(separator: "/")
      return folders.first == "Sources" && folders.last == room.name[...] ? String(folders[1]) : nil
    }
    let runs = zip(houses, houses.dropFirst()).filter { $0 != $1 }.count + 1
    #expect(runs == Set(houses).count && runs == 4, "the rooms of a house stand together: \(houses)")
  }

  @Test func filesImportWhatTheirTargetDeclares() throws {
    for room in manifest.rooms where room.type != "system" {
      let imports = manifest.imports(in: room)
      #expect(!imports.isEmpty || room.targets.isEmpty, "the files of \(room.name) were not found")
      for file in imports {
        let isDeclared =
          file.module == room.name || room.dependencies.contains(file.module) || Self.system.contains(file.module)
        #expect(isDeclared, "\(file.file) imports \(file.module), which \(room.name) does not declare")
      }
    }
  }

  @Test func roomsImportWhatTheyDeclare() throws {
    for room in manifest.rooms where !["system", "test"].contains(room.type) {
      let imported = Set(manifest.imports(in: room).map(\.module))
      let unused = room.dependencies.subtracting(imported)
      #expect(unused.isEmpty, "\(room.name) declares \(unused.sorted()), and no file imports them")
    }
  }

  /// Tests may use it, too, for their fixtures.
  @Test func aSystemLibraryHasOneImporter() {
    for library in manifest.rooms where library.type == "system" {
      let importers = manifest.rooms.filter { room in
        room.dependencies.contains(library.name) && !room.folder.hasPrefix("Tests/")
      }.map(\.name)
      #expect(importers.count == 1, "\(library.name) is imported by \(importers)")
    }
  }

  @Test func pluginsCompileNothingOfThePackage() {
    // The dependencies of a plugin are compiled a second time, for the machine that builds, in each build of the whole
    // package.
    for plugin in manifest.rooms where plugin.type == "plugin" {
      #expect(plugin.dependencies.isEmpty, "\(plugin.name) depends on \(plugin.dependencies.sorted())")
    }
  }

  // MARK: - The products

  @Test func outsideTargetsDependOnlyOnLibraries() throws {
    let outside = manifest.rooms.filter { !$0.hasPackageAccess && $0.type != "system" }
    #expect(outside.contains { $0.name == "OutsideTests" } && outside.contains { $0.name == "CatalogSuite" })
    // The utilities of tests are no part of Pomona.
    let visible = manifest.modulesOfLibraries.union(["TestKit"])
    let inner = Set(manifest.rooms.filter { !$0.folder.hasPrefix("Benchmarks/") }.map(\.name)).subtracting(visible)
    for room in outside {
      for file in manifest.imports(in: room) {
        #expect(!file.isTestable, "\(file.file) sees what users of the package do not see")
        #expect(!inner.contains(file.module), "\(file.file) imports \(file.module), which no library brings")
      }
    }
  }

  @Test func librariesExportTheModulesOfTheirInterfaces() throws {
    #expect(manifest.libraries.count >= 9)
    for (library, targets) in manifest.libraries {
      #expect(targets.contains(library), "“import \(library)” is not what brings the library \(library)")
      let modules = manifest.modules(of: targets)
      for room in manifest.rooms where modules.contains(room.name) {
        for file in manifest.imports(in: room) where file.isPublic && manifest.isPublic(file.module) {
          #expect(
            modules.contains(file.module),
            "\(file.file) shows declarations of \(file.module), which a user of \(library) cannot import")
        }
      }
    }
  }

  @Test func theREADMEDescribesEveryRoom() throws {
    let text = try String(contentsOf: packageFolder.appending(path: "README.md"), encoding: .utf8)
    for room in manifest.rooms
    where !["system", "test"].contains(room.type)
      && !["Tests/", "Benchmarks/"].contains(where: room.folder.hasPrefix)
    {
      // The rooms of houses have a line in the table of their house. What is around them is named in a sentence.
      let link = "[`\(room.name)`](\(room.folder))"
      let mention = room.folder.hasPrefix("Sources/") ? "| \(link) |" : link
      #expect(text.contains(mention), "the README does not describe \(room.name)")
    }
  }
}
