/// Which paths a catalog's file may have.
enum PathRules {
  /// Where the catalog keeps what it knows.
  static let hiddenFolder = ".pomona"

  /// Whether a path leads to a place inside the catalog's folder that is not its own: plain names between slashes.
  ///
  /// - Complexity: O(*n*) in its length.
  static func allow(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    for index in 0...path.count where index == path.count || path[index] == UInt8(ascii: "/") {
      guard allow(name: UnsafeBufferPointer(rebasing: path[start..<index]), isFirst: start == 0) else { return false }
      start = index + 1
    }
    return true
  }

  private static func allow(name: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Bool {
    // Most names begin with something else than a dot.
    guard name.first == UInt8(ascii: ".") else { return !name.isEmpty && !name.contains(0) }
    let isReserved = name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
    return !isReserved && !name.contains(0) && !(isFirst && name.elementsEqual(hiddenFolder.utf8))
  }
}
