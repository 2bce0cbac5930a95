import Glibc

/// An open folder: what is in it is named relative to it, so that nothing that happens to the folders above leads elsewhere. No link is
/// ever followed.
final class Folder: Sendable {
  /// The folder's descriptor, which is closed with the last reference.
  let descriptor: Int32
  /// Is called before each single change of the disk, with what is about to happen. Tests end the process there.
  let willChange: (@Sendable (String) -> Void)?

  private init(descriptor: Int32, willChange: (@Sendable (String) -> Void)?) {
    self.descriptor = descriptor
    self.willChange = willChange
  }

  deinit { close(descriptor) }

  /// Opens a folder by its whole path, through links if need be: a person may well name it so.
  convenience init(_ path: String, willChange: (@Sendable (String) -> Void)?) throws(SystemError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    self.init(descriptor: descriptor, willChange: willChange)
  }

  /// A folder in this one; nothing if nothing has that name.
  ///
  /// - Throws: An error if something else has the name.
  func folder(_ name: String) throws(SystemError) -> Folder? {
    let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner < 0 else { return Folder(descriptor: inner, willChange: willChange) }
    guard errno == ENOENT else { throw .last }
    return nil
  }

  /// What has a name in this folder; nothing if nothing has.
  func status(of name: UnsafePointer<CChar>) throws(SystemError) -> FileStatus? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else { return FileStatus(status) }
    guard errno == ENOENT else { throw .last }
    return nil
  }

  /// What this folder is.
  func status() throws(SystemError) -> FileStatus { try Self.status(ofDescriptor: descriptor) }

  /// The bytes of a file in this folder, and what it is; nothing if nothing has that name.
  ///
  /// - Complexity: O(*n*) in its length.
  func read(_ name: String) throws(SystemError) -> (bytes: [UInt8], status: FileStatus)? {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      guard errno == ENOENT else { throw .last }
      return nil
    }
    defer { close(file) }
    return try Self.read(descriptor: file)
  }

  /// Calls a closure for everything in this folder, in no order.
  ///
  /// - Parameter body: Gets a name, which is valid as long as it runs, and whether it is that of a folder.
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
      // Some file systems do not tell.
      if Int(entry.pointee.d_type) == Int(DT_UNKNOWN) {
        isFolder = try status(of: String(decoding: name, as: UTF8.self))?.kind == .folder
      }
      try body(name, isFolder)
    }
  }

  /// The bytes of a file anywhere, through links if need be.
  ///
  /// - Complexity: O(*n*) in its length.
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

  /// The bytes of an open file. If it grows meanwhile, it is read once more.
  static func read(descriptor: Int32) throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
    while true {
      let status = try status(ofDescriptor: descriptor)
      guard status.kind == .file else { throw SystemError(code: EISDIR) }
      var failure: SystemError?
      // There is room for one byte more than there should be, which is how the end is seen.
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

/// All that is ever changed on the disk is changed here, by one system call at a time.
extension Folder {
  /// Creates a folder; nothing happens if something has that name already.
  func makeFolder(_ name: String) throws(SystemError) {
    willChange?("make \(name)/")
    guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else { throw .last }
  }

  /// Creates a folder, unless something has that name already, and opens it.
  func makeOpenFolder(_ name: String) throws(SystemError) -> Folder {
    try makeFolder(name)
    guard let inner = try folder(name) else { throw .notAFolder }
    return inner
  }

  /// Writes the end of a file, over what may be there already.
  ///
  /// - Parameters:
  ///   - bytes: The end.
  ///   - name: The file's name.
  ///   - offset: Where the end begins.
  /// - Returns: What the file is then; nil if nothing has that name.
  /// - Complexity: O(*n*) in the number of bytes.
  func append(_ bytes: [UInt8], to name: String, at offset: Int) throws(SystemError) -> FileStatus? {
    guard let file = try openFile(name) else { return nil }
    willChange?("append \(name)")
    return try file.write(bytes, at: offset)
  }

  /// Sets when a file was written.
  func setModified(_ time: Int, of name: String) throws(SystemError) { try openFile(name)?.setModified(time) }

  /// Throws an error if there is no room to append bytes to a file, as far as the system tells.
  ///
  /// - Parameter end: The length that the file is going to have.
  func checkRoom(for count: Int, endingAt end: Int) throws(SystemError) {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits) != 0 || rlim_t(end) <= limits.rlim_cur else {
      throw SystemError(code: EFBIG)
    }
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0, status.f_blocks > 0 else { return }
    // What is appended may begin in one block and end in another.
    guard (Int(status.f_bavail) - 2) * Int(status.f_frsize) >= count else { throw SystemError(code: ENOSPC) }
  }

  private func openFile(_ name: String) throws(SystemError) -> OpenFile? {
    let file = openat(descriptor, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file < 0 else { return OpenFile(descriptor: file) }
    guard errno == ENOENT else { throw .last }
    return nil
  }

  /// Creates a file, which must not be there.
  ///
  /// - Returns: What it is, with all its bytes in it.
  /// - Complexity: O(*n*) in their number.
  func makeFile(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> FileStatus {
    let file = try newFile(name)
    try file.append(bytes)
    return try file.status()
  }

  /// Creates a file, which must not be there, for its bytes to be appended piece by piece.
  func newFile(_ name: String) throws(SystemError) -> NewFile {
    willChange?("make \(name)")
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .last }
    willChange?("write \(name)")
    return NewFile(descriptor: file)
  }

  /// Moves what has a name to another folder, where it replaces a file of that name, or an empty folder if it is a folder.
  ///
  /// - Returns: Whether there was anything to move.
  @discardableResult
  func move(_ name: String, to folder: Folder, as newName: String) throws(SystemError) -> Bool {
    willChange?("move \(name)")
    guard renameat(descriptor, name, folder.descriptor, newName) != 0 else { return true }
    guard errno == ENOENT else { throw .last }
    return false
  }

  /// Deletes a file, if it is there.
  func removeFile(_ name: String) throws(SystemError) {
    willChange?("delete \(name)")
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .last }
  }

  /// Deletes a folder if nothing is in it.
  ///
  /// - Returns: Whether it is gone.
  @discardableResult
  func removeEmptyFolder(_ name: String) throws(SystemError) -> Bool {
    willChange?("delete \(name)/")
    guard unlinkat(descriptor, name, AT_REMOVEDIR) != 0, errno != ENOENT else { return true }
    guard errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR else { throw .last }
    return false
  }

  /// Deletes what has a name with all that is in it.
  func removeTree(_ name: String) throws(SystemError) {
    guard let status = try status(of: name) else { return }
    guard status.kind == .folder, let inner = try folder(name) else { return try removeFile(name) }
    var names: [(name: String, isFolder: Bool)] = []
    try inner.forEachEntry { name, isFolder in names.append((String(decoding: name, as: UTF8.self), isFolder)) }
    // In an order of our own, so that the same is done in every run.
    for entry in names.sorted(by: { $0.name < $1.name }) {
      if entry.isFolder { try inner.removeTree(entry.name) } else { try inner.removeFile(entry.name) }
    }
    try removeEmptyFolder(name)
  }
}

