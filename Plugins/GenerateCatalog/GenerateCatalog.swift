import Foundation
import PackagePlugin

/// Runs `pomona build`, of an installed command, in the package's folder with the same arguments.
///
/// Usage: `swift package --allow-writing-to-package-directory generate-catalog`.
@main
struct GenerateCatalog: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try PomonaCommand().url
    process.arguments = ["build"] + arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The command has printed the errors. Its status distinguishes errors in the data from errors in the arguments.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}
