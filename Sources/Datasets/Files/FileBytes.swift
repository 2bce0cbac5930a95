import Glibc

/// Reads files into memory.
enum FileBytes {
  private static let blockSize = 1 << 18
  /// As large as the large pages of most machines.
  private static let largePage = 1 << 21

  /// All bytes of a file, or of standard input; `nil` if it cannot be read.
  ///
  /// A file is read and not mapped: one that somebody cuts while it is mapped would end the program.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  static func read(_ path: String) -> [UInt8]? {
    if path == DataFile.standardInput { return readAll(0, expecting: 0) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    let isPlain = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    return readAll(descriptor, expecting: isPlain ? Int(status.st_size) : 0)
  }

  /// Reads to the end, whatever the size was thought to be.
  private static func readAll(_ descriptor: Int32, expecting size: Int) -> [UInt8]? {
    var isComplete = true
    var bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let room = UnsafeMutableRawBufferPointer(buffer)
      useLargePages(room)
      // At most what there is room for is read, and counted.
      while count < room.count {
        // What the system copies at once stays in the processor's cache.
        let length = readSome(
          descriptor, UnsafeMutableRawBufferPointer(rebasing: room[count..<min(count + largePage, room.count)]))
        guard let length, length > 0 else {
          isComplete = length != nil
          return
        }
        count += length
      }
    }
    guard isComplete else { return nil }
    var block = [UInt8](repeating: 0, count: size == 0 ? blockSize : 4096)
    while true {
      guard let length = block.withUnsafeMutableBytes({ readSome(descriptor, $0) }) else { return nil }
      if length == 0 { return bytes }
      bytes.append(contentsOf: block[..<length])
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
