import CatalogKit
import Diagnostics
import Foundation
import Glibc
import TestKit
import Testing

@testable import PluginHosting

/// Formats that fail while others continue, and plugins that end at any moment.
@Suite struct KeepGoingTests {
  /// The files of the plugin's format, or the other files.
  private func files(of catalog: PluginCatalog, isPlugins: Bool) throws -> [String: Data] {
    try catalog.files().filter { ($0.key.hasSuffix(".txt") || $0.key.hasSuffix("style.css")) == isPlugins }
  }

  @Test(arguments: [false, true]) func theOtherFormatsArePublishedAndTheFailedOneIsPending(_ failsAtOnce: Bool) throws {
    let catalog = try PluginCatalog(naughty: "asset")
    catalog.builderSettings.keepsGoing = true
    try catalog.configure()
    try catalog.build()
    let program = try String(contentsOfFile: catalog.program, encoding: .utf8)
    let before = try files(of: catalog, isPlugins: true)
    #expect(before.keys.contains("style.css") && before.keys.contains("rows/fig.txt"))

    _ = try catalog.scripts.write(
      failsAtOnce
        ? "#!/bin/sh\nexit 3\n"
        : program.replacing(
          "def result(message, **members):", with: "def result(message, **members):\n    last_words(3)"),
      name: "asset")
    try catalog.configure()
    try catalog.write("rows.csv", "name,note\nApple,yellow\nLemon,sour\n")
    for _ in 0..<2 {
      let (report, warnings) = try catalog.build()
      #expect(report.failedFormats == ["naughty"])
      #expect(warnings.contains { $0.message.contains("ended with status 3") }, "\(warnings)")
      #expect(try files(of: catalog, isPlugins: true) == before)
      let others = try files(of: catalog, isPlugins: false)
      #expect(others.keys.contains("rows/lemon.md") && !others.keys.contains("rows/fig.md"))
      #expect(catalog.processes == [])
    }

    _ = try catalog.scripts.write(program, name: "asset")
    try catalog.configure()
    #expect(try catalog.build().report.failedFormats == [])
    let clean = catalog.scripts.path("clean")
    try catalog.build(into: clean)
    #expect(try catalog.files() == catalog.files(in: clean))
    #expect(try catalog.files()["rows/lemon.txt"] == Data("Lemon\n".utf8))
  }

  @Test(arguments: [false, true]) func aCollectedFileIsWholeOrUnchanged(_ keepsGoing: Bool) throws {
    let catalog = try PluginCatalog(diligent: "torn")
    catalog.builderSettings.keepsGoing = keepsGoing
    try catalog.configure()
    try catalog.write("template.txt", "Whole\n")
    try catalog.build()
    let before = try catalog.files()
    #expect(before.keys.contains("catalog.txt"))
    try catalog.write("template.txt", "Torn\n")
    try catalog.write("rows.csv", "name,note\nApple,red\n")
    if keepsGoing {
      #expect(try catalog.build().report.failedFormats == ["diligent"])
      #expect(try catalog.files()["catalog.txt"] == before["catalog.txt"])
      #expect(try catalog.files()["rows/fig.md"] == nil)
    } else {
      let text = try catalog.failure().text
      #expect(text.contains("failed when it put the pages together: it ended with status 7"), "\(text)")
      #expect(try catalog.files() == before)
    }
    #expect(catalog.processes == [])
    try catalog.write("template.txt", "Whole\n")
    try catalog.build()
    let clean = catalog.scripts.path("clean")
    try catalog.build(into: clean)
    #expect(try catalog.files() == catalog.files(in: clean))
  }

  /// Whichever process is killed, and when: a build equals one into an empty folder, or it has failed and changed
  /// nothing.
  @Test func aPluginThatIsKilledAtAnyMomentNeverChangesTheBytes() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let catalog = try PluginCatalog(naughty: "stateless")
    try catalog.configure([])
    var failures = 0
    for round in 0..<10 {
      let rows = (0..<200).map { "Row \($0),\(Int.random(in: 0..<3, using: &generator))" }
      try catalog.write("rows.csv", (["name,note"] + rows).joined(separator: "\n") + "\n")
      let before = try catalog.files()
      let folder = catalog.folder
      let pause = UInt32.random(in: 0..<200_000, using: &generator)
      let killer = Thread {
        while !Thread.current.isCancelled, processes(of: folder).isEmpty {}
        usleep(pause)
        for process in processes(of: folder).compactMap(Int32.init) { kill(process, SIGKILL) }
      }
      killer.start()
      let outcome = Result { try catalog.build() }
      killer.cancel()
      while !killer.isFinished { usleep(1000) }
      switch outcome {
      case .success:
        let clean = catalog.scripts.path("clean-\(round)")
        try catalog.build(into: clean)
        #expect(try catalog.files() == catalog.files(in: clean), "seed \(seed), round \(round)")
      case .failure(let error):
        failures += 1
        #expect(error is DiagnosticsError, "seed \(seed), round \(round)")
        #expect(try catalog.files() == before, "seed \(seed), round \(round): \(error)")
      }
      #expect(catalog.processes == [], "seed \(seed), round \(round)")
    }
    try catalog.build()
    let clean = catalog.scripts.path("clean")
    try catalog.build(into: clean)
    #expect(try catalog.files() == catalog.files(in: clean), "seed \(seed), \(failures) failures")
  }
}
