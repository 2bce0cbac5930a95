// A plugin that serves the formats of Pomona, and one that disturbs its own messages: the one that its name ends in,
// such as `pomona-html`, or all of them.
import Foundation
import RendererPlugin

/// Prints, and starts a process that reads and writes what it inherits.
struct Noisy: PageRenderer {
  let format = "noisy"

  func render(_ page: Page) throws -> [UInt8] {
    print("rendering \(page.title)")
    fflush(nil)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "cat; echo echo"]
    try process.run()
    process.waitUntilExit()
    return Array(page.title.utf8)
  }
}

let name = CommandLine.arguments[0].split(separator: "-").last.map(String.init) ?? ""
let known = RendererFormat.builtIn + [RendererFormat(Noisy())]
let formats = known.filter { $0.name == name }
PluginProcess.serve(formats.isEmpty ? known : formats, name: "builtin", version: "1")
