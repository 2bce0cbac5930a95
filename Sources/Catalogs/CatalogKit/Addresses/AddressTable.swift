import Rendering

/// The format of the notes that keep a catalog's addresses: a table with one line for each address, so that most builds
/// detect by comparing bytes that no address has changed.
///
///     fruits ⇥ lemon ⇥ fruits/lemon           the page of an object
///     fruits ⇥ lemon ⇥ fruits/citron ⇥ >      a redirect to it
///
/// Changes of a followed catalog are appended to the table, after an empty line: addresses that were given later, and,
/// with `-` in the fourth column, addresses that are not given any more.
enum AddressTable {
  /// The name of the note with the addresses of the last build.
  static let present = "addresses"
  /// The name of the note with addresses that earlier builds gave, and the last one did not.
  static let past = "former-addresses"

  /// Encodes addresses as a table.
  static func bytes(count: Int, _ forEach: ((AssignedAddress) -> Void) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 64)
    forEach { given in
      append(given.object.collection, to: &bytes)
      bytes.append(.tab)
      append(given.object.key, to: &bytes)
      bytes.append(.tab)
      for folder in given.path.folders {
        bytes.append(contentsOf: folder.utf8)
        bytes.append(.slash)
      }
      bytes.append(contentsOf: given.path.name.utf8)
      if given.isRedirect { bytes.append(contentsOf: [.tab, .mark]) }
      bytes.append(.lineFeed)
    }
    return bytes
  }

  static func bytes(_ addresses: [AssignedAddress]) -> [UInt8] {
    bytes(count: addresses.count) { addresses.forEach($0) }
  }

  /// Encodes changes that are appended to a table.
  static func bytes(given: [AssignedAddress], removed: [PagePath]) -> [UInt8] {
    if given.isEmpty, removed.isEmpty { return [] }
    let removals = removed.map { Array("\t\t\($0.address)\t-\n".utf8) }
    return [.lineFeed] + removals.joined() + bytes(given)
  }

  /// Decodes all addresses that were given, the earliest first; lines in another form are skipped.
  static func addresses(_ bytes: some Collection<UInt8>) -> [AssignedAddress] {
    lines(of: bytes).compactMap { if case .given(let address) = $0 { address } else { nil } }
  }

  /// Applies the changes that were appended to a table.
  ///
  /// - Returns: The table of the addresses that were given last, and the addresses that were given before and are not
  ///   any more.
  /// - Complexity: O(*n*) in the number of bytes.
  static func settled(_ bytes: [UInt8]) -> (table: [UInt8], former: [AssignedAddress]) {
    // Without an empty line, nothing was appended.
    let hasChanges = zip(bytes, bytes.dropFirst()).contains { $0 == .lineFeed && $1 == .lineFeed }
    guard hasChanges || bytes.first == .lineFeed else { return (bytes, []) }
    var present: [PagePath: AssignedAddress] = [:], order: [PagePath] = [], former: [AssignedAddress] = []
    for line in lines(of: bytes) {
      switch line {
      case .given(let address):
        if let old = present.updateValue(address, forKey: address.path) {
          if old.object != address.object { former.append(old) }
        } else {
          order.append(address.path)
        }
      case .removed(let path): if let old = present.removeValue(forKey: path) { former.append(old) }
      }
    }
    // An address that was removed and given again is in `order` twice, and must be in the table once.
    return (Self.bytes(order.compactMap { present.removeValue(forKey: $0) }), former)
  }

  private enum Line {
    case given(AssignedAddress)
    case removed(PagePath)
  }

  private static func lines(of bytes: some Collection<UInt8>) -> some Sequence<Line> {
    bytes.lazy.split(separator: .lineFeed).compactMap { line in
      let fields = line.split(separator: .tab, omittingEmptySubsequences: false)
      guard fields.count == 3 || fields.count == 4, let path = PagePath(String(decoding: fields[2], as: UTF8.self))
      else { return nil }
      if fields.count == 4, fields[3].elementsEqual([.removal]) { return .removed(path) }
      let object = ObjectID(collection: text(fields[0]), key: text(fields[1]))
      return .given(AssignedAddress(path, of: object, isRedirect: fields.count == 4))
    }
  }

  /// Returns the lines of two tables without their common beginning and their common end.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func differences(_ old: [UInt8], _ new: [UInt8]) -> (old: [AssignedAddress], new: [AssignedAddress]) {
    if old == new { return ([], []) }
    var start = 0
    let shorter = min(old.count, new.count)
    while start < shorter, old[start] == new[start] { start += 1 }
    while start > 0, old[start - 1] != .lineFeed { start -= 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    // The common end may begin within a line: it is shortened until it begins with a line in both tables.
    while end > 0, !isLineStart(old.count - end, in: old) || !isLineStart(new.count - end, in: new) { end -= 1 }
    return (addresses(old[start..<old.count - end]), addresses(new[start..<new.count - end]))
  }

  private static func isLineStart(_ index: Int, in bytes: [UInt8]) -> Bool {
    index == 0 || bytes[index - 1] == .lineFeed
  }

  // MARK: - Fields

  /// Appends a text, with the characters escaped that separate fields and lines.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let isPlain = text.utf8.allSatisfy { $0 != .tab && $0 != .lineFeed && $0 != .escape }
    if isPlain { return bytes.append(contentsOf: text.utf8) }
    for byte in text.utf8 {
      switch byte {
      case .tab: bytes += [.escape, UInt8(ascii: "t")]
      case .lineFeed: bytes += [.escape, UInt8(ascii: "n")]
      case .escape: bytes += [.escape, .escape]
      default: bytes.append(byte)
      }
    }
  }

  private static func text(_ field: some Collection<UInt8>) -> String {
    guard field.contains(.escape) else { return String(decoding: field, as: UTF8.self) }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in field {
      switch byte {
      case .escape where !isEscaped:
        isEscaped = true
        continue
      case UInt8(ascii: "t") where isEscaped: bytes.append(.tab)
      case UInt8(ascii: "n") where isEscaped: bytes.append(.lineFeed)
      default: bytes.append(byte)
      }
      isEscaped = false
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate static let tab = UInt8(ascii: "\t")
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let escape = UInt8(ascii: "\\")
  /// The fourth column of an address that redirects to an object's page.
  fileprivate static let mark = UInt8(ascii: ">")
  /// The fourth column of an address that is not given any more.
  fileprivate static let removal = UInt8(ascii: "-")
}
