#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads files into memory.
enum FileBytes {
  private static let blockSize = 1 << 18

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
      // At most what there is room for is read, and counted.
      while count < buffer.count {
        let length = readSome(
          descriptor, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
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

  /// Reads some bytes; none at the end, `nil` after a failure.
  private static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      #if canImport(Glibc)
        let length = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let length = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if length >= 0 { return length }
      if errno != EINTR { return nil }
    }
  }
}
