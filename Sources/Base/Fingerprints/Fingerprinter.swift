import CXXHash

/// Combines the parts of a value, one after the other, into a fingerprint.
///
/// ```swift
/// var parts = Fingerprinter()
/// parts.combine(page.title)
/// parts.combine(page.number)
/// let inputs = parts.finish()
/// ```
///
/// Parts are delimited: `"ab"`, `"c"` and `"a"`, `"bc"` are different inputs. Texts are compared by their bytes, so
/// canonically equivalent texts may be different inputs.
public struct Fingerprinter {
  /// The parts, one after the other. A number is eight bytes, the lowest first. A text is its length and its bytes, or
  /// the fingerprint of the bytes if they exceed `maximumLength`. When the array is full, its bytes are replaced by
  /// their fingerprint:
  ///
  ///     │ part  part  part  part │ part        →        │ fingerprint  part │
  ///
  /// The array is part of the value, because fingerprints are computed for each row and page, and an allocation costs
  /// more than most of them. XXH3 is fastest up to 240 bytes.
  private var bytes = InlineArray<240, UInt8>(repeating: 0)
  /// The number of bytes that are in use. The rest of the array is free.
  private var count = 0
  /// The greatest number of bytes that are copied; a longer part is replaced by its fingerprint.
  private static let maximumLength = 64

  /// Creates a fingerprinter without parts.
  public init() {}

  /// Appends a number.
  public mutating func combine(_ number: Int) { combine(bits: UInt64(bitPattern: Int64(number))) }

  /// Appends a Boolean value.
  public mutating func combine(_ flag: Bool) {
    let place = extend(by: 1)
    bytes[place] = flag ? 1 : 0
  }

  /// Appends a text.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  public mutating func combine(_ text: String) {
    // Nearly all texts have contiguous storage and are not copied to read it. A copy retains the text, and many threads
    // would contend for the reference count of a shared one.
    if text.utf8.withContiguousStorageIfAvailable({ combine(UnsafeRawBufferPointer($0)) }) != nil { return }
    var text = text
    text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a text, or its absence.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  package mutating func combine(_ text: String?) {
    combine(text != nil)
    if let text { combine(text) }
  }

  /// Appends a number, or its absence.
  package mutating func combine(_ number: Int?) {
    combine(number != nil)
    if let number { combine(number) }
  }

  /// Appends bytes.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package mutating func combine(_ part: UnsafeRawBufferPointer) {
    combine(part.count)
    if part.count > Self.maximumLength {
      combine(Fingerprint(part))
    } else {
      let start = extend(by: part.count)
      // There are at least as many bytes from `start` on as were added.
      withUnsafeMutableBytes(of: &bytes) {
        UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyMemory(from: part)
      }
    }
  }

  /// Appends a fingerprint, as a part that represents a value.
  public mutating func combine(_ fingerprint: Fingerprint) {
    combine(bits: fingerprint.high)
    combine(bits: fingerprint.low)
  }

  /// Returns the fingerprint of the parts, and removes them.
  ///
  /// - Complexity: O(1), since the parts were combined as they arrived.
  public mutating func finish() -> Fingerprint {
    defer { count = 0 }
    return withUnsafeBytes(of: &bytes) { Fingerprint(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  private mutating func combine(bits: UInt64) {
    let start = extend(by: MemoryLayout<UInt64>.size)
    // There are at least as many bytes from `start` on as were added.
    withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: bits.littleEndian, toByteOffset: start, as: UInt64.self) }
  }

  /// Extends the bytes in use by no more than `maximumLength`, and returns where the added ones begin.
  private mutating func extend(by length: Int) -> Int {
    if count + length > bytes.count { condense() }
    defer { count += length }
    return count
  }

  /// Replaces the bytes by their fingerprint. Its seed differs from that of other fingerprints, so that it equals none
  /// that is a part.
  private mutating func condense() {
    let digest = withUnsafeBytes(of: &bytes) { XXH3_128bits_withSeed($0.baseAddress, count, 1) }
    count = 0
    combine(Fingerprint(high: digest.high64, low: digest.low64))
  }
}

/// A value that can be combined into a fingerprint. All of its stored properties contribute.
package protocol Fingerprintable {
  /// Appends the parts of the value to a fingerprinter.
  func combine(into parts: inout Fingerprinter)
}

extension Fingerprinter {
  /// Appends the number of parts, and each part by `combine`.
  @inlinable package mutating func combine<Part>(_ parts: [Part], _ combine: (inout Fingerprinter, Part) -> Void) {
    self.combine(parts.count)
    for part in parts { combine(&self, part) }
  }
}

extension Fingerprint {
  /// Creates the fingerprint of a value's stored properties; see ``Fingerprinter/combine(storedPropertiesOf:)``.
  package init(storedPropertiesOf value: Any) {
    var parts = Fingerprinter()
    parts.combine(storedPropertiesOf: value)
    self = parts.finish()
  }
}

extension Fingerprinter {
  /// Appends a value by its stored properties, those of the values in them, and so on. A property that is added to a
  /// type counts without being named here or there.
  ///
  /// A value in it that is ``Fingerprintable`` appends itself, and a set or a dictionary counts regardless of its
  /// order. Reflection is slow: use it for what is combined a few times in a build, such as the layout of a kind of
  /// cells, and not for each row.
  ///
  /// - Precondition: No stored property is a closure, which has no properties that could count.
  /// - Complexity: O(*n* log *n*) in the number of stored properties.
  package mutating func combine(storedPropertiesOf value: Any) {
    if let value = value as? any Fingerprintable { return value.combine(into: &self) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case nil:
      precondition(value is any Hashable, "A \(type(of: value)) has no fingerprint.")
      combine(String(describing: value))
    // Without the check, all cases of an enumeration without associated values would be the same.
    case .enum where mirror.children.isEmpty: combine(String(describing: value))
    case .set, .dictionary:
      let elements = mirror.children.map { Fingerprint(storedPropertiesOf: $0.value) }
      combine(elements.sorted { ($0.high, $0.low) < ($1.high, $1.low) }) { $0.combine($1) }
    default:
      // The label of an enumeration's only child is the name of the case.
      combine(Array(mirror.children)) { parts, child in
        parts.combine(child.label)
        parts.combine(storedPropertiesOf: child.value)
      }
    }
  }
}
