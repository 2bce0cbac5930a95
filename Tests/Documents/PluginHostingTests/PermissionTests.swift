import CatalogKit
import Diagnostics
import Foundation
import Testing

@testable import PluginHosting

/// The permission to run programs.
@Suite struct PermissionTests {
  @Test func aNewProgramHasToBeAllowedOnce() throws {
    let catalog = try PluginCatalog(naughty: "fine")
    catalog.isPinned = false
    try catalog.configure()
    let text = try catalog.failure().text
    #expect(text.contains("--allow-plugin naughty") && text.contains("digest: "), "\(text)")
    #expect(catalog.notes(".starts") == [])

    catalog.options.allowedPlugins = ["naughty"]
    try catalog.build()
    #expect(catalog.notes(".starts").count == 1)

    catalog.options.allowedPlugins = []
    try catalog.write("rows.csv", "name,note\nLemon,sour\n")
    try catalog.build()
    #expect(try catalog.files()["rows/lemon.txt"] == Data("Lemon\n".utf8))

    let program = try String(contentsOfFile: catalog.program, encoding: .utf8)
    _ = try catalog.scripts.write(program + "# changed\n", name: "fine")
    try catalog.write("rows.csv", "name,note\nLime,sour\n")
    catalog.forgetNotes()
    #expect(try catalog.failure().text.contains("--allow-plugin naughty"))
    #expect(catalog.notes(".starts") == [])
  }

  @Test func aProgramOfAnotherDigestIsNotStarted() throws {
    let catalog = try PluginCatalog(naughty: "fine")
    try catalog.configure()
    let program = try String(contentsOfFile: catalog.program, encoding: .utf8)
    _ = try catalog.scripts.write(program + "# changed\n", name: "fine")
    catalog.options.allowedPlugins = ["naughty"]
    let text = try catalog.failure().text
    #expect(text.contains("is another program than the one that is pinned"), "\(text)")
    #expect(catalog.notes(".starts") == [])
  }

  @Test func aMissingProgramIsAnErrorUnlessItIsOptional() throws {
    let catalog = try PluginCatalog(naughty: "fine")
    try catalog.configure()
    try FileManager.default.removeItem(atPath: catalog.program)
    #expect(try catalog.failure().text.contains("cannot be started"))
    #expect(try catalog.files() == [:])

    catalog.isPinned = false
    catalog.settings = ["optional: true"]
    try catalog.configure()
    let (report, warnings) = try catalog.build()
    #expect(report.formats == ["markdown"])
    #expect(warnings.count == 1 && warnings.first?.severity == .warning, "\(warnings)")

  }

  @Test func aProgramThatIsNotExecutableIsNotStarted() throws {
    let catalog = try PluginCatalog(naughty: "fine")
    try catalog.configure()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: catalog.program)
    let text = try catalog.failure().text
    #expect(text.contains("cannot be started") && text.contains("chmod"), "\(text)")
  }

  @Test func aProgramWithoutAPathIsSearchedInPATH() throws {
    let catalog = try PluginCatalog(naughty: "fine")
    let program = try String(contentsOfFile: catalog.program, encoding: .utf8)
    try catalog.write("catalog.yml", "datasets: { rows: { file: rows.csv, key: name } }\nformats: [naughty]\n")
    catalog.builderSettings.environment["PATH"] = catalog.scripts.path("bin")
    let text = try catalog.failure().text
    #expect(text.contains("pomona-naughty on the PATH"), "\(text)")

    try catalog.write("bin/pomona-naughty", program.replacing("MODE not in", with: "False and MODE not in"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: catalog.scripts.path("bin/pomona-naughty"))
    catalog.options.allowedPlugins = ["naughty"]
    try catalog.build()
    #expect(try catalog.files()["rows/fig.txt"] == Data("Fig\n".utf8))
  }

  @Test func pluginsCanBeRefusedOrIgnored() throws {
    let catalog = try PluginCatalog(naughty: "fine")
    try catalog.configure()
    catalog.options.plugins = .refuse
    #expect(try catalog.failure().text.contains("none may run"))
    catalog.options.plugins = .ignore
    #expect(try catalog.build().report.formats == ["markdown"])
    #expect(catalog.notes(".starts") == [])
  }
}
