import Fingerprints

/// The cells that were made of objects, as all cells of a kind are: what they show beside the objects' addresses, so that it is known of a page,
/// without making it, what it shows; and the cells themselves, where others ask for them soon.
struct MadeCells {
  /// For each kind of cells, by the numbers of the objects; zero where none was made.
  private var digests: [[Fingerprint]] = []
  /// The cells that are kept, and where each of them stands among those: as many as were made, and not as there are objects.
  private var kept: [Page.Cell] = []
  private var places: [Key: Int32] = [:]

  private struct Key: Hashable {
    let kind: Int32
    let object: Int32
  }

  /// What a cell of a kind shows that was made of an object; nil where none was made.
  func digest(of kind: Int, _ object: Int32) -> Fingerprint? {
    guard kind < digests.count, Int(object) < digests[kind].count else { return nil }
    let digest = digests[kind][Int(object)]
    return digest == .none ? nil : digest
  }

  /// The cell of a kind that shows an object; nil where none is kept.
  func cell(of kind: Int, _ object: Int32) -> Page.Cell? {
    places[Key(kind: Int32(kind), object: object)].map { kept[Int($0)] }
  }

  /// Notes what a cell shows.
  mutating func set(_ digest: Fingerprint, of kind: Int, _ object: Int32) {
    while digests.count <= kind { digests.append([]) }
    let missing = Int(object) + 1 - digests[kind].count
    if missing > 0 { digests[kind] += repeatElement(.none, count: missing) }
    digests[kind][Int(object)] = digest
  }

  /// Keeps a cell, which is not kept yet.
  mutating func keep(_ cell: Page.Cell, of kind: Int, _ object: Int32) {
    places[Key(kind: Int32(kind), object: object)] = Int32(kept.count)
    kept.append(cell)
  }

  /// Releases the cells that are kept; what they show is still known.
  mutating func releaseCells() { (kept, places) = ([], [:]) }

  /// Forgets what the cells of an object show, which is another one.
  mutating func forget(_ object: Int32) {
    for kind in digests.indices where Int(object) < digests[kind].count { digests[kind][Int(object)] = .none }
  }
}
