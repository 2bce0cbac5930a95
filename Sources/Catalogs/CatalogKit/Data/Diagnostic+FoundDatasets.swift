import Datasets
import Diagnostics
import SystemPackage

extension Diagnostic {
  /// Returns the error that nothing exists at the path of a catalog.
  static func notFound(_ path: String) -> Diagnostic {
    let place = FilePath(path)
    let folder = place.removingLastComponent()
    let meant = place.lastComponent.flatMap { $0.string.closest(in: folder.visibleNames) }
    let files = dataFiles(in: folder)
    let remedy =
      if let meant {
        "Did you mean “\(InputFolder(folder).place(of: meant))”?"
      } else if !files.isEmpty {
        "There are: \(list(files))."
      } else {
        "Name a data file, or a folder with data files or a \(CatalogConfiguration.fileName)."
      }
    return Diagnostic(
      code: "catalog/not-found", "there is no such file or folder", at: .init(file: path),
      hint: "\(remedy) Data files end in \(DatasetFormat.endings).")
  }

  /// Returns the error that the folder of a followed catalog has lost its configuration.
  static func lostConfiguration(at path: String) -> Diagnostic {
    Diagnostic(
      code: "catalog/no-configuration", "the folder has no \(CatalogConfiguration.fileName) any more",
      at: .init(file: path), hint: "Put it back, or begin anew if the catalog is to be that of the data files alone.")
  }

  /// Returns the error that a folder has neither a configuration nor data.
  static func noData(in folder: FilePath, as path: String) -> Diagnostic {
    let inside = folder.visibleNames.map { InputFolder(folder).place(of: $0) }.filter { place in
      place.isFolder && (place.appending(CatalogConfiguration.fileName).exists || !dataFiles(in: place).isEmpty)
    }
    let remedy =
      inside.isEmpty
      ? "Name a data file, or write an example with `pomona init`."
      : "Build a folder in it: \(list(inside.map(\.string)))."
    return Diagnostic(
      code: "catalog/no-configuration", "the folder has no \(CatalogConfiguration.fileName) and no data files",
      at: .init(file: path), hint: "\(remedy) Data files end in \(DatasetFormat.endings).")
  }

  /// Returns the error that a folder of data is also the output of a catalog, whose files would become data of the next
  /// build.
  static func isOutput(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "catalog/is-output", "a catalog is built into this folder, so that not all in it is data",
      at: .init(file: path),
      hint: "Name another folder with --output, or write a \(CatalogConfiguration.fileName) that names the data.")
  }

  private static func dataFiles(in folder: FilePath) -> [String] {
    folder.visibleNames.filter { $0 != CatalogConfiguration.fileName && (try? DatasetFormat(path: $0)) != nil }
      .filter { !folder.appending($0).isFolder }
      .map { InputFolder(folder).place(of: $0).string }
  }

  private static func list(_ paths: [String]) -> String {
    paths.prefix(10).joined(separator: ", ") + (paths.count > 10 ? ", …" : "")
  }
}

extension FoundDatasets {
  /// A warning about data that is not read.
  var warnings: [Diagnostic] {
    let unread = unread
    let texts = unread.folders.map { "\($0.name)/ (\($0.count.counted("file")))" } + unread.hiddenFiles
    guard !texts.isEmpty else { return [] }
    let remedy =
      if let first = unread.folders.first {
        "Build a folder by itself, `pomona build \(InputFolder(folder).place(of: first.name))`, or name all of them in a catalog.yml, which `pomona init \(path)` begins."
      } else {
        "Rename the files so that their names do not begin with a dot, or name them in a catalog.yml."
      }
    return [
      Diagnostic(
        .warning, code: "catalog/unread", "there is data here that is not read: \(texts.listed())",
        at: .init(file: path), hint: remedy)
    ]
  }
}
