import Datasets
import Rendering

/// The names that a catalog reads in the records that go with others, so that a record changes where one of these values does, and nowhere else.
struct ReadNames {
  /// Each name as it is written, `artist.name`, and every part of it between dots; nil where anything may be read.
  private var parts: Set<String>?

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
    parts = []
    for name in names {
      // Within a section over a record its fields have no other name before them, and what they hold may stand behind them.
      let words = name.split(separator: ".", omittingEmptySubsequences: false)
      for start in words.indices {
        for end in words.indices[start...] { parts?.insert(words[start...end].joined(separator: ".")) }
      }
    }
  }

  /// The names of those of some fields that may be read.
  func fields(among fields: [Field]) -> [String] {
    fields.map(\.name).filter { parts?.contains($0) ?? true }
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
