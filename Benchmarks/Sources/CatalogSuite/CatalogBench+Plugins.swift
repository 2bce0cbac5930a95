import Foundation
public import Measuring

/// Measures the simple catalog with its web pages rendered by a separate process, against rendering within one process.
public func runWithPlugin(_ report: (Measuring.Measurement) -> Void) {
  do {
    let suite = try CatalogBench()
    let place = suite.fastest
    let within = try suite.withCatalog(.simple, in: place, by: suite.pomona) { catalog in
      try Cost(leastOf: 3) { try catalog.build(isClean: true) }
    }
    let through = try suite.withCatalog(.simple, in: place, by: suite.pomona) { catalog in
      try catalog.renderHTML(by: suite.htmlPlugin)
      return try Cost(leastOf: 3) { try catalog.build(isClean: true) }
    }
    report(
      Measuring.Measurement(
        "clean build through a process, \(place.name)", through.seconds * 1e3, against: within.seconds * 1e3,
        "within one process", goal: 2.5))
    report(
      Measuring.Measurement(
        "memory of a clean build through a process, \(place.name)", through.peakMemory / 1e6,
        against: within.peakMemory / 1e6, "within one process", unit: "MB", goal: 1.2))
  } catch {
    fail(error)
  }
}

extension CatalogBench {
  /// The program that renders web pages, in the folder of this program.
  fileprivate var htmlPlugin: String {
    URL(filePath: CommandLine.arguments[0]).standardizedFileURL.deletingLastPathComponent()
      .appending(path: "html-plugin").path(percentEncoded: false)
  }
}

extension PackageCatalog {
  /// Configures a program to render the web pages, pinned by its digest.
  fileprivate func renderHTML(by program: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sha256sum")
    process.arguments = [program]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let digest = text.split(separator: " ").first else { throw Failure("\(program) has no digest") }
    let file = URL(filePath: "\(source)/catalog.yml")
    let configuration = try String(contentsOf: file, encoding: .utf8)
    try "\(configuration)formats:\n  html: { plugin: \(program), digest: \(digest) }\n"
      .write(to: file, atomically: true, encoding: .utf8)
  }
}
