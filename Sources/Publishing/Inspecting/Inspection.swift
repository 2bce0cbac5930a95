import Foundation

/// A look at all files of a catalog, and for others beside them. It is begun in the background, where the caller's own work leaves a
/// processor to it, and finished by whoever waits for it.
struct Inspection: Sendable {
  private enum Piece: Sendable {
    /// How many files there are in the folder.
    case count(Result<Int, SystemError>)
    /// What is where some of the catalog's files should be.
    case sightings([Sighting])
  }

  private static let share = 1024

  private let inventory: Inventory
  private let root: Folder
  private let work: SharedWork<Piece>

  /// Begins to look.
  ///
  /// - Parameters:
  ///   - isCounting: Whether ``foreignFile()`` is going to be asked for.
  ///   - isReading: Whether the bytes of every file are looked at, whatever its size and its time.
  init(_ inventory: Inventory, in root: Folder, isCounting: Bool, isReading: Bool) {
    self.inventory = inventory
    self.root = root
    let count = inventory.order.count
    let threads = max(ProcessInfo.processInfo.activeProcessorCount - 1, 1)
    // The count cannot be divided, so that it comes first.
    let counts = isCounting ? 1 : 0
    work = SharedWork(pieces: counts + (count + Self.share - 1) / Self.share, threads: threads) { piece in
      guard piece >= counts else { return .count(ForeignFiles.count(in: root)) }
      let inspector = Inspector(inventory, in: root, isReading: isReading)
      let start = (piece - counts) * Self.share
      return .sightings(inventory.order[start..<min(start + Self.share, count)].map { inspector.look(at: $0) })
    }
  }

  /// What is where each file of the catalog should be, by number.
  ///
  /// - Complexity: O(*n*) in the number of files.
  func sightings() -> [Sighting] {
    var sightings = [Sighting](repeating: .missing, count: inventory.paths.count)
    for (id, sighting) in zip(inventory.order, inOrder()) { sightings[id] = sighting }
    return sightings
  }

  /// The first file in the folder that is not the catalog's.
  ///
  /// - Complexity: O(*n*) in the number of files.
  func foreignFile() throws(SystemError) -> String? {
    let isComplete = inOrder().allSatisfy { $0.isFile }
    // Where all files of the catalog are, and no more than those, there are no others, and nobody needs to look which is whose.
    for case .count(let count) in work.wait() where isComplete {
      if try count.get() == inventory.order.count { return nil }
    }
    return try ForeignFiles.first(in: root, besides: inventory)
  }

  private func inOrder() -> some Sequence<Sighting> {
    work.wait().lazy.flatMap { piece -> [Sighting] in
      if case .sightings(let sightings) = piece { sightings } else { [] }
    }
  }
}
