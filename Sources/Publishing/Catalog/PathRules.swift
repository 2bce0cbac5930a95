/// Which paths a catalog's file may have.
package enum PathRules {
  /// Where the catalog keeps what it knows.
  package static let hiddenFolder = ".pomona"

  /// Whether a path leads to a place inside the catalog's folder that is not its own: plain names between slashes.
  ///
  /// - Complexity: O(*n*) in its length.
  static func allow(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    guard path.position(of: 0, from: 0) == nil else { return false }
    var start = 0
    while start <= path.count {
      let end = path.position(of: UInt8(ascii: "/"), from: start) ?? path.count
      guard allow(name: UnsafeBufferPointer(rebasing: path[start..<end]), isFirst: start == 0) else { return false }
      start = end + 1
    }
    return true
  }

  private static func allow(name: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Bool {
    // Most names begin with something else than a dot.
    guard name.first == UInt8(ascii: ".") else { return !name.isEmpty }
    let isReserved = name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
    return !isReserved && !(isFirst && name.elementsEqual(hiddenFolder.utf8))
  }
}
