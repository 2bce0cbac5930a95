import Glibc

/// All that is ever changed on the disk is changed here, by one system call at a time.
extension Folder {
  /// Makes a folder; nothing happens if something has that name already.
  func makeFolder(_ name: String) throws(SystemError) {
    willChange?("make \(name)/")
    guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else { throw .last }
  }

  /// Makes a file, which must not be there.
  ///
  /// - Returns: What it is, with all its bytes in it.
  /// - Complexity: O(*n*) in their number.
  func makeFile(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> FileStatus {
    willChange?("make \(name)")
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    willChange?("write \(name)")
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return write(file, rest.baseAddress, rest.count)
      }
      guard count >= 0 || errno == EINTR else { throw .last }
      written += max(count, 0)
    }
    return try Self.status(ofDescriptor: file)
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
