import Cells
import Changesets
import DataSources

/// A cell that shows a text, and counts its configurations and reuses.
class TextCell: ReusableCell {
  var text = ""
  var configurations = 0
  var reuses = 0

  override func prepareForReuse() {
    text = ""
    reuses += 1
  }

  func show(_ text: String) {
    self.text = text
    configurations += 1
  }
}

/// A pool that counts the cells it creates.
final class CountedPool {
  private(set) var created = 0
  private(set) lazy var pool = CellPool<TextCell> { [unowned self] identifier in
    created += 1
    return TextCell(identifier)
  }
}

/// A leaf that counts the reads of its items.
final class CountingSource<Item>: DataSource {
  let base: ArraySource<Item>
  private(set) var reads = 0

  init(_ base: ArraySource<Item>) { self.base = base }

  var link: ChainLink { base.link }
  var numberOfSections: Int { base.numberOfSections }
  func numberOfItems(inSection section: Int) -> Int { base.numberOfItems(inSection: section) }
  func name(ofSection section: Int) -> String? { base.name(ofSection: section) }

  func item(at path: ItemPath) -> Item {
    reads += 1
    return base.item(at: path)
  }
}

/// Records the batches of a source, without empty updates.
final class BatchLog {
  private(set) var batches: [UpdateBatch] = []

  init(_ source: any DataSource) {
    _ = source.addObserver(self) { log, event in
      if case .didUpdate(let batch, _) = event, !batch.isEmpty { log.batches.append(batch) }
    }
  }

  /// Returns the batches recorded since the last call.
  func take() -> [UpdateBatch] {
    defer { batches = [] }
    return batches
  }
}

/// Returns a batch that updates items in place.
func updates(_ paths: ItemPath...) -> UpdateBatch {
  UpdateBatch(items: Edits(updates: paths.map { PlacePair($0, $0) }))
}

/// Records events in order.
final class Log {
  var events: [String] = []

  /// Returns the events recorded since the last call.
  func take() -> [String] {
    defer { events = [] }
    return events
  }
}

final class Banner: ReusableCell { var slogan = "" }

final class Label: ReusableCell {
  var text = ""
  override func prepareForReuse() { text = "" }
}
