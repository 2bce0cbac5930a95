import Foundation

/// What makes a catalog of the packages.
enum Builder {
  /// The command, at a path.
  case pomona(String)
  /// What a person would write in an afternoon, in Python.
  case script
  /// Hugo, of files that are there already.
  case hugo

  /// The builder, for a reader.
  var name: String {
    switch self {
    case .pomona: "pomona"
    case .script: "script"
    case .hugo: "Hugo"
    }
  }

  /// The program and its arguments.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - isReporting: Whether the command is to tell all files.
  func command(for catalog: PackageCatalog, isReporting: Bool) -> [String] {
    switch self {
    case .pomona(let path):
      [path, "build", catalog.source, "--output", catalog.output] + (isReporting ? ["--report", "json"] : [])
    case .script: ["python3", "Benchmarks/Catalog/catalog.py", catalog.data, catalog.output]
    case .hugo: ["hugo", "--quiet", "--source", catalog.hugoSite, "--destination", catalog.output]
    }
  }

  /// Whether a program is there.
  static func hasProgram(_ name: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}
