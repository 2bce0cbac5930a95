import Fingerprints

/// The cells that were made of objects, as all cells of a kind are: what they show beside the objects' addresses, so that it is known of a page,
/// without making it, what it shows; and the cells themselves, where others ask for them soon.
struct MadeCells {
  /// For each kind of cells, by the numbers of the objects; zero where none was made.
  private var digests: [[Fingerprint]] = []
  /// The cells that are kept, in the same way.
  private var kept: [[Page.Cell?]] = []

  /// What a cell of a kind shows that was made of an object; nil where none was made.
  func digest(of kind: Int, _ object: Int32) -> Fingerprint? {
    let digest = digests.value(kind, Int(object))
    return digest == .some(.none) ? nil : digest
  }

  /// The cell of a kind that shows an object; nil where none is kept.
  func cell(of kind: Int, _ object: Int32) -> Page.Cell? { kept.value(kind, Int(object)) ?? nil }

  /// Notes what a cell shows.
  mutating func set(_ digest: Fingerprint, of kind: Int, _ object: Int32) {
    digests.set(digest, kind, Int(object), rest: .none)
  }

  /// Keeps a cell.
  mutating func keep(_ cell: Page.Cell, of kind: Int, _ object: Int32) {
    kept.set(cell, kind, Int(object), rest: nil)
  }

  /// Releases the cells that are kept; what they show is still known.
  mutating func releaseCells() { kept = [] }

  /// Forgets what the cells of an object show, which is another one.
  mutating func forget(_ object: Int32) {
    for kind in digests.indices where Int(object) < digests[kind].count { digests[kind][Int(object)] = .none }
  }
}

extension Array {
  fileprivate func value<Value>(_ row: Int, _ column: Int) -> Value? where Element == [Value] {
    row < count && column < self[row].count ? self[row][column] : nil
  }

  fileprivate mutating func set<Value>(_ value: Value, _ row: Int, _ column: Int, rest: Value)
  where Element == [Value] {
    while count <= row { append([]) }
    let missing = column + 1 - self[row].count
    if missing > 0 { self[row] += repeatElement(rest, count: missing) }
    self[row][column] = value
  }
}
