import Glibc

/// An open folder. Its entries are named relative to its descriptor, so that changes to the folders above cannot
/// redirect an operation. Links are never followed.
final class Folder: Sendable {
  /// The folder's descriptor, which is closed when the last reference is released.
  let descriptor: Int32
  /// A closure that is called before each single change of the disk, with a description of it. Tests kill the process
  /// there.
  let willChange: (@Sendable (String) -> Void)?

  private init(descriptor: Int32, willChange: (@Sendable (String) -> Void)?) {
    self.descriptor = descriptor
    self.willChange = willChange
  }

  deinit { close(descriptor) }

  /// Opens a folder by its path. Links in this path are followed, since the user may well pass one.
  convenience init(_ path: String, willChange: (@Sendable (String) -> Void)?) throws(SystemError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    self.init(descriptor: descriptor, willChange: willChange)
  }

  /// Opens a folder in this one, or returns `nil` if there is no entry of that name.
  ///
  /// - Throws: An error if the entry is not a folder.
  func folder(_ name: String) throws(SystemError) -> Folder? {
    try open(name, O_RDONLY | O_DIRECTORY).map { Folder(descriptor: $0, willChange: willChange) }
  }

  /// Opens an entry of this folder, and returns its descriptor, or `nil` if there is no entry of that name.
  func open(_ name: String, _ flags: Int32) throws(SystemError) -> Int32? {
    let entry = openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard entry < 0 else { return entry }
    guard errno == ENOENT else { throw .last }
    return nil
  }

  /// Returns the status of the entry of a name, or `nil` if there is none.
  func status(of name: UnsafePointer<CChar>) throws(SystemError) -> FileStatus? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else { return FileStatus(status) }
    guard errno == ENOENT else { throw .last }
    return nil
  }

  func status() throws(SystemError) -> FileStatus { try Self.status(ofDescriptor: descriptor) }

  /// Returns the bytes and the status of a file in this folder, or `nil` if there is no entry of that name.
  ///
  /// - Complexity: O(*n*) in the length of the file.
  func read(_ name: String) throws(SystemError) -> (bytes: [UInt8], status: FileStatus)? {
    guard let file = try open(name, O_RDONLY | O_NONBLOCK) else { return nil }
    defer { close(file) }
    return try Self.read(descriptor: file)
  }

  /// Calls the given closure for each entry of this folder, in no particular order.
  ///
  /// - Parameter body: A closure that receives a name, which is valid during the call, and whether it is the name of a
  ///   folder.
  func forEachEntry(
    _ body: (UnsafeBufferPointer<UInt8>, Bool) throws(SystemError) -> Void
  ) throws(SystemError) {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw .last }
    guard let entries = fdopendir(copy) else {
      let error = SystemError.last
      close(copy)
      throw error
    }
    defer { closedir(entries) }
    while true {
      errno = 0
      guard let entry = readdir(entries) else {
        guard errno == 0 else { throw .last }
        return
      }
      // The entry is valid until the next one is read, and its name ends with a zero byte within it.
      let start = withUnsafePointer(to: &entry.pointee.d_name) { UnsafeRawPointer($0) }
      let name = UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: UInt8.self), count: strlen(start.assumingMemoryBound(to: CChar.self)))
      if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
      var isFolder = Int(entry.pointee.d_type) == Int(DT_DIR)
      // Some file systems do not report the types of entries.
      if Int(entry.pointee.d_type) == Int(DT_UNKNOWN) {
        isFolder = try status(of: String(decoding: name, as: UTF8.self))?.kind == .folder
      }
      try body(name, isFolder)
    }
  }

  /// Returns the bytes of the file at a path. Links are followed.
  ///
  /// - Complexity: O(*n*) in the length of the file.
  static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let file = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    return try read(descriptor: file).bytes
  }

  static func status(ofDescriptor descriptor: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  /// Returns the bytes of an open file. A file that grows in the meantime is read again.
  static func read(descriptor: Int32) throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
    while true {
      let status = try status(ofDescriptor: descriptor)
      guard status.kind == .file else { throw SystemError(code: EISDIR) }
      var failure: SystemError?
      // The buffer has room for one byte more than the file's size: if it stays unused, the whole file was read.
      let bytes = [UInt8](unsafeUninitializedCapacity: status.size + 1) { buffer, count in
        while count < buffer.count {
          let more = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
          if more < 0, errno == EINTR { continue }
          if more < 0 { failure = .last }
          guard more > 0 else { return }
          count += more
        }
      }
      if let failure { throw failure }
      if bytes.count <= status.size { return (bytes, status) }
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .last }
    }
  }
}

