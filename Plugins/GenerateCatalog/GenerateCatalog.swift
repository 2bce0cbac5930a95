import Foundation
import PackagePlugin

/// `swift package --allow-writing-to-package-directory generate-catalog`: runs `pomona build` in the package's folder, with the same arguments.
@main
struct GenerateCatalog: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.pomona
    process.arguments = ["build"] + arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The command has said what is wrong, and its status says whether that is the data or the arguments.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}

extension PluginContext {
  /// The command that `POMONA_TOOL` names, or else the one that is built from the package.
  fileprivate var pomona: URL {
    get throws {
      if let path = ProcessInfo.processInfo.environment["POMONA_TOOL"] { return URL(filePath: path) }
      return try tool(named: "pomona").url
    }
  }
}
