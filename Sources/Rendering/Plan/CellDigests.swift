import Fingerprints

/// What cells show that were made of objects, but for the objects' addresses: so that it is known of a page, without making it, what it shows.
struct CellDigests {
  /// For each kind of cells, by the numbers of the objects; zero where none was made.
  private var digests: [[Fingerprint]] = []

  /// What a cell of a kind shows that was made of an object; nil where none was made.
  func digest(of kind: Int, _ object: Int32) -> Fingerprint? {
    guard kind < digests.count, Int(object) < digests[kind].count else { return nil }
    let digest = digests[kind][Int(object)]
    return digest == .none ? nil : digest
  }

  /// Notes what a cell shows.
  mutating func set(_ digest: Fingerprint, of kind: Int, _ object: Int32) {
    while digests.count <= kind { digests.append([]) }
    let missing = Int(object) + 1 - digests[kind].count
    if missing > 0 { digests[kind] += Array(repeating: .none, count: missing) }
    digests[kind][Int(object)] = digest
  }

  /// Forgets what the cells of an object show, which is another one.
  mutating func forget(_ object: Int32) {
    for kind in digests.indices where Int(object) < digests[kind].count { digests[kind][Int(object)] = .none }
  }
}