/// A file that is written; it is closed when nobody refers to it any more.
final class NewFile {
  private let descriptor: Int32

  fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Appends bytes.
  ///
  /// - Complexity: O(*n*) in their number.
  func append(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return write(descriptor, rest.baseAddress, rest.count)
      }
      guard count >= 0 || errno == EINTR else { throw .last }
      written += max(count, 0)
    }
  }

  /// What the file system says of the file as it is now.
  func status() throws(SystemError) -> FileStatus { try Folder.status(ofDescriptor: descriptor) }
}

/// A file whose end is written; it is closed when nobody refers to it any more.
private final class OpenFile {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) -> FileStatus {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
      }
      guard count >= 0 || errno == EINTR else { throw .last }
      written += max(count, 0)
    }
    let status = try Folder.status(ofDescriptor: descriptor)
    guard status.size > offset + bytes.count else { return status }
    guard ftruncate(descriptor, off_t(offset + bytes.count)) == 0 else { throw .last }
    return try Folder.status(ofDescriptor: descriptor)
  }

  func setModified(_ time: Int) throws(SystemError) {
    let times = [
      timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2),  // UTIME_OMIT
      timespec(tv_sec: time / 1_000_000_000, tv_nsec: time % 1_000_000_000),
    ]
    guard futimens(descriptor, times) == 0 else { throw .last }
  }
}

/// What the file system says of a file without its being read; of a link it is that of the link.
struct FileStatus: Equatable, Sendable {
  /// What there is at a place.
  enum Kind: Sendable {
    case file, folder, other
  }

  /// What it is.
  let kind: Kind
  /// The number of the file system that it is on.
  let device: UInt64
  /// The number of its bytes.
  let size: Int
  /// When it was written: nanoseconds since 1970.
  let modified: Int
  /// What tells it from any other file of this file system, whatever its name.
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

/// What the file system answered when it would not do something.
struct SystemError: Error {
  /// The number of the error, as the system has them.
  let code: Int32

  /// Something that is no folder stands where one has to be.
  static var notAFolder: SystemError { SystemError(code: ENOTDIR) }

  /// Nothing is where a file has to be.
  static var missing: SystemError { SystemError(code: ENOENT) }

  /// Whether something stands where a file or a folder has to be, or is a link.
  var isObstacle: Bool { [ENOTDIR, ELOOP, EISDIR].contains(code) }

  /// The error of the last system call of this thread.
  static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
  /// What the system says about it.
  var description: String { String(cString: strerror(code)) }
}
