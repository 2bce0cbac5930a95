import Rendering

/// The lines of a request that collects.
struct FragmentLines<Fragments: IteratorProtocol<Artifact>>: Sequence, IteratorProtocol {
  let first: [UInt8]
  let last: [UInt8]
  var fragments: Fragments
  let line: (Artifact) -> [UInt8]
  private var hasBegun = false
  private var hasEnded = false

  init(first: [UInt8], last: [UInt8], fragments: Fragments, line: @escaping (Artifact) -> [UInt8]) {
    self.first = first
    self.last = last
    self.fragments = fragments
    self.line = line
  }

  mutating func next() -> [UInt8]? {
    guard hasBegun else {
      hasBegun = true
      return first
    }
    if let fragment = fragments.next() { return line(fragment) }
    guard !hasEnded else { return nil }
    hasEnded = true
    return last
  }
}
