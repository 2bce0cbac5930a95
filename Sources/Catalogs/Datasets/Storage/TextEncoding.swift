/// A text encoding that a person can choose.
public enum TextEncoding: String, CaseIterable, Hashable, Sendable {
  case utf8 = "utf-8"
  /// UTF-16. Its byte order is inferred from a byte-order mark, or else from the positions of its zero bytes.
  case utf16 = "utf-16"
  /// Windows-1252, a superset of ISO-8859-1.
  case windows1252 = "windows-1252"

  /// The names of the encodings.
  package static let names = allCases.map(\.rawValue) + [latin1]
  private static let latin1 = "iso-8859-1"

  /// Creates an encoding from its name, ignoring case: `utf-8`, `utf-16`, `windows-1252`, or `iso-8859-1`, which is
  /// read as Windows-1252.
  public init?(name: String) {
    let name = name.lowercased()
    guard let encoding = TextEncoding(rawValue: name == Self.latin1 ? "windows-1252" : name) else { return nil }
    self = encoding
  }
}

/// The encoding of a file, including the byte order.
enum TextForm: CaseIterable {
  // The mark of UTF-16 is a prefix of that of UTF-32, and must be checked after it.
  case utf8, utf32LittleEndian, utf32BigEndian, utf16LittleEndian, utf16BigEndian, windows1252

  /// Creates the form that a byte-order mark announces, or UTF-8 if the bytes begin with no mark.
  init(markOf bytes: some Collection<UInt8>) {
    self = Self.allCases.first { !$0.mark.isEmpty && bytes.starts(with: $0.mark) } ?? .utf8
  }

  /// Infers the form of a text.
  ///
  /// A text that is not valid UTF-8 is taken for Windows-1252 if it has more invalid bytes than valid characters beyond
  /// ASCII. If some of the invalid bytes have no character in Windows-1252, there must be more than sixteen times as
  /// many. Otherwise the text is damaged UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The whole text.
  ///   - chosen: The encoding that a person chose, which counts if there is no byte-order mark.
  ///   - isUTF8: Whether the text is valid UTF-8.
  /// - Complexity: O(*n*); O(1) for valid UTF-8.
  init(of bytes: [UInt8], chosen: TextEncoding?, isUTF8: Bool) {
    self.init(markOf: bytes)
    guard self == .utf8, !bytes.starts(with: mark) else { return }
    switch chosen {
    case .utf8: break
    case .utf16: self = TextForm.utf16(bytes)
    case .windows1252: self = .windows1252
    case nil:
      if TextForm.looksLikeUTF16(bytes) {
        self = TextForm.utf16(bytes)
      } else if !isUTF8, bytes.withUnsafeBufferPointer(\.looksLikeWindows1252) {
        self = .windows1252
      }
    }
  }

  /// Returns UTF-16 in the byte order in which the high bytes of ASCII characters, which are zero, are where most zeros
  /// are.
  private static func utf16(_ bytes: [UInt8]) -> TextForm {
    let zeros = zeros(bytes)
    return zeros.even > zeros.odd ? .utf16BigEndian : .utf16LittleEndian
  }

  /// The byte-order mark, or an empty array if the encoding has none.
  var mark: [UInt8] {
    switch self {
    case .utf8: [0xEF, 0xBB, 0xBF]
    case .utf32LittleEndian: [0xFF, 0xFE, 0, 0]
    case .utf32BigEndian: [0, 0, 0xFE, 0xFF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    case .windows1252: []
    }
  }

  var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
    case .utf32LittleEndian, .utf32BigEndian: "UTF-32"
    case .windows1252: "Windows-1252"
    }
  }

  /// An invalid character of a text, and its offset in the text that was decoded before it.
  struct Damage {
    var message: String
    var offset: Int
  }

  /// Returns the text in UTF-8, up to the first damage. The byte-order mark is removed, except from text that is UTF-8
  /// already.
  ///
  /// - Complexity: O(*n*); O(1) for UTF-8.
  func utf8(_ bytes: [UInt8]) -> (text: [UInt8], damage: Damage?) {
    switch self {
    case .utf8: (bytes, nil)
    case .utf16LittleEndian: transcode(bytes, UTF16.self, UInt16.init(littleEndian:))
    case .utf16BigEndian: transcode(bytes, UTF16.self, UInt16.init(bigEndian:))
    case .utf32LittleEndian: transcode(bytes, UTF32.self, UInt32.init(littleEndian:))
    case .utf32BigEndian: transcode(bytes, UTF32.self, UInt32.init(bigEndian:))
    case .windows1252: (bytes.withUnsafeBufferPointer(\.fromWindows1252), nil)
    }
  }

  private func transcode<Codec: UnicodeCodec>(
    _ bytes: [UInt8], _: Codec.Type, _ unit: @escaping (Codec.CodeUnit) -> Codec.CodeUnit
  ) -> (text: [UInt8], damage: Damage?) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var codec = Codec()
    let size = MemoryLayout<Codec.CodeUnit>.size
    let first = bytes.starts(with: mark) ? mark.count : 0
    let damage = bytes.withUnsafeBytes { buffer -> Damage? in
      // Only whole code units are read, which are in bounds.
      let starts = stride(from: first, through: buffer.count - size, by: size)
      var units = starts.lazy.map { unit(buffer.loadUnaligned(fromByteOffset: $0, as: Codec.CodeUnit.self)) }
        .makeIterator()
      while true {
        switch codec.decode(&units) {
        case .scalarValue(let scalar): text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        case .error: return Damage(message: "a character is incomplete here", offset: text.count)
        case .emptyInput:
          let isWhole = buffer.count.isMultiple(of: size)
          return isWhole ? nil : Damage(message: "ends within a character", offset: text.count)
        }
      }
    }
    return (text, damage)
  }

  /// Whether the beginning of a text has zero bytes only in even or only in odd places, and in most of these, as
  /// English text has in UTF-16.
  static func looksLikeUTF16(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    let zeros = zeros(bytes)
    // Half of the places are even. Three eighths of all bytes are therefore three quarters of one half.
    return min(zeros.even, zeros.odd) == 0 && (zeros.even + zeros.odd) * 8 >= min(64, bytes.count) * 3
      && zeros.even + zeros.odd > 0
  }

  /// Returns the number of zero bytes in even and in odd places of the first 64 bytes, counted from 0.
  private static func zeros(_ bytes: some RandomAccessCollection<UInt8>) -> (even: Int, odd: Int) {
    var zeros = (even: 0, odd: 0)
    for (index, byte) in bytes.prefix(64).enumerated() where byte == 0 {
      if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    return zeros
  }
}