/// The changes to the disk. Each function here that changes it does so by one system call at a time.
extension Folder {
  /// Creates a folder, unless there is an entry of that name already.
  func makeFolder(_ name: String) throws(SystemError) {
    willChange?("make \(name)/")
    guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else { throw .last }
  }

  /// Creates a folder, unless there is an entry of that name already, and opens it.
  func makeOpenFolder(_ name: String) throws(SystemError) -> Folder {
    try makeFolder(name)
    guard let inner = try folder(name) else { throw .notAFolder }
    return inner
  }

  /// Writes bytes at an offset of a file, and truncates the file after them; after an error at the offset, as far as
  /// that is possible.
  ///
  /// - Returns: The status of the file after the write, or `nil` if there is no entry of that name.
  /// - Complexity: O(*n*) in the number of bytes.
  func append(_ bytes: [UInt8], to name: String, at offset: Int) throws(SystemError) -> FileStatus? {
    guard let file = try openFile(name) else { return nil }
    willChange?("append \(name)")
    return try file.write(bytes, at: offset)
  }

  /// Sets the modification time of a file, in nanoseconds since 1970.
  func setModified(_ time: Int, of name: String) throws(SystemError) { try openFile(name)?.setModified(time) }

  /// Throws an error if there is no room to append a number of bytes to files, as far as the system reports it.
  ///
  /// - Parameter end: The length that the longest of the files is going to have.
  func checkRoom(for count: Int, endingAt end: Int) throws(SystemError) {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits) != 0 || rlim_t(end) <= limits.rlim_cur else {
      throw SystemError(code: EFBIG)
    }
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0, status.f_blocks > 0 else { return }
    // The data may begin in one block and end in another.
    guard (Int(status.f_bavail) - 2) * Int(status.f_frsize) >= count else { throw SystemError(code: ENOSPC) }
  }

  private func openFile(_ name: String) throws(SystemError) -> OpenFile? {
    try open(name, O_WRONLY | O_NONBLOCK).map { OpenFile(descriptor: $0) }
  }

  /// Creates a file with some bytes. There must be no entry of that name.
  ///
  /// - Returns: The status of the file after the write.
  /// - Complexity: O(*n*) in the number of bytes.
  func makeFile(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> FileStatus {
    let file = try newFile(name)
    try file.append(bytes)
    return try file.status()
  }

  /// Creates an empty file, to which bytes are appended piece by piece. There must be no entry of that name.
  func newFile(_ name: String) throws(SystemError) -> OpenFile {
    willChange?("make \(name)")
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .last }
    willChange?("write \(name)")
    return OpenFile(descriptor: file)
  }

  /// Moves an entry to another folder. A file replaces a file of the new name, and a folder replaces an empty folder.
  ///
  /// - Returns: Whether there was an entry to move.
  @discardableResult
  func move(_ name: String, to folder: Folder, as newName: String) throws(SystemError) -> Bool {
    willChange?("move \(name)")
    guard renameat(descriptor, name, folder.descriptor, newName) != 0 else { return true }
    guard errno == ENOENT else { throw .last }
    return false
  }

  /// Deletes a file, if it exists.
  func removeFile(_ name: String) throws(SystemError) {
    willChange?("delete \(name)")
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .last }
  }

  /// Deletes a folder if it is empty.
  ///
  /// - Returns: Whether there is no entry of that name any more.
  @discardableResult
  func removeEmptyFolder(_ name: String) throws(SystemError) -> Bool {
    willChange?("delete \(name)/")
    guard unlinkat(descriptor, name, AT_REMOVEDIR) != 0, errno != ENOENT else { return true }
    guard errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR else { throw .last }
    return false
  }

  /// Deletes an entry, a folder with everything in it.
  func removeTree(_ name: String) throws(SystemError) {
    guard let status = try status(of: name) else { return }
    guard status.kind == .folder, let inner = try folder(name) else { return try removeFile(name) }
    var names: [(name: String, isFolder: Bool)] = []
    try inner.forEachEntry { name, isFolder in names.append((String(decoding: name, as: UTF8.self), isFolder)) }
    // The order is fixed, so that every run performs the same steps.
    for entry in names.sorted(by: { $0.name < $1.name }) {
      if entry.isFolder { try inner.removeTree(entry.name) } else { try inner.removeFile(entry.name) }
    }
    try removeEmptyFolder(name)
  }
}

