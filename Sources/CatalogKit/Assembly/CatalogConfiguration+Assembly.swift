import Datasets
import Diagnostics
import Rendering
import SystemPackage

extension CatalogConfiguration {
  /// The name of the file that makes a folder a catalog.
  static let fileName = "catalog.yml"

  /// The configuration of a catalog's folder, or of a data file that stands alone, and the folder that its files are in.
  static func find(
    at path: String, formats: [RendererFormat], log: InputManifest
  ) throws(DiagnosticsError) -> (CatalogConfiguration, folder: FilePath) {
    let place = FilePath(path)
    let name = Catalog.name(at: path)
    guard place.isFolder else {
      guard path == Catalog.standardInput || place.exists else {
        log.note(path)
        throw DiagnosticsError(.notFound(path))
      }
      var configuration = CatalogConfiguration(title: Dataset.title(fromName: name))
      let file = place.lastComponent?.string ?? path
      configuration.datasets = [DatasetEntry(name: Name(name), files: [Name(file)])]
      return (configuration, place.removingLastComponent())
    }
    let file = InputFolder(place).place(of: fileName)
    log.note(file)
    guard file.exists else { throw DiagnosticsError(.noConfiguration(in: place, as: path)) }
    let configuration = try CatalogConfiguration(
      yaml: file.text(), file: file.string, title: Dataset.title(fromName: name), formats: formats)
    return (configuration, place)
  }

  /// The renderers that are asked for, each once; formats that do not exist, and options that make no sense, are reported.
  ///
  /// - Parameters:
  ///   - known: The formats of the program.
  ///   - plugins: Those that are programs of their own.
  ///   - folder: The catalog's folder, which themes are in.
  ///   - info: The catalog.
  ///   - log: Notes the files that renderers are created from.
  func renderers(
    among known: [RendererFormat], plugins: PluginFormats, folder: InputFolder, info: CatalogInfo, log: InputManifest,
    findings: inout [Diagnostic]
  ) -> [any PageRenderer] {
    var seen: Set<String> = []
    var renderers: [any PageRenderer] = []
    for entry in formats where seen.insert(entry.name.text).inserted {
      do throws(DiagnosticsError) {
        if let plugin = entry.plugin {
          let renderer = try plugins.renderer(
            of: plugin, named: entry.name, among: known, folder: folder, info: info, hasSearch: documents.search != nil,
            log: log)
          if let renderer { renderers.append(renderer) }
          continue
        }
        guard let format = known.first(where: { $0.name == entry.name.text }) else { continue }
        var settings = RendererSettings(options: entry.options) {
          folder.place(of: $0).string
        } noteInput: { file in
          log.note(file)
        }
        settings.hasSearch = documents.search != nil
        renderers.append(try format.renderer(settings))
      } catch {
        findings += error.diagnostics.map { finding in
          var finding = finding
          if finding.location == .init() { finding.location = entry.name.location }
          return finding
        }
      }
    }
    return renderers
  }

  /// Opens the data files; everything that is wrong with them is reported.
  func openDatasets(in folder: InputFolder, log: InputManifest, findings: inout [Diagnostic]) -> [OpenDataset] {
    var names: Set<String> = []
    return datasets.compactMap { entry in
      guard names.insert(entry.name.text).inserted else {
        findings.append(
          Diagnostic(
            code: "catalog/duplicate-dataset", "there are two data sets “\(entry.name.text)”", at: entry.name.location,
            hint: "Give each a name of its own."))
        return nil
      }
      do throws(DiagnosticsError) {
        let leaf = try OpenDataset(entry, in: folder, log: log)
        findings += leaf.cellFindings()
        return leaf
      } catch {
        findings += error.diagnostics.map(entry.located)
        return nil
      }
    }
  }
}

extension CatalogConfiguration.DatasetEntry {
  /// A finding of a reader; one about a field that the configuration names points at that.
  func located(_ finding: Diagnostic) -> Diagnostic {
    let names = [key, titleField].compactMap(\.self) + types.map(\.field)
    guard finding.code == "datasets/unknown-field",
      let name = names.first(where: { finding.message.contains("“\($0.text)”") }), name.location != .init()
    else { return finding }
    var finding = finding
    finding.location = name.location
    return finding
  }
}

extension Diagnostic {
  /// There is nothing at the path of a catalog.
  fileprivate static func notFound(_ path: String) -> Diagnostic {
    let place = FilePath(path)
    let folder = place.removingLastComponent()
    let meant = place.lastComponent.flatMap { $0.string.closest(in: folder.visibleNames) }
    return Diagnostic(
      code: "catalog/not-found", "there is no such file or folder", at: .init(file: path),
      hint: meant.map { "Did you mean “\(InputFolder(folder).place(of: $0))”?" }
        ?? "Name a folder with a \(CatalogConfiguration.fileName), or a data file: \(DatasetFormat.endings).")
  }

  /// The folder of a catalog has no configuration.
  fileprivate static func noConfiguration(in folder: FilePath, as path: String) -> Diagnostic {
    let names = folder.visibleNames
    let files = names.filter { (try? DatasetFormat(path: $0)) != nil && !folder.appending($0).isFolder }
      .map { InputFolder(folder).place(of: $0).string }
    let isOfPages = names.contains { FilePath($0).extension == "md" }
    let way =
      if files.count == 1 {
        "Build \(files[0])"
      } else if !files.isEmpty {
        "Build a data file in it: \(files.prefix(10).joined(separator: ", "))\(files.count > 10 ? ", …" : "")"
      } else if isOfPages {
        "Write one with the line `datasets: { pages: . }` for its Markdown files"
      } else {
        "Name a data file: \(DatasetFormat.endings)"
      }
    return Diagnostic(
      code: "catalog/no-configuration", "the folder has no \(CatalogConfiguration.fileName)", at: .init(file: path),
      hint: way + "; or write an example with `pomona init`.")
  }
}
