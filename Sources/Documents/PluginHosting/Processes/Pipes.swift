import CProcesses
import Glibc

let lineFeed = UInt8(ascii: "\n")

/// An open descriptor, which is closed when the last reference is released.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Makes reads and writes return immediately instead of blocking.
  func setNonblocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
}

/// The two ends of a new pipe. Neither is inherited by child processes, and neither has the number of a standard
/// stream.
struct PipeEnds {
  let reading: Descriptor
  let writing: Descriptor

  /// Returns `nil` if the system refuses; `errno` says why.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    // With a large buffer a request of some pages fits into the pipe, so that the two sides need not alternate. If the
    // system refuses, they do.
    _ = fcntl(ends[1], F_SETPIPE_SZ, 1 << 20)
    // If the host has closed a standard stream, the pipe may get its number, which the child's streams are about to
    // use.
    for index in ends.indices where ends[index] <= STDERR_FILENO {
      let low = ends[index]
      ends[index] = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      close(low)
    }
    reading = Descriptor(ends[0])
    writing = Descriptor(ends[1])
  }
}

/// The host's end of a child's standard input, and the bytes to write to it.
struct InputPipe: Sendable {
  /// `nil` once the pipe is closed, here or by the child.
  private(set) var descriptor: Descriptor?
  /// The bytes to write, of which the first `writtenCount` are written already.
  private var bytes: [UInt8] = []
  private var writtenCount = 0
  /// The number of bytes of lines that are combined in a write.
  private static let batchSize = 1 << 16

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    descriptor.setNonblocking()
  }

  /// Takes further lines, if all earlier ones are written.
  ///
  /// - Returns: Whether there are bytes to write.
  mutating func fill(from lines: inout some IteratorProtocol<[UInt8]>) -> Bool {
    guard descriptor != nil else { return false }
    guard writtenCount == bytes.count else { return true }
    // Room that was needed for one long line is not kept.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.batchSize)
    writtenCount = 0
    while bytes.count < Self.batchSize, let line = lines.next() {
      bytes += line
      bytes.append(lineFeed)
    }
    return !bytes.isEmpty
  }

  /// Writes as much as the pipe takes.
  ///
  /// - Returns: Whether any bytes were written. If the child has closed its end, this end is closed, too.
  mutating func write() -> Bool {
    guard let descriptor else { return false }
    let count = bytes.withUnsafeBytes { bytes in
      writeWithoutSignal(descriptor.number, UnsafeRawBufferPointer(rebasing: bytes[writtenCount...]))
    }
    guard let count else {
      close()
      return false
    }
    writtenCount += count
    return count > 0
  }

  mutating func close() {
    descriptor = nil
    bytes = []
    writtenCount = 0
  }
}

/// The host's end of one of a child's outputs.
struct OutputPipe: Sendable {
  /// `nil` once everything is read, or the pipe is closed.
  private(set) var descriptor: Descriptor?
  /// The maximal number of bytes of a read.
  private static let batchSize = 1 << 16

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    descriptor.setNonblocking()
  }

  /// Reads the available bytes, up to a limit, and calls `body` with them.
  ///
  /// - Returns: The number of bytes; zero if none are available, or the end was reached.
  mutating func read(_ body: (UnsafeRawBufferPointer) -> Void) -> Int {
    guard let descriptor else { return 0 }
    return withUnsafeTemporaryAllocation(byteCount: Self.batchSize, alignment: 1) { buffer in
      var count = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
      while count < 0, errno == EINTR { count = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count) }
      guard count > 0 else {
        if count == 0 || errno != EAGAIN { close() }
        return 0
      }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count
    }
  }

  mutating func close() { descriptor = nil }
}

/// Writes to a pipe without raising SIGPIPE, which would end the process if the pipe has no reader. The signal is
/// blocked in this thread, and removed if it was raised here.
///
/// - Returns: The number of bytes written, which may be zero; `nil` if the pipe has no reader any more, or another
///   error occurred.
private func writeWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int? {
  var pending = sigset_t()
  sigpending(&pending)
  var pipe = sigset_t()
  sigemptyset(&pipe)
  sigaddset(&pipe, SIGPIPE)
  var mask = sigset_t()
  pthread_sigmask(SIG_BLOCK, &pipe, &mask)
  defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }

  let count = write(descriptor, bytes.baseAddress, bytes.count)
  if count >= 0 { return count }
  let code = errno
  // A signal that was pending before does not come from this write, and stays.
  if code == EPIPE, sigismember(&pending, SIGPIPE) == 0 {
    var immediately = timespec()
    _ = sigtimedwait(&pipe, nil, &immediately)
  }
  return code == EAGAIN || code == EINTR ? 0 : nil
}

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
