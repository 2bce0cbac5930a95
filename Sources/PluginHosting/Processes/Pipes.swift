import CProcesses
import Glibc

/// The byte that ends a line.
let lineFeed = UInt8(ascii: "\n")

/// An open descriptor, which is closed with the last reference to it.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Makes reads and writes return at once where they would wait.
  func setNonblocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
}

/// The two ends of a new pipe. Neither is inherited by a process, and neither takes the place of a standard stream.
struct PipeEnds {
  let reading: Descriptor
  let writing: Descriptor

  /// Creates a pipe.
  ///
  /// - Returns: `nil` if the system refuses; `errno` says why.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    // A request of some pages fits into the pipe, so that both sides need not take turns; where the system refuses, they do.
    _ = fcntl(ends[1], F_SETPIPE_SZ, 1 << 20)
    // A host that has closed a standard stream gets its number here, which the child's are about to take.
    for index in ends.indices where ends[index] <= STDERR_FILENO {
      let low = ends[index]
      ends[index] = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      close(low)
    }
    reading = Descriptor(ends[0])
    writing = Descriptor(ends[1])
  }
}

/// The host's end of a child's standard input, and what is to be written to it.
struct InputPipe: Sendable {
  /// `nil` once the pipe is closed, here or by the child.
  private(set) var descriptor: Descriptor?
  /// What is written next, of which the first bytes are written already.
  private var bytes: [UInt8] = []
  private var writtenCount = 0
  /// The number of bytes of lines that are gathered for a write.
  private static let batchSize = 1 << 16

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    descriptor.setNonblocking()
  }

  /// Takes lines, if everything before them is written.
  ///
  /// - Returns: Whether there is something to write.
  mutating func fill(from lines: inout some IteratorProtocol<[UInt8]>) -> Bool {
    guard descriptor != nil else { return false }
    guard writtenCount == bytes.count else { return true }
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
  /// - Returns: Whether it took any. If the child has closed its end, this end is closed, too.
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

  /// Ends the child's input.
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
  /// The number of bytes that are read at once.
  private static let batchSize = 1 << 16

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    descriptor.setNonblocking()
  }

  /// Reads what there is, up to some number of bytes.
  ///
  /// - Returns: The number of bytes; zero if there are none, now or ever.
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

  /// Releases the pipe.
  mutating func close() { descriptor = nil }
}

/// Writes to a pipe, without the signal PIPE that ends a process which writes to a pipe that nobody reads: the signal is held back in
/// this thread, and taken from it, unless it was there before.
///
/// - Returns: The number of bytes; `nil` if nobody can read them any more.
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
  if code == EPIPE, sigismember(&pending, SIGPIPE) == 0 {
    var immediately = timespec()
    _ = sigtimedwait(&pipe, nil, &immediately)
  }
  return code == EAGAIN || code == EINTR ? 0 : nil
}
