import Datasets
import Diagnostics
import Rendering
import SystemPackage

extension CatalogConfiguration {
  /// The name of the file that makes a folder a catalog.
  static let fileName = "catalog.yml"

  /// Returns the configuration in a catalog's folder, or the one inferred for data without a configuration, and the folder that its paths
  /// are relative to.
  static func find(
    at path: String, options: CatalogOptions = CatalogOptions(), formats: [RendererFormat], log: InputManifest
  ) throws(DiagnosticsError) -> (CatalogConfiguration, folder: FilePath) {
    let place = FilePath(path)
    let title = Dataset.title(fromName: Catalog.name(at: path))
    let file = InputFolder(place).place(of: fileName)
    if place.isFolder {
      log.note(file)
      if file.exists {
        let yaml = try file.text()
        return (try CatalogConfiguration(yaml: yaml, file: file.string, title: title, formats: formats), place)
      }
    }
    let found = try FoundDatasets(at: path, reading: options.reading, log: log)
    var configuration = CatalogConfiguration(title: title)
    configuration.datasets = found.entries
    configuration.found = found
    return (configuration, found.folder)
  }

  /// Returns the renderers of the requested formats, each once. Formats that do not exist and invalid options are reported.
  ///
  /// - Parameters:
  ///   - known: The formats of the program.
  ///   - plugins: The formats that plugins render.
  ///   - folder: The catalog's folder, which contains the themes.
  ///   - info: The facts about the catalog.
  ///   - log: Records the files that renderers are created from.
  func renderers(
    among known: [RendererFormat], plugins: PluginFormats, folder: InputFolder, info: CatalogInfo, log: InputManifest,
    findings: inout [Diagnostic]
  ) -> [any PageRenderer] {
    var seen: Set<String> = []
    var renderers: [any PageRenderer] = []
    plugins.forgetMissingFormats()
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

  /// Opens the data sets, and reports the problems of their files.
  ///
  /// If several data sets were found without a configuration, those that cannot be read are left out. If none can be read, or a key was
  /// chosen for all of them, their problems are reported as errors.
  func openDatasets(in folder: InputFolder, log: InputManifest, findings: inout [Diagnostic]) -> OpenDatasets {
    var names: Set<String> = []
    var datasets = OpenDatasets()
    var errors: [Diagnostic] = []
    for entry in self.datasets {
      guard names.insert(entry.name.text).inserted else {
        errors.append(
          Diagnostic(
            code: "catalog/duplicate-dataset", "there are two data sets “\(entry.name.text)”", at: entry.name.location,
            hint: "Give each one a different name."))
        continue
      }
      do throws(DiagnosticsError) {
        let leaf = try OpenDataset(entry, among: self.datasets, in: folder, log: log)
        datasets.leaves.append(leaf)
      } catch {
        var located = error.diagnostics.map(entry.located)
        if found?.areSeveral == true {
          if entry.key.isEmpty { datasets.leaveOut(entry.name.text, located) }
          located = located.map { $0.naming(entry) }
        }
        errors += located
      }
    }
    if datasets.leaves.isEmpty { datasets.leftOut = [] }
    if datasets.leftOut.isEmpty { findings += errors }
    return datasets
  }
}

extension CatalogConfiguration.DatasetEntry {
  /// Returns a reader's finding. One about a field or a table that the configuration names is located there.
  func located(_ finding: Diagnostic) -> Diagnostic {
    if finding.code == "sqlite/no-table", let table = reading.table, table.location != .init() {
      var finding = finding
      finding.location = table.location
      return finding
    }
    var finding = finding
    // Folds follow from other rows, and do not exist yet when rows are read.
    if ["datasets/unknown-field", "derive/unknown-field"].contains(finding.code),
      let fold = folds.first(where: { finding.message.contains("“\($0.name.text)”") })
    {
      finding.hint =
        "“\(fold.name.text)” is a fold, which depends on other rows: it is not available in settings of single rows."
    }
    let names = key + titleFields + types.map(\.field)
    guard finding.code == "datasets/unknown-field",
      let name = names.first(where: { finding.message.contains("“\($0.text)”") }), name.location != .init()
    else { return finding }
    finding.location = name.location
    return finding
  }
}

extension Diagnostic {
  /// Returns the finding with the name of the data set in its message, if its location does not identify the data set.
  fileprivate func naming(_ entry: CatalogConfiguration.DatasetEntry) -> Diagnostic {
    guard entry.reading.table != nil || entry.key.contains(where: { $0.location == location }) else { return self }
    var finding = self
    finding.message += " in the data set “\(entry.name.text)”"
    return finding
  }
}
