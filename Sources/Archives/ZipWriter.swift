/// Writes a zip archive, entry by entry (APPNOTE.TXT 6.3.10).
///
/// It returns the bytes of the archive, and the caller writes them in that order to wherever the archive goes. Only the directory is held in
/// memory, some 50 bytes and the path for each entry:
///
/// ```
/// var zip = ZipWriter()
/// write(zip.entry("mimetype", Array("application/epub+zip".utf8), isCompressed: false))
/// for page in pages { write(zip.entry(page.path, page.bytes)) }
/// write(zip.end())
/// ```
///
/// The bytes follow from the paths and the contents alone, and from the version of zlib: the time of each entry is the earliest that there is in
/// an archive, 1980-01-01, and its permissions are those of a file that all may read.
package struct ZipWriter: ~Copyable {
  private let deflater = Deflater()
  /// The central directory so far.
  private var directory: [UInt8] = []
  private var numberOfEntries = 0
  /// Where the next bytes stand in the file.
  private var position: Int

  /// Creates a writer.
  ///
  /// - Parameter position: Where the archive begins in its file.
  package init(at position: Int = 0) { self.position = position }

  /// Returns the bytes of an entry, which come next in the archive.
  ///
  /// - Parameters:
  ///   - path: Where the entry is unpacked: a relative path of at most 65,535 bytes, with slashes between its parts, that no other entry has.
  ///   - content: The bytes of the entry.
  ///   - isCompressed: Whether the entry is deflated, where that makes it smaller; else it is stored as it is.
  /// - Complexity: O(*n*) in the number of bytes.
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
  /// - Complexity: O(*n*) in the number of entries.
  package consuming func end() -> [UInt8] {
    let (size, start) = (directory.count, position)
    var bytes = directory
    if numberOfEntries >= 0xFFFF || size >= Zip.large || start >= Zip.large {
      // The end of the directory in the wide form, and where that stands.
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

/// The numbers of the format.
private enum Zip {
  /// Says, in a field of 32 bits, that the number stands in a wider one (Zip64), as does any number that is not smaller.
  static let large = 0xFFFF_FFFF
  /// The version of the format that a reader has to know: 2.0, and 4.5 for wide fields.
  static let version = 20
  static let wideVersion = 45
  /// Says, beside the version, that permissions are those of Unix.
  static let unix = 3 << 8
  /// Says that paths are in UTF-8.
  static let isUnicode = 1 << 11
  static let deflated = 8
  /// 1980-01-01.
  static let date = 1 << 5 | 1
  /// A plain file, `rw-r--r--`.
  static let permissions = 0o100644 << 16
}

/// What the two headers of an entry say: the one before it, and the one in the directory.
private struct Entry {
  let path: String
  let checksum: UInt32
  let size: Int
  let stored: [UInt8]
  let isDeflated: Bool
  let position: Int

  func appendHeader(to bytes: inout [UInt8]) {
    // Here, both sizes are wide or none is.
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
    for _ in 0..<3 { bytes.append(0, as: UInt16.self) }  // a comment, a number of a disk, what kind of text it is
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

  /// Appends the extra field of numbers that have no room in 32 bits.
  private func append(_ wide: [Int], to bytes: inout [UInt8]) {
    if wide.isEmpty { return }
    bytes.append(1, as: UInt16.self)
    bytes.append(8 * wide.count, as: UInt16.self)
    for number in wide { bytes.append(number, as: UInt64.self) }
  }
}

extension [UInt8] {
  /// Appends a number, its lowest byte first.
  fileprivate mutating func append<Integer: FixedWidthInteger>(_ number: Int, as type: Integer.Type) {
    Swift.withUnsafeBytes(of: Integer(number).littleEndian) { append(contentsOf: $0) }
  }
}
