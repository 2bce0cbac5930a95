import CatalogKit
import CatalogSyntax
import Datasets
import Diagnostics
import Foundation
import SystemPackage

/// A CSV file of a catalog's folder that a row is appended to for each event.
///
/// The file is replaced by a copy with the new row, since who reads it while a row is written would find a part of the
/// row. It is locked meanwhile, so that no row of another writer is lost.
struct EventFile: Sendable {
  private static let columns = ["time", "event", "dataset", "key", "title", "section"]
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// How long a file may be locked by others.
  private static let patience = Duration.seconds(5)

  /// The path of the file, as it is written in the configuration.
  private let file: LocatedText
  private let folder: FilePath
  /// The path for messages.
  private let path: FilePath
  private let work = BlockingWork(width: 1)

  /// Creates a reference to a file, which need not exist.
  ///
  /// - Parameters:
  ///   - file: The path of the file, relative to the catalog's folder.
  ///   - folder: The catalog's folder; empty for the current folder.
  init(_ file: LocatedText, in folder: FilePath) {
    self.file = file
    self.folder = folder
    path = folder.pushing(FilePath(file.text)).lexicallyNormalized()
  }

  /// Appends a row with what the columns of the file are named after.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  /// - Throws: `DiagnosticsError` if the file cannot be written, is outside of the catalog's folder, or has no column
  ///   for anything of the event. It stays as it was.
  func append(_ event: EventDescription, at time: Date = Date()) async throws(DiagnosticsError) {
    try await work.run { () throws(DiagnosticsError) in try appendRow(event, at: time) }
  }

  private func appendRow(_ event: EventDescription, at time: Date) throws(DiagnosticsError) {
    let place = try place()
    while true {
      guard let descriptor = try openLocked(place) else {
        if try create(place, content([], with: event, at: time)) { return }
        continue
      }
      defer { close(descriptor) }
      let old = try content(of: descriptor)
      if try replace(place, descriptor, old, with: content(old, with: event, at: time)) { return }
    }
  }

  private func failure(_ message: String, code: Int32 = errno, hint: String? = nil) -> DiagnosticsError {
    let reason = code == 0 ? "" : ": \(String(cString: strerror(code)))"
    return DiagnosticsError(
      code: "event/unwritable", message + reason, at: .init(file: path.string),
      hint: hint ?? "Check that you may write there, and that the disk is not full.")
  }

  // MARK: - Finding and opening

  /// Returns the path of the file, or that which it will have, with links resolved.
  private func place() throws(DiagnosticsError) -> FilePath {
    let outside = DiagnosticsError(
      code: "event/outside", "“\(file.text)” leads out of the catalog's folder", at: file.location,
      hint: "Name a file in the folder.")
    guard let root = folder.resolved else { throw failure("there is no folder “\(folder)”", code: 0) }
    if let place = path.resolved {
      guard place.isWithin(root) else { throw outside }
      return place
    }
    // A link to nothing would be followed when the file is created.
    var status = stat()
    if lstat(path.string, &status) == 0 { throw outside }
    guard let name = path.lastComponent, let parent = path.removingLastComponent().resolved else {
      throw failure("there is no folder for the file", code: 0, hint: "Make the folder.")
    }
    guard parent.isWithin(root) else { throw outside }
    return parent.appending(name)
  }

