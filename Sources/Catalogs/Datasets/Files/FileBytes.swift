import Archives
import Diagnostics
import Glibc

/// Reads files into memory.
enum FileBytes {
  private static let blockSize = 1 << 18
  /// The size of a large page on most machines.
  private static let largePage = 1 << 21

  /// The reason why bytes could not be read.
  enum Failure: Error {
    case unreadable
    /// The file is larger than the limit.
    case tooMany
  }

  /// Returns all bytes of a file, or of standard input.
  ///
  /// The file is read and not memory-mapped: if another program truncated it while it is mapped, this program would
  /// crash. After a NUL, which shows that the file is not UTF-8 text, the rest may be left out, as it may be endless.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - mayHaveNULs: Whether the text may contain NULs.
  /// - Complexity: O(*n*) in the size of the file, and at most in the limit.
  static func read(_ path: String, limit: Int, mayHaveNULs: Bool = false) throws(Failure) -> [UInt8] {
    if path == DataFile.standardInput { return try readAll(0, expecting: 0, limit, mayHaveNULs) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    var status = stat()
    let isPlain = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    return try readAll(descriptor, expecting: isPlain ? Int(status.st_size) : 0, limit, mayHaveNULs)
  }

  /// Reads to the end, even if the size differs from the expected one.
  private static func readAll(
    _ descriptor: Int32, expecting size: Int, _ limit: Int, _ mayHaveNULs: Bool
  ) throws(Failure) -> [UInt8] {
    guard size <= limit else { throw .tooMany }
    var isReadable = true
    var isComplete = false
    var bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let room = UnsafeMutableRawBufferPointer(buffer)
      useLargePages(room)
      // At most the capacity of the buffer is read, and `count` counts what was read.
      while count < room.count {
        // A block of this size stays in the processor's cache after the system copied it.
        let block = UnsafeMutableRawBufferPointer(rebasing: room[count..<min(count + largePage, room.count)])
        let length = readSome(descriptor, block)
        guard let length, length > 0 else {
          isReadable = length != nil
          isComplete = true
          return
        }
        count += length
        // The bytes before `count` are initialised.
        if !mayHaveNULs, Bytes(rebasing: Bytes(buffer)[..<count]).isNoText(from: count - length) {
          isComplete = true
          return
        }
      }
    }
    guard isReadable else { throw .unreadable }
    if isComplete { return bytes }
    // The size was unknown, or the file has grown since: the rest is read in blocks.
    var block = [UInt8](repeating: 0, count: size == 0 ? blockSize : 4096)
    while true {
      guard let length = block.withUnsafeMutableBytes({ readSome(descriptor, $0) }) else { throw .unreadable }
      if length == 0 { return bytes }
      guard bytes.count + length <= limit else { throw .tooMany }
      bytes.append(contentsOf: block[..<length])
      if !mayHaveNULs, bytes.withUnsafeBufferPointer({ $0.isNoText(from: bytes.count - length) }) { return bytes }
    }
  }

  /// Requests large pages for memory that was not touched yet: the system then maps it in a few steps, instead of one
  /// for every 4 KB. The request is a hint that the system may ignore.
  private static func useLargePages(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    let first = start.alignedUp(toMultipleOf: largePage)
    let last = (start + memory.count).alignedDown(toMultipleOf: largePage)
    // The advice covers only whole pages within this memory, and does not change their content.
    if first < last { madvise(first, last - first, MADV_HUGEPAGE) }
  }

  /// Reads some bytes. Returns their number, which is 0 at the end of the file, or `nil` after a failure.
  private static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      let length = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if length >= 0 { return length }
      if errno != EINTR { return nil }
    }
  }
}

extension Bytes {
  /// Whether there is a NUL at or after a position, and the first bytes look like neither compressed data nor UTF-16 or
  /// UTF-32.
  func isNoText(from start: Int) -> Bool {
    TextForm(markOf: self) == .utf8 && !isCompressed && first(0, from: start) != nil && !TextForm.looksLikeUTF16(self)
  }

  /// Whether the bytes begin with the signature of gzip (RFC 1952).
  var isCompressed: Bool { count >= 2 && self[0] == 0x1F && self[1] == 0x8B }
}

extension [UInt8] {
  /// Returns the decompressed content if these bytes begin with the signature of gzip, or else the bytes. Several
  /// members are concatenated.
  ///
  /// After a NUL, which shows that the content is not UTF-8 text, the rest may be left out.
  ///
  /// - Throws: An error if the bytes are damaged or truncated, or if the content is too large.
  /// - Complexity: O(*n*) in the size of the content, and at most in the limit.
  func decompressed(
    file: String, limits: ReadingLimits, mayHaveNULs: Bool = false
  ) throws(DiagnosticsError) -> [UInt8] {
    guard withUnsafeBufferPointer(\.isCompressed) else { return self }
    do {
      return try gunzipped(limit: limits.size) { text, start in !mayHaveNULs && text.isNoText(from: start) }
    } catch {
      let (code, message): (Diagnostic.Code, String)
      switch error {
      case .tooLarge: throw DiagnosticsError(limits.excess(.size, at: .init(file: file)))
      case .truncated: (code, message) = ("gzip/truncated", "the compressed file ends early")
      case .corrupt: (code, message) = ("gzip/corrupt", "the compressed file is damaged")
      }
      throw DiagnosticsError(
        code: code, message, at: .init(file: file), hint: "Compress it again, or copy it again from where it comes.")
    }
  }
}