/// A file that is being written. It is closed when the last reference is released.
final class OpenFile {
  private let descriptor: Int32

  fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Appends bytes to the file.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  func append(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.writeAll { rest, _ in Glibc.write(descriptor, rest.baseAddress, rest.count) }
  }

  func status() throws(SystemError) -> FileStatus { try Folder.status(ofDescriptor: descriptor) }

  /// Writes bytes at an offset, and truncates the file after them.
  fileprivate func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) -> FileStatus {
    do {
      try bytes.writeAll { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + $1)) }
    } catch {
      _ = ftruncate(descriptor, off_t(offset))
      throw error
    }
    let status = try status()
    guard status.size > offset + bytes.count else { return status }
    guard ftruncate(descriptor, off_t(offset + bytes.count)) == 0 else { throw .last }
    return try self.status()
  }

  fileprivate func setModified(_ time: Int) throws(SystemError) {
    let times = [
      timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2),  // UTIME_OMIT
      timespec(tv_sec: time / 1_000_000_000, tv_nsec: time % 1_000_000_000),
    ]
    guard futimens(descriptor, times) == 0 else { throw .last }
  }
}

extension [UInt8] {
  /// Writes all bytes.
  ///
  /// - Parameter write: A system call that writes at least the first of the bytes that are left, and returns their
  ///   number. It is also given the number of bytes that were written before. If it is interrupted, it is called again.
  func writeAll(_ write: (_ rest: UnsafeRawBufferPointer, _ written: Int) -> Int) throws(SystemError) {
    var written = 0
    while written < count {
      let more = withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[written...]), written) }
      guard more >= 0 || errno == EINTR else { throw .last }
      written += Swift.max(more, 0)
    }
  }
}

/// The status of a file as the file system reports it, without the file being read. The status of a link is that of the
/// link itself.
struct FileStatus: Equatable, Sendable {
  enum Kind: Sendable {
    case file, folder, other
  }

  let kind: Kind
  /// The number of the device that the file is on.
  let device: UInt64
  /// The size in bytes.
  let size: Int
  /// The modification time, in nanoseconds since 1970.
  let modified: Int
  /// The identity of the file in its file system, whatever its name.
  let identity: UInt64

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    device = UInt64(status.st_dev)
    size = Int(status.st_size)
    modified = Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
    identity = UInt64(status.st_ino)
  }
}

/// An error of a system call.
struct SystemError: Error, CustomStringConvertible {
  /// The error's code, a value of `errno`.
  let code: Int32

  static var notAFolder: SystemError { SystemError(code: ENOTDIR) }

  /// The error that a file does not exist.
  static var missing: SystemError { SystemError(code: ENOENT) }

  /// Whether an entry of the wrong type, or a link, is in the way.
  var isObstacle: Bool { [ENOTDIR, ELOOP, EISDIR].contains(code) }

  /// The error of the last system call of the current thread.
  static var last: SystemError { SystemError(code: errno) }

  /// The system's message for the error.
  var description: String { String(cString: strerror(code)) }
}
