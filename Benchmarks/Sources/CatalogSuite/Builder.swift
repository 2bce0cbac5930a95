import Foundation

/// A program that builds the catalog of packages.
enum Builder {
  /// Pomona's command at a path.
  case pomona(String)
  /// A script in Python, such as a person would write in an afternoon.
  case script
  /// Hugo, from content files that exist already.
  case hugo

  /// The name of the builder in the results.
  var name: String {
    switch self {
    case .pomona: "pomona"
    case .script: "script"
    case .hugo: "Hugo"
    }
  }

  /// Returns the program and its arguments.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - isReporting: Whether Pomona's command reports all files.
  func command(for catalog: PackageCatalog, isReporting: Bool) -> [String] {
    switch self {
    case .pomona(let path):
      [path, "build", catalog.source, "--output", catalog.output] + (isReporting ? ["--report", "json"] : [])
    case .script: ["python3", "Benchmarks/Catalog/catalog.py", catalog.data, catalog.output]
    case .hugo: ["hugo", "--quiet", "--source", catalog.hugoSite, "--destination", catalog.output]
    }
  }

  /// Returns whether a program is installed.
  static func hasProgram(_ name: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}
