import Fingerprints

/// The envelope of the catalog's own files: a name and a version in front, and behind a fingerprint of all, so that what is cut short,
/// damaged or somebody else's is known as such.
enum SealedFile {
  /// What is inside. Raise the digit when its form changes.
  enum Kind: String {
    case manifest = "pomona manifest 2\n"
    case store = "pomona store 4\n"
    case changes = "pomona changes 2\n"
    case note = "pomona note 1\n"
    case undelivered = "pomona undelivered 1\n"
  }

  private static let sealLength = 16

  /// Whether a file is of a kind, and was written by another version.
  static func isOfAnotherVersion(_ kind: Kind, _ bytes: [UInt8]) -> Bool {
    // The name, without its digits and the end of its line.
    let name = kind.rawValue.utf8.prefix { $0 < UInt8(ascii: "0") || $0 > UInt8(ascii: "9") }
    guard bytes.starts(with: name), !bytes.starts(with: kind.rawValue.utf8) else { return false }
    let digits = bytes.dropFirst(name.count).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return !digits.isEmpty && bytes.dropFirst(name.count + digits.count).first == UInt8(ascii: "\n")
  }

  /// Makes a file.
  ///
  /// - Parameters:
  ///   - kind: What is inside.
  ///   - length: The number of bytes inside.
  ///   - write: Puts as many.
  /// - Complexity: O(*n*) in the length.
  static func bytes(_ kind: Kind, length: Int, write: (inout ByteWriter) -> Void) -> [UInt8] {
    var name = kind.rawValue
    return [UInt8](unsafeUninitializedCapacity: name.utf8.count + length + sealLength) { buffer, count in
      var writer = ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      name.withUTF8 { writer.put(UnsafeRawBufferPointer($0)) }
      write(&writer)
      writer.put(Fingerprint(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<writer.count])))
      count = writer.count
    }
  }

  /// The content of a file; nothing if the file is not whole, or of another kind or version.
  ///
  /// - Complexity: O(*n*) in its length.
  static func content(_ kind: Kind, of bytes: [UInt8]) -> ByteReader? {
    let start = kind.rawValue.utf8.count
    guard bytes.count >= start + sealLength, bytes.starts(with: kind.rawValue.utf8),
      bytes.withUnsafeBytes({ Fingerprint(UnsafeRawBufferPointer(rebasing: $0.dropLast(sealLength))) })
        == seal(of: bytes)
    else { return nil }
    return ByteReader(bytes, in: start..<bytes.count - sealLength)
  }

  /// The fingerprint at the end of a file, which tells it from any other.
  static func seal(of bytes: [UInt8]) -> Fingerprint? {
    var end = ByteReader(bytes, in: max(bytes.count - sealLength, 0)..<bytes.count)
    return end.fingerprint()
  }
}
