/// Gathers what something is made from, part by part, and makes one fingerprint of all.
///
/// ```swift
/// var parts = Fingerprinter()
/// parts.combine(page.title)
/// parts.combine(page.number)
/// let inputs = parts.finish()
/// ```
///
/// Parts are kept apart: `"ab"`, `"c"` is another input than `"a"`, `"bc"`. Texts count by their bytes, so that two spellings of a letter
/// are two inputs.
public struct Fingerprinter {
  /// The parts, one after the other. A number is its eight bytes, the lowest first; a text its length and its bytes, or their fingerprint
  /// where they are many.
  private var bytes = [UInt8](repeating: 0, count: 512)
  /// The number of bytes that are parts; what follows them is room for more.
  private var count = 0
  /// More bytes than this are not copied.
  private static let maximumLength = 64

  /// Begins with nothing.
  public init() {}

  /// Adds a number.
  public mutating func combine(_ number: Int) { combine(bits: UInt64(bitPattern: Int64(number))) }

  /// Adds a truth value.
  public mutating func combine(_ flag: Bool) {
    withUnsafeBytes(of: flag ? 1 : 0 as UInt8) { append($0) }
  }

  /// Adds a text.
  ///
  /// - Complexity: O(*n*) in its length.
  public mutating func combine(_ text: String) {
    // Nearly all texts have their bytes at hand, and are not copied for them: many threads count who holds one that is everywhere.
    if text.utf8.withContiguousStorageIfAvailable({ combine(UnsafeRawBufferPointer($0)) }) != nil { return }
    var text = text
    text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
  }

  /// Adds a text, or that there is none.
  ///
  /// - Complexity: O(*n*) in its length.
  package mutating func combine(_ text: String?) {
    combine(text != nil)
    if let text { combine(text) }
  }

  /// Adds a number, or that there is none.
  package mutating func combine(_ number: Int?) {
    combine(number != nil)
    if let number { combine(number) }
  }

  /// Adds some bytes.
  ///
  /// - Complexity: O(*n*) in their number.
  package mutating func combine(_ part: UnsafeRawBufferPointer) {
    combine(part.count)
    if part.count > Self.maximumLength {
      combine(Fingerprint(part))
    } else {
      append(part)
    }
  }

  /// Adds what has a fingerprint of its own.
  public mutating func combine(_ fingerprint: Fingerprint) {
    combine(bits: fingerprint.high)
    combine(bits: fingerprint.low)
  }

  /// The fingerprint of the parts, which are forgotten; the memory that they were in is used again.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func finish() -> Fingerprint {
    defer { count = 0 }
    return bytes.withUnsafeBytes { Fingerprint(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  private mutating func combine(bits: UInt64) { withUnsafeBytes(of: bits.littleEndian) { append($0) } }

  private mutating func append(_ part: UnsafeRawBufferPointer) {
    let end = count + part.count
    while end > bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
    bytes.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[count..<end]).copyMemory(from: part) }
    count = end
  }
}

/// A value that a fingerprint can be made of: all of its stored properties count.
package protocol Fingerprintable {
  /// Adds the value to what something is made from.
  func combine(into parts: inout Fingerprinter)
}

extension Fingerprinter {
  /// Adds some parts of a kind, and their number.
  @inlinable package mutating func combine<Part>(_ parts: [Part], _ combine: (inout Fingerprinter, Part) -> Void) {
    self.combine(parts.count)
    for part in parts { combine(&self, part) }
  }
}
