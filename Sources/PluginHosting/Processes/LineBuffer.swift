import Glibc

/// Bytes that have come, and the lines that they make.
struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// Up to where there is known to be no end of the next line.
  private var searched = 0

  /// Whether a line has begun and not ended.
  var isInMidLine: Bool { start < bytes.count }

  /// Adds bytes.
  ///
  /// - Complexity: O(*n*) in their number, and that of the bytes which wait.
  mutating func append(_ more: UnsafeRawBufferPointer) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += more
  }

  /// Where the next line ends, as far as it has come.
  private var nextLineFeed: Int? {
    bytes.withUnsafeBytes { bytes in
      // What was not searched is within the bytes, and what is found in it, too.
      let rest = UnsafeRawBufferPointer(rebasing: bytes[searched...])
      guard let start = rest.baseAddress, let found = memchr(start, Int32(lineFeed), rest.count) else { return nil }
      return searched + (UnsafeRawPointer(found) - start)
    }
  }

  /// Removes the next line.
  ///
  /// - Parameter limit: The number of bytes of the longest line.
  /// - Returns: The line without its end; `nil` if it has not ended.
  /// - Throws: An error if the line is longer.
  mutating func next(limit: Int) throws(ConnectionFailure.Reason) -> ArraySlice<UInt8>? {
    guard let end = nextLineFeed else {
      searched = bytes.count
      guard bytes.count - start <= limit else { throw .lineTooLong(limit: limit) }
      return nil
    }
    guard end - start <= limit else { throw .lineTooLong(limit: limit) }
    defer {
      start = end + 1
      searched = start
    }
    return bytes[start..<end]
  }
}
