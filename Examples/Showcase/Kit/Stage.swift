import Changesets
import DataSources

/// What a screen is shown on: it writes down a source as a table and, at each step, what observers of the source hear.
final class Stage {
  /// What has been written.
  private(set) var text = ""
  private var state: () -> [SectionState<String, String>] = { [] }
  private var batches: [UpdateBatch] = []

  /// Writes lines.
  func write(_ lines: String) { text += lines }

  /// Writes a source as a table, and shows what becomes of it from now on.
  func show<Item>(
    _ source: any DataSource<Item>, as describe: @escaping (Item) -> String = { String(describing: $0) }
  ) {
    state = {
      source.sections.enumerated().map { index, section in
        SectionState(section.value ?? "section \(index)", items: section.items.map(describe))
      }
    }
    source.addObserver(self) { stage, event in
      if case .didUpdate(let batch, _) = event, !batch.isEmpty { stage.batches.append(batch) }
    }
    write("\n" + Table(state()).lines.map { "  \($0)\n" }.joined())
  }

  /// Does something to the sources, and writes what came of it: the batches, and the table before and after.
  func step(_ title: String, _ action: () throws -> Void) throws {
    let before = state()
    batches = []
    try action()
    write("\n> \(title)\n")
    write(batches.isEmpty ? "  nothing changes\n" : batches.map { "  \($0.summary)\n" }.joined())
    guard let batch = batches.first else { return }
    let marks = batches.count == 1 ? Marks(batch) : nil
    write("\n" + Table(before, marks?.before).beside(Table(state(), marks?.after)).map { "  \($0)\n" }.joined())
  }
}

extension UpdateBatch {
  /// The edits, in words.
  fileprivate var summary: String {
    if isReload { return "reload" }
    func list<Place>(_ what: String, _ places: [Place]) -> [String] {
      places.isEmpty ? [] : ["\(what) \(places.map { "\($0)" }.joined(separator: ", "))"]
    }
    return
      (list("delete section", sections.deletes) + list("insert section", sections.inserts)
      + list("move section", sections.moves) + list("update section", sections.updates)
      + list("delete", items.deletes) + list("insert", items.inserts)
      + list("move", items.moves) + list("update", items.updates))
      .joined(separator: "; ")
  }
}
