package import Changesets
package import DataSources

/// What an example is shown on: it writes down a source as a table and, at each step, what observers of the source hear.
package final class Stage {
  /// What has been written.
  package private(set) var text = ""
  private var state: () -> [SectionState<String, String>] = { [] }
  private var updates: [(batch: UpdateBatch, animated: Bool)] = []
  private var notes: [String] = []

  /// Makes an empty stage.
  package init() {}

  /// Writes lines.
  package func write(_ lines: String) { text += lines }

  /// Writes a source as a table, and shows what becomes of it from now on.
  package func show<Item>(
    _ source: any DataSource<Item>, as describe: @escaping (Item) -> String = { String(describing: $0) }
  ) {
    show(source, toldBy: source.link) { describe(source.item(at: $0)) }
  }

  /// Writes a source as a table, and shows what becomes of it from now on.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - link: Whom to observe: the source's own link, or that of somebody who shows it.
  ///   - describe: The line for the item at a place.
  package func show(_ source: any DataSource, toldBy link: ChainLink, as describe: @escaping (ItemPath) -> String) {
    state = {
      (0..<source.numberOfSections).map { section in
        SectionState(
          source.name(ofSection: section) ?? "section \(section)",
          items: (0..<source.numberOfItems(inSection: section)).map { describe(ItemPath(section: section, item: $0)) })
      }
    }
    link.addObserver(self) { stage, event in
      if case .didUpdate(let batch, let animated) = event, !batch.isEmpty { stage.updates.append((batch, animated)) }
    }
    write("\n" + Table(state()).lines.map { "  \($0)\n" }.joined())
  }

  /// Has something written beneath the title of the present step.
  package func note(_ line: String) { notes.append(line) }

  /// Does something to the sources, and writes what came of it: the batches, and the table before and after.
  package func step(_ title: String, _ action: () throws -> Void) throws {
    let before = state()
    (updates, notes) = ([], [])
    try action()
    let batches = updates.map { $0.batch.summary + ($0.animated ? "" : " (not animated)") }
    write("\n> \(title)\n")
    for line in notes + (batches.isEmpty ? ["nothing changes"] : batches) { write("  \(line)\n") }
    guard let batch = updates.first?.batch else { return }
    let marks = updates.count == 1 ? Marks(batch) : nil
    write("\n" + Table(before, marks?.before).beside(Table(state(), marks?.after)).map { "  \($0)\n" }.joined())
  }
}
