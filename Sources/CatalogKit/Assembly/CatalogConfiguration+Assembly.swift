import Datasets
import Diagnostics
import Rendering

extension CatalogConfiguration {
  /// The name of the file that makes a folder a catalog.
  static let fileName = "catalog.yml"

  /// The configuration of a catalog's folder, or of a data file that stands alone, and the folder that its files are in.
  static func find(at path: String) throws(DiagnosticsError) -> (CatalogConfiguration, folder: String) {
    guard FileSystem.exists(path) else {
      throw DiagnosticsError(
        Diagnostic(
          code: "catalog/not-found", "there is no such file or folder", at: .init(file: path),
          hint: "Name a folder with a \(fileName), or a CSV or JSON file."))
    }
    let name = Catalog.name(at: path)
    guard FileSystem.isFolder(path) else {
      let (folder, file) = FileSystem.split(path)
      var configuration = CatalogConfiguration(title: Dataset.title(fromName: name))
      configuration.datasets = [DatasetEntry(name: Name(name), file: Name(file))]
      return (configuration, folder)
    }
    let file = FileSystem.path(fileName, in: path)
    guard FileSystem.exists(file) else {
      throw DiagnosticsError(
        Diagnostic(
          code: "catalog/no-configuration", "the folder has no \(fileName)", at: .init(file: path),
          hint: "Name a data file in it, or write an example with `pomona init`."))
    }
    let configuration = try CatalogConfiguration(
      yaml: FileSystem.read(file), file: file, title: Dataset.title(fromName: name))
    return (configuration, path)
  }

  /// The renderers that are asked for, each once; formats that do not exist are reported.
  func renderers(in registry: RendererRegistry, findings: inout [Diagnostic]) -> [any PageRenderer] {
    var known: Set<String> = []
    return formats.compactMap { name in
      guard known.insert(name.text).inserted else { return nil }
      let renderer = registry[name.text]
      if renderer == nil {
        findings.append(
          Diagnostic(
            code: "catalog/unknown-format", "there is no format “\(name.text)”", at: name.location,
            hint: name.text.suggestion(from: registry.formats)))
      }
      return renderer
    }
  }

  /// Reads the data files; everything that is wrong with them is reported.
  func readDatasets(
    in folder: String, findings: inout [Diagnostic]
  ) -> [(entry: DatasetEntry, dataset: Dataset)] {
    var names: Set<String> = []
    return datasets.compactMap { entry in
      guard names.insert(entry.name.text).inserted else {
        findings.append(
          Diagnostic(
            code: "catalog/duplicate-dataset", "there are two data sets “\(entry.name.text)”", at: entry.name.location,
            hint: "Give each a name of its own."))
        return nil
      }
      let path = FileSystem.path(entry.file.text, in: folder)
      let options = Dataset.Options(
        name: entry.name.text, key: entry.key?.text, title: entry.titleField?.text, types: entry.types, file: path)
      do throws(DiagnosticsError) {
        var dataset = try Dataset(contentsOf: path, options: options)
        if let title = entry.title { dataset.title = title }
        findings += accents(of: dataset, entry, file: path)
        return (entry, dataset)
      } catch {
        findings += error.diagnostics
        return nil
      }
    }
  }

  /// What is wrong with the colours of a data set's cells.
  private func accents(of dataset: Dataset, _ entry: DatasetEntry, file: String) -> [Diagnostic] {
    guard let field = entry.accent else { return [] }
    guard dataset.schema.index(of: field.text) != nil else {
      return [
        Diagnostic(
          code: "cell/unknown-field", "there is no field “\(field.text)”", at: field.location,
          hint: field.text.suggestion(from: dataset.schema.fields.map(\.name)))
      ]
    }
    return dataset.records.compactMap { record in
      guard let text = record[field.text]?.text, !text.isEmpty, Accent(text) == nil else { return nil }
      return Diagnostic(
        code: "cell/colour", "“\(text)” is not a colour", at: .init(file: file, row: record.row, field: field.text),
        hint: "Write it as # and six hexadecimal digits, such as #c8102e.")
    }
  }
}
