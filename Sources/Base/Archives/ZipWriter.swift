/// Writes a zip archive, entry by entry (APPNOTE.TXT 6.3.10).
///
/// The methods return the bytes of the archive, and the caller writes them in this order to their destination. Only the
/// directory is kept in memory, about 50 bytes and the path for each entry:
///
/// ```
/// var zip = ZipWriter()
/// write(zip.entry("mimetype", Array("application/epub+zip".utf8), isCompressed: false))
/// for page in pages { write(zip.entry(page.path, page.bytes)) }
/// write(zip.end())
/// ```
///
/// The bytes depend only on the paths, the contents, and the version of zlib: the time of each entry is the earliest
/// that an archive can have, 1980-01-01, and its permissions are those of a file that everyone may read.
package struct ZipWriter: ~Copyable {
  private let deflater = Deflater()
  /// The central directory so far.
  private var directory: [UInt8] = []
  private var numberOfEntries = 0
  /// The position of the next bytes in the file.
  private var position: Int

  /// Creates a writer.
  ///
  /// - Parameter position: The position of the archive in its file.
  package init(at position: Int = 0) { self.position = position }

  /// Returns the bytes of an entry, which are the next bytes of the archive.
  ///
  /// - Parameters:
  ///   - path: The path that the entry is unpacked to: a unique relative path of at most 65,535 bytes, with slashes
  ///     between its components.
  ///   - isCompressed: Whether the entry is deflated if that makes it smaller. Otherwise it is stored unchanged.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package mutating func entry(_ path: String, _ content: [UInt8], isCompressed: Bool = true) -> [UInt8] {
    precondition((1...0xFFFF).contains(path.utf8.count), "the path of an entry has between 1 and 65,535 bytes")
    let deflated = isCompressed ? deflater.deflate(content) : nil
    let entry = Entry(
      path: path, checksum: content.checksum, size: content.count, stored: deflated ?? content,
      isDeflated: deflated != nil, position: position)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entry.stored.count + path.utf8.count + 64)
    entry.appendHeader(to: &bytes)
    bytes += entry.stored
    entry.appendDirectoryHeader(to: &directory)
    numberOfEntries += 1
    position += bytes.count
    return bytes
  }

  /// Returns the last bytes of the archive: its directory.
  ///
  /// - Complexity: O(*n*), *n* being the number of entries.
  package consuming func end() -> [UInt8] {
    let size = directory.count
    let start = position
    var bytes = directory
    if numberOfEntries >= 0xFFFF || size >= Zip.large || start >= Zip.large {
      // The Zip64 end of central directory record, and its locator.
      bytes.append(0x0606_4b50, as: UInt32.self)
      bytes.append(44, as: UInt64.self)
      bytes.append(Zip.unix | Zip.wideVersion, as: UInt16.self)
      bytes.append(Zip.wideVersion, as: UInt16.self)
      bytes.append(0, as: UInt64.self)
      for number in [numberOfEntries, numberOfEntries, size, start] { bytes.append(number, as: UInt64.self) }
      bytes.append(0x0706_4b50, as: UInt32.self)
      bytes.append(0, as: UInt32.self)
      bytes.append(start + size, as: UInt64.self)
      bytes.append(1, as: UInt32.self)
    }
    bytes.append(0x0605_4b50, as: UInt32.self)
    bytes.append(0, as: UInt32.self)
    for _ in 0..<2 { bytes.append(min(numberOfEntries, 0xFFFF), as: UInt16.self) }
    bytes.append(min(size, Zip.large), as: UInt32.self)
    bytes.append(min(start, Zip.large), as: UInt32.self)
    bytes.append(0, as: UInt16.self)
    return bytes
  }
}

/// The constants of the format.
private enum Zip {
  /// In a field of 32 bits, this value indicates that the number is in a 64-bit field (Zip64). It is used for all
  /// numbers that are not smaller.
  static let large = 0xFFFF_FFFF
  /// The version of the format that a reader has to support: 2.0, or 4.5 for 64-bit fields.
  static let version = 20
  static let wideVersion = 45
  /// Next to the version: permissions are those of Unix.
  static let unix = 3 << 8
  /// The flag for paths in UTF-8.
  static let isUnicode = 1 << 11
  static let deflated = 8
  /// 1980-01-01.
  static let date = 1 << 5 | 1
  /// A regular file, `rw-r--r--`.
  static let permissions = 0o100644 << 16
}

/// The content of the two headers of an entry: the one in front of it, and the one in the directory.
private struct Entry {
  let path: String
  let checksum: UInt32
  let size: Int
  let stored: [UInt8]
  let isDeflated: Bool
  let position: Int

  func appendHeader(to bytes: inout [UInt8]) {
    // In this header, either both sizes are 64-bit fields or none is.
    let wide = max(size, stored.count) >= Zip.large ? [size, stored.count] : []
    bytes.append(0x0403_4b50, as: UInt32.self)
    appendCommon(to: &bytes, wide: wide, areSizesWide: !wide.isEmpty)
    bytes += path.utf8
    append(wide, to: &bytes)
  }

  func appendDirectoryHeader(to bytes: inout [UInt8]) {
    let wide = [size, stored.count, position].filter { $0 >= Zip.large }
    bytes.append(0x0201_4b50, as: UInt32.self)
    bytes.append(Zip.unix | (wide.isEmpty ? Zip.version : Zip.wideVersion), as: UInt16.self)
    appendCommon(to: &bytes, wide: wide, areSizesWide: false)
    for _ in 0..<3 { bytes.append(0, as: UInt16.self) }  // comment length, disk, internal attributes
    bytes.append(Zip.permissions, as: UInt32.self)
    bytes.append(min(position, Zip.large), as: UInt32.self)
    bytes += path.utf8
    append(wide, to: &bytes)
  }

  private func appendCommon(to bytes: inout [UInt8], wide: [Int], areSizesWide: Bool) {
    bytes.append(wide.isEmpty ? Zip.version : Zip.wideVersion, as: UInt16.self)
    bytes.append(Zip.isUnicode, as: UInt16.self)
    bytes.append(isDeflated ? Zip.deflated : 0, as: UInt16.self)
    bytes.append(0, as: UInt16.self)
    bytes.append(Zip.date, as: UInt16.self)
    bytes.append(Int(checksum), as: UInt32.self)
    for number in [stored.count, size] {
      bytes.append(areSizesWide ? Zip.large : min(number, Zip.large), as: UInt32.self)
    }
    bytes.append(path.utf8.count, as: UInt16.self)
    bytes.append(wide.isEmpty ? 0 : 4 + 8 * wide.count, as: UInt16.self)
  }

  /// Appends the extra field for numbers that do not fit into 32 bits.
  private func append(_ wide: [Int], to bytes: inout [UInt8]) {
    if wide.isEmpty { return }
    bytes.append(1, as: UInt16.self)
    bytes.append(8 * wide.count, as: UInt16.self)
    for number in wide { bytes.append(number, as: UInt64.self) }
  }
}

extension [UInt8] {
  /// Appends a number in little-endian order.
  fileprivate mutating func append<Integer: FixedWidthInteger>(_ number: Int, as type: Integer.Type) {
    Swift.withUnsafeBytes(of: Integer(number).littleEndian) { append(contentsOf: $0) }
  }
}
