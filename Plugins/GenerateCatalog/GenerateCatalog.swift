import Foundation
import PackagePlugin

/// Runs `pomona build` in the package's folder with the same arguments.
///
/// Usage: `swift package --allow-writing-to-package-directory generate-catalog`.
@main
struct GenerateCatalog: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.pomona
    process.arguments = ["build"] + arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The command has printed the errors. Its status distinguishes errors in the data from errors in the arguments.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}

extension PluginContext {
  /// The command to run: the one that `POMONA_TOOL` names, or else the one that is built from the package.
  fileprivate var pomona: URL {
    get throws {
      if let path = ProcessInfo.processInfo.environment["POMONA_TOOL"] { return URL(filePath: path) }
      return try tool(named: "pomona").url
    }
  }
}
