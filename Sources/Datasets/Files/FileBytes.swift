import Glibc

/// Reads files into memory.
enum FileBytes {
  private static let blockSize = 1 << 18
  /// As large as the large pages of most machines.
  private static let largePage = 1 << 21

  /// Why there are no bytes.
  enum Failure: Error {
    case unreadable
    /// There are more than the limit.
    case tooMany
  }

  /// All bytes of a file, or of standard input.
  ///
  /// A file is read and not mapped: one that somebody cuts while it is mapped would end the program. Of what has a NUL, and so is no text
  /// in UTF-8, the rest may be left out: it may have no end.
  ///
  /// - Parameters:
  ///   - limit: How many bytes there may be.
  ///   - mayHaveNULs: Whether there may be NULs in the text.
  /// - Complexity: O(*n*) in the size of the file, or in the limit where it is larger.
  static func read(_ path: String, limit: Int, mayHaveNULs: Bool = false) throws(Failure) -> [UInt8] {
    if path == DataFile.standardInput { return try readAll(0, expecting: 0, limit, mayHaveNULs) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    var status = stat()
    let isPlain = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    return try readAll(descriptor, expecting: isPlain ? Int(status.st_size) : 0, limit, mayHaveNULs)
  }

  /// Reads to the end, whatever the size was thought to be.
  private static func readAll(
    _ descriptor: Int32, expecting size: Int, _ limit: Int, _ mayHaveNULs: Bool
  ) throws(Failure) -> [UInt8] {
    guard size <= limit else { throw .tooMany }
    var isReadable = true
    var isComplete = false
    var bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let room = UnsafeMutableRawBufferPointer(buffer)
      useLargePages(room)
      // At most what there is room for is read, and counted.
      while count < room.count {
        // What the system copies at once stays in the processor's cache.
        let block = UnsafeMutableRawBufferPointer(rebasing: room[count..<min(count + largePage, room.count)])
        let length = readSome(descriptor, block)
        guard let length, length > 0 else {
          isReadable = length != nil
          isComplete = true
          return
        }
        count += length
        // The bytes before `count` have been read.
        if !mayHaveNULs, Bytes(rebasing: Bytes(buffer)[..<count]).isNoText(from: count - length) {
          isComplete = true
          return
        }
      }
    }
    guard isReadable else { throw .unreadable }
    if isComplete { return bytes }
    var block = [UInt8](repeating: 0, count: size == 0 ? blockSize : 4096)
    while true {
      guard let length = block.withUnsafeMutableBytes({ readSome(descriptor, $0) }) else { throw .unreadable }
      if length == 0 { return bytes }
      guard bytes.count + length <= limit else { throw .tooMany }
      bytes.append(contentsOf: block[..<length])
      if !mayHaveNULs, bytes.withUnsafeBufferPointer({ $0.isNoText(from: bytes.count - length) }) { return bytes }
    }
  }

  /// Asks for large pages where memory is yet to be touched: it is then made, and later found, in a few steps instead of one for every
  /// 4 KB. It is a hint, which the system may leave alone.
  private static func useLargePages(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    let first = start.alignedUp(toMultipleOf: largePage)
    let last = (start + memory.count).alignedDown(toMultipleOf: largePage)
    // Only whole pages that are all within this memory; what they hold stays as it is.
    if first < last { madvise(first, last - first, MADV_HUGEPAGE) }
  }

  /// Reads some bytes; none at the end, `nil` after a failure.
  private static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      let length = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if length >= 0 { return length }
      if errno != EINTR { return nil }
    }
  }
}

extension Bytes {
  /// Whether there is a NUL from a position on, in what is neither compressed nor UTF-16 or UTF-32 by its first bytes.
  func isNoText(from start: Int) -> Bool {
    TextForm(markOf: self) == .utf8 && !isCompressed && first(0, from: start) != nil
      && !TextForm.looksLikeUTF16(self)
  }

  /// Whether the bytes begin as those do that gzip compressed (RFC 1952).
  var isCompressed: Bool { count >= 2 && self[0] == 0x1F && self[1] == 0x8B }
}
