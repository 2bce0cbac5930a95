import Datasets
import Rendering

/// The names that a catalog reads in the records that go with others, so that a record changes where one of these values does, and nowhere else.
struct ReadNames {
  /// For each name, and every part of one between dots, what stands behind it in some name, and every part of that: `born` for `artist` in
  /// `artist.born`. Nil where anything may be read.
  private var rests: [String: Set<String>]?

  /// The names that a configuration and its templates use.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - datasets: The data sets, with all their fields.
  ///   - additions: What a program adds. Its closures may read anything.
  ///   - folder: The catalog's folder.
  init(
    of configuration: CatalogConfiguration, datasets: [RecordChain.Leaf], adding additions: CatalogExtension,
    in folder: InputFolder
  ) {
    guard additions.readsNothing, configuration.documents.json?.hasJoinedRows != true else { return }
    var names = RecordChain(datasets).names(in: configuration)
    for cell in configuration.cellNames {
      let file = folder.place(of: CellLibrary.file(ofCell: cell))
      if let text = try? file.text() { names.formUnion(CellTemplate.names(in: text)) }
    }
    rests = [:]
    for name in names {
      let words = name.split(separator: ".", omittingEmptySubsequences: false)
      for (range, part) in words.parts {
        rests?[part, default: []].formUnion(words[range.upperBound...].parts.map(\.text))
      }
    }
  }

  /// The names of those fields that may be read of the records in a field.
  ///
  /// - Parameters:
  ///   - name: The name of the field that holds the records.
  ///   - fields: The fields of the records.
  func fields(ofRecordsIn name: String, among fields: [Field]) -> [String] {
    guard let rests else { return fields.map(\.name) }
    let read = rests[name] ?? []
    return fields.map(\.name).filter(read.contains)
  }
}

extension RandomAccessCollection<Substring> where Index == Int {
  /// All words that stand in a row, as they are written with dots between them. What a field is called may have dots itself.
  fileprivate var parts: [(range: Range<Int>, text: String)] {
    indices.flatMap { start in
      indices[start...].map { end in (start..<end + 1, self[start...end].joined(separator: ".")) }
    }
  }
}

extension CatalogConfiguration {
  /// The names of the cells that may show a record.
  fileprivate var cellNames: Set<String> {
    let rules = datasets.flatMap { cellRules(for: $0) }
    let indexes = documents.indexes + datasets.compactMap(\.collection).flatMap(\.indexes)
    let names = rules.flatMap { [$0.card, $0.page] } + indexes.map(\.card)
    return Set(names.compactMap { $0?.text })
  }
}

extension CatalogExtension {
  /// Whether no closure of the program sees records.
  fileprivate var readsNothing: Bool { cells.isEmpty && rules.isEmpty && steps.isEmpty }
}
