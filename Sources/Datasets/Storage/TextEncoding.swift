/// The encodings that a byte order mark tells.
enum TextEncoding: CaseIterable {
  // The mark of UTF-16 begins that of UTF-32, and so is looked for later.
  case utf8, utf32LittleEndian, utf32BigEndian, utf16LittleEndian, utf16BigEndian

  /// The encoding of a text: UTF-8 unless its first bytes are the mark of another one.
  init(of bytes: some Collection<UInt8>) {
    self = Self.allCases.first { bytes.starts(with: $0.mark) } ?? .utf8
  }

  /// The byte order mark.
  var mark: [UInt8] {
    switch self {
    case .utf8: [0xEF, 0xBB, 0xBF]
    case .utf32LittleEndian: [0xFF, 0xFE, 0, 0]
    case .utf32BigEndian: [0, 0, 0xFE, 0xFF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    }
  }

  /// The name, for messages.
  var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
    case .utf32LittleEndian, .utf32BigEndian: "UTF-32"
    }
  }

  /// What a text has that its encoding does not, and where that is in what was read before it.
  struct Damage {
    var message: String
    var offset: Int
  }

  /// The text in UTF-8, without its mark if it is in another encoding; up to the first damage.
  ///
  /// - Complexity: O(*n*); O(1) for what is UTF-8.
  func utf8(_ bytes: [UInt8]) -> (text: [UInt8], damage: Damage?) {
    switch self {
    case .utf8: (bytes, nil)
    case .utf16LittleEndian: transcode(bytes, UTF16.self, UInt16.init(littleEndian:))
    case .utf16BigEndian: transcode(bytes, UTF16.self, UInt16.init(bigEndian:))
    case .utf32LittleEndian: transcode(bytes, UTF32.self, UInt32.init(littleEndian:))
    case .utf32BigEndian: transcode(bytes, UTF32.self, UInt32.init(bigEndian:))
    }
  }

  private func transcode<Codec: UnicodeCodec>(
    _ bytes: [UInt8], _: Codec.Type, _ unit: @escaping (Codec.CodeUnit) -> Codec.CodeUnit
  ) -> (text: [UInt8], damage: Damage?) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var codec = Codec()
    let size = MemoryLayout<Codec.CodeUnit>.size
    let damage = bytes.withUnsafeBytes { buffer -> Damage? in
      // Only whole units are read, which are inside.
      let starts = stride(from: mark.count, through: buffer.count - size, by: size)
      var units = starts.lazy.map { unit(buffer.loadUnaligned(fromByteOffset: $0, as: Codec.CodeUnit.self)) }
        .makeIterator()
      while true {
        switch codec.decode(&units) {
        case .scalarValue(let scalar): text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        case .error: return Damage(message: "half of a character stands here alone", offset: text.count)
        case .emptyInput:
          let isWhole = buffer.count.isMultiple(of: size)
          return isWhole ? nil : Damage(message: "ends within a character", offset: text.count)
        }
      }
    }
    return (text, damage)
  }

  /// Whether the beginning of a text has a NUL in every second place and nowhere else, as English has in UTF-16.
  static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(64)
    let zeros = (0..<2).map { half in head.indices.count { $0 % 2 == half && head[$0] == 0 } }
    return zeros.min() == 0 && (zeros[0] + zeros[1]) * 8 >= head.count * 3
  }
}
