import Cells
import DataSources
import TableViews

/// Prints a source as a table, and after each step the batches that the source's observers receive.
final class Stage {
  /// The output so far.
  private(set) var text = ""
  private var state: () -> [SectionState<String, String>] = { [] }
  private var updates: [(batch: UpdateBatch, animations: UpdateAnimations)] = []
  private var notes: [String] = []

  /// Creates an empty stage.
  init() {}

  /// Writes lines.
  func write(_ lines: String) { text += lines }

  /// Writes a source as a table, and records its updates from now on.
  func show<Item>(
    _ source: any DataSource<Item>, as describe: @escaping (Item) -> String = { String(describing: $0) }
  ) {
    observe(source.link) { source.sections(describedBy: { describe(source.item(at: $0)) }) }
  }

  /// Writes the cells of a display as a table, and records its updates from now on.
  func show<Cell>(_ display: CellDisplay<Cell>, as describe: @escaping (Cell) -> String) {
    observe(display.link) { display.cells.sections(describedBy: { describe(display.cell(at: $0)) }) }
  }

  /// Records the updates of which a link notifies its observers from now on.
  private func observe(_ link: ChainLink, _ state: @escaping () -> [SectionState<String, String>]) {
    self.state = state
    link.addObserver(self) { stage, event in
      if case .didUpdate(let batch, let animated) = event { stage.updates.append((batch, animated)) }
    }
    write("\n" + Table(state()).lines.map { "  \($0)\n" }.joined())
  }

  /// Adds a line that is written beneath the title of the present step.
  func note(_ line: String) { notes.append(line) }

  /// Changes the sources, and writes the result: the batches, and the tables before and after.
  func step(_ title: String, _ action: () throws -> Void) throws {
    let before = state()
    (updates, notes) = ([], [])
    try action()
    let batches = updates.map { "\($0.batch)\($0.animations.isAnimated ? "" : " (not animated)")" }
    write("\n> \(title)\n")
    for line in notes + (batches.isEmpty ? ["nothing changes"] : batches) { write("  \(line)\n") }
    guard let batch = updates.first?.batch else { return }
    let marks = updates.count == 1 ? Marks(batch) : nil
    write("\n" + Table(before, marks?.before).beside(Table(state(), marks?.after)).map { "  \($0)\n" }.joined())
  }
}

extension DataSource {
  /// Returns the sections, with a line for each item.
  fileprivate func sections(describedBy describe: (ItemPath) -> String) -> [SectionState<String, String>] {
    (0..<numberOfSections).map { section in
      SectionState(
        name(ofSection: section) ?? "section \(section)",
        items: (0..<numberOfItems(inSection: section)).map { describe(ItemPath(section: section, item: $0)) })
    }
  }
}
