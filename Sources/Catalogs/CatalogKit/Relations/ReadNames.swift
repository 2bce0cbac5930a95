import Datasets
import Rendering

/// The names of the fields that a catalog reads in related records. A related record then counts as changed only if one
/// of these values has changed.
struct ReadNames {
  /// For each name, and every part of a name between dots, the parts that may follow it: `artist.born` yields `born`
  /// for `artist`. `nil` if any field may be read.
  ///
  /// A name is split in every possible way, because a dot is either a separator or part of a field's name. The result
  /// may include names that are never read, but lacks none that is.
  private var rests: [String: Set<String>]?

  /// Collects the names that a configuration and its templates use.
  init(
    of configuration: CatalogConfiguration, datasets: [RecordChain.Leaf], adding additions: CatalogExtension,
    in folder: InputFolder
  ) {
    guard additions.readsNothing, configuration.documents.json?.hasJoinedRows != true else { return }
    var names = RecordChain(datasets).names(in: configuration).union(configuration.namesInRelatedRows)
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

  func fields(ofRecordsIn name: String, among fields: [Field]) -> [String] {
    guard let rests else { return fields.map(\.name) }
    let read = rests[name] ?? []
    return fields.map(\.name).filter(read.contains)
  }
}

extension RandomAccessCollection<Substring> where Index == Int {
  /// All contiguous runs of words, joined by dots.
  fileprivate var parts: [(range: Range<Int>, text: String)] {
    indices.flatMap { start in
      indices[start...].map { end in (start..<end + 1, self[start...end].joined(separator: ".")) }
    }
  }
}

extension CatalogConfiguration {
  /// The names that columns and folds read in related rows.
  fileprivate var namesInRelatedRows: [String] {
    let columns = datasets.flatMap(\.fields).compactMap(\.reference).flatMap { $0.columns ?? [] }
    let folds = datasets.flatMap(\.folds)
    // The first word of what is folded names the related rows, whose own fields the fold reads for itself.
    let members = folds.map { $0.subject.text.drop { $0 != "." }.dropFirst() }
    return (columns + folds.flatMap { $0.predicate?.fields ?? [] }).map(\.text) + members.map(String.init)
  }

  fileprivate var cellNames: Set<String> {
    let rules = datasets.flatMap { cellRules(for: $0) }
    let indexes = documents.indexes + datasets.compactMap(\.collection).flatMap(\.indexes)
    let names = rules.flatMap { [$0.card, $0.page] } + indexes.map(\.card)
    return Set(names.compactMap { $0?.text })
  }
}

extension CatalogExtension {
  var readsNothing: Bool { cells.isEmpty && rules.isEmpty && steps.isEmpty }
}