  /// Opens the file and locks it until it is closed. Returns `nil` if it does not exist.
  private func openLocked(_ place: FilePath) throws(DiagnosticsError) -> Int32? {
    let deadline = SuspendingClock.now + Self.patience
    while true {
      // Opening a pipe would otherwise wait for its reader.
      let descriptor = open(place.string, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else {
        if errno == ENOENT { return nil }
        throw failure("the file cannot be written")
      }
      var opened = stat(), present = stat()
      guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw failure("this is not a file", code: 0, hint: "Put a file in its place.")
      }
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR, SuspendingClock.now < deadline else {
          defer { close(descriptor) }
          throw failure(
            "the file cannot be locked", hint: errno == EWOULDBLOCK ? "Another program has locked it." : nil)
        }
        usleep(1000)
      }
      // Another program may have replaced the file in the meantime, as editors do.
      if stat(place.string, &present) == 0, present.st_ino == opened.st_ino, present.st_dev == opened.st_dev {
        return descriptor
      }
      close(descriptor)
    }
  }

  // MARK: - Writing

  /// Returns the content of the file with another row. A file that has nothing gets a header, too.
  private func content(
    _ old: [UInt8], with event: EventDescription, at time: Date
  ) throws(DiagnosticsError) -> [UInt8] {
    var content = old
    let header: DelimitedHeader
    if old.isEmpty || old == Self.byteOrderMark {
      header = DelimitedHeader(names: Self.columns)
      content += header.line
    } else {
      header = try DelimitedHeader(of: old, file: path.string)
      guard header.names.contains(where: { Self.columns.contains($0) || event.has($0) }) else {
        throw DiagnosticsError(
          code: "event/no-column", "no column is named after anything that the event “\(event.event)” has",
          at: .init(file: path.string),
          hint: "Columns can be \(Self.columns.joined(separator: ", ")), arguments of the event, and fields of the row."
        )
      }
      if let last = old.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r") {
        content.append(UInt8(ascii: "\n"))
      }
    }
    return content
      + header.line(of: header.names.map { $0 == "time" ? time.formatted(.iso8601) : event.text(named: $0) })
  }

  /// Creates the file. Returns false if another program has created it in the meantime.
  private func create(_ place: FilePath, _ content: [UInt8]) throws(DiagnosticsError) -> Bool {
    let hidden = try write(content, beside: place, like: nil)
    defer { unlink(hidden) }
    if link(hidden, place.string) == 0 { return true }
    if errno == EEXIST { return false }
    // Some file systems have no hard links. There, the row of another program that creates the file may be lost.
    if [EPERM, EOPNOTSUPP, ENOSYS].contains(errno), rename(hidden, place.string) == 0 { return true }
    throw failure("the file cannot be created")
  }

  /// Replaces the locked file. Returns false if another program has written to it without a lock.
  private func replace(
    _ place: FilePath, _ descriptor: Int32, _ old: [UInt8], with content: [UInt8]
  ) throws(DiagnosticsError) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("the file cannot be read") }
    let hidden = try write(content, beside: place, like: status)
    defer { unlink(hidden) }
    guard fstat(descriptor, &status) == 0, status.st_size == old.count else { return false }
    guard rename(hidden, place.string) == 0 else { throw failure("the file cannot be replaced") }
    return true
  }

  /// Writes a file with a hidden name, which no catalog reads, in the same folder, and returns its path.
  ///
  /// - Parameter original: The file that it will replace, whose owner and permissions it gets.
  private func write(
    _ bytes: [UInt8], beside place: FilePath, like original: stat?
  ) throws(DiagnosticsError) -> String {
    let hidden = place.removingLastComponent().appending(".pomona-\(UUID().uuidString)").string
    let descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure("the file cannot be written") }
    defer { close(descriptor) }
    if let original {
      // The owner can be changed only by few, and the group by those who are in it.
      _ = fchown(descriptor, original.st_uid, original.st_gid)
      _ = fchmod(descriptor, original.st_mode & 0o7777)
    }
    var written = 0
    while written < bytes.count {
      // The bytes from `written` on are within the buffer.
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    // If the machine fails, there is the old file or the new one.
    guard written == bytes.count, fsync(descriptor) == 0 else {
      let code = errno
      unlink(hidden)
      throw failure("the file cannot be written", code: code)
    }
    return hidden
  }

  private func content(of descriptor: Int32) throws(DiagnosticsError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("the file cannot be read") }
    let size = Int(status.st_size)
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      // `count` bytes are initialised, and at most the capacity is read.
      while count < size {
        let length = read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if length < 0, errno == EINTR { continue }
        isRead = length >= 0
        guard length > 0 else { return }
        count += length
      }
    }
    guard isRead else { throw failure("the file cannot be read") }
    return bytes
  }
}
