import Glibc

/// A buffer that splits received bytes into lines.
struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// The index where the next line begins.
  private var start = 0
  /// The index up to which the buffer was searched for a line feed.
  /// Without it, a long line that arrives in many pieces would be searched from its beginning for each of them.
  private var searched = 0

  var isInMidLine: Bool { start < bytes.count }

  /// The bytes that were not removed yet.
  var rest: ArraySlice<UInt8> { bytes[start...] }

  /// - Complexity: O(*n*) in the number of these bytes and of those in the buffer.
  mutating func append(_ more: UnsafeRawBufferPointer) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += more
  }

  /// The index of the next line feed, or `nil` if it was not received yet.
  private var nextLineFeed: Int? {
    bytes.withUnsafeBytes { bytes in
      // The unsearched bytes are within the buffer, and so is a result.
      let rest = UnsafeRawBufferPointer(rebasing: bytes[searched...])
      guard let start = rest.baseAddress, let found = memchr(start, Int32(lineFeed), rest.count) else { return nil }
      return searched + (UnsafeRawPointer(found) - start)
    }
  }

  /// Removes and returns the next line.
  ///
  /// - Parameter limit: The maximal length of a line, in bytes.
  /// - Returns: The line without its line feed, or `nil` if it is incomplete.
  /// - Throws: An error if the line is longer than the limit.
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
