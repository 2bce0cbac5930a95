import Foundation

/// A file that is open for reading, which is closed with the last reference to it.
///
/// What is read is what the file was when it was opened, even if another file has its name since.
final class OpenFile: Sendable {
  private let descriptor: Int32
  /// The number of bytes when the file was opened.
  let size: Int

  /// Creates an object that owns a descriptor of a regular file; `nil` if the descriptor is of something else, and then
  /// closes it.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads bytes from a place; `nil` if the file is shorter by now, or cannot be read.
  func read(_ range: Range<Int>) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      // The call writes at most as many bytes as the buffer has, and `count` is the number of those it has written.
      while count < range.count {
        let result = pread(
          descriptor, buffer.baseAddress.map { $0 + count }, range.count - count, off_t(range.lowerBound + count))
        if result < 0, errno == EINTR { continue }
        if result <= 0 { break }
        count += result
      }
    }
    return bytes.count == range.count ? bytes : nil
  }
}
