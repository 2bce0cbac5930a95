import Fingerprints

/// A cache of the cells that were created for objects by kind of cell.
///
/// The cache stores a digest of each cell: the fingerprint of what the cell shows, without the address of its object
/// and the resolutions of its links. With the digests, the fingerprint of a page is computed without creating its cells
/// again. The cells themselves are kept only for a short time, for other pages that show the same cell.
struct CellCache {
  /// The digests by kind and by the number of the object; zero if no cell was created.
  private var digests: [[Fingerprint]] = []
  /// The kept cells. They are not indexed by object, since there are few of them compared with the objects.
  private var kept: [Page.Cell] = []
  /// The indices of the cells in ``kept``.
  private var places: [Key: Int32] = [:]

  private struct Key: Hashable {
    let kind: Int32
    let object: ObjectNumber
  }

  /// Returns the digest of the cell of a kind that shows an object, or nil if none was created.
  func digest(of kind: Int, _ object: ObjectNumber) -> Fingerprint? {
    guard kind < digests.count, Int(object) < digests[kind].count else { return nil }
    let digest = digests[kind][Int(object)]
    return digest == .none ? nil : digest
  }

  /// Returns the cell of a kind that shows an object, or nil if it is not kept.
  func cell(of kind: Int, _ object: ObjectNumber) -> Page.Cell? {
    places[Key(kind: Int32(kind), object: object)].map { kept[Int($0)] }
  }

  mutating func set(_ digest: Fingerprint, of kind: Int, _ object: ObjectNumber) {
    while digests.count <= kind { digests.append([]) }
    let missing = Int(object) + 1 - digests[kind].count
    if missing > 0 { digests[kind] += repeatElement(.none, count: missing) }
    digests[kind][Int(object)] = digest
  }

  /// Keeps a cell. It must not be kept already.
  mutating func keep(_ cell: Page.Cell, of kind: Int, _ object: ObjectNumber) {
    places[Key(kind: Int32(kind), object: object)] = Int32(kept.count)
    kept.append(cell)
  }

  /// Releases the kept cells. Their digests stay.
  mutating func releaseCells() {
    kept = []
    places = [:]
  }

  /// Removes the digests of an object's cells, after the object has changed or its number has been assigned to another
  /// one.
  mutating func forget(_ object: ObjectNumber) {
    for kind in digests.indices where Int(object) < digests[kind].count { digests[kind][Int(object)] = .none }
  }
}
