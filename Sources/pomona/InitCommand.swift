import ArgumentParser
import CatalogKit

/// `pomona init`
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a small catalog to start from.",
    discussion: "DIR is made if need be; a folder that has files in it is left alone.")

  @Argument(help: "The folder of the new catalog.")
  var dir: String

  func run() throws {
    let files = try StarterCatalog.write(to: dir)
    try StandardOutput.print("Wrote \(files.joined(separator: ", ")) in \(dir)")
    try StandardOutput.print("Build it with: pomona build \(dir)")
  }
}
