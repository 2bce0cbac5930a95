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
