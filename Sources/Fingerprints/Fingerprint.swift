import CXXHash

/// A digest of some bytes, by which it is told, also by a later run of the program and on any machine, whether they are the same.
///
/// It is the 128-bit XXH3 of the bytes: two different inputs have the same one by chance once in 2¹²⁸ pairs. It is no protection from
/// somebody who looks for such a pair.
///
/// Source: Collet, “xxHash”, <https://github.com/Cyan4973/xxHash>.
public struct Fingerprint: Hashable, Sendable {
  /// The first eight bytes in the canonical order, as a number.
  package let high: UInt64
  /// The last eight bytes in the canonical order, as a number.
  package let low: UInt64

  /// Makes a fingerprint that was made before from its parts.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension Fingerprint: CustomStringConvertible {
  /// 32 hexadecimal digits.
  public var description: String {
    [high, low].map { part in
      let digits = String(part, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension Fingerprint {
  /// The fingerprint of some bytes.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes; some gigabytes a second.
  package init(_ bytes: UnsafeRawBufferPointer) {
    let digest = XXH3_128bits(bytes.baseAddress, bytes.count)
    self.init(high: digest.high64, low: digest.low64)
  }

  /// The fingerprint of some bytes.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes; some gigabytes a second.
  public init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Fingerprint($0) }
  }

  /// The fingerprint of a text in UTF-8.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public init(_ text: String) {
    var text = text
    self = text.withUTF8 { Fingerprint(UnsafeRawBufferPointer($0)) }
  }
}

/// The fingerprint of bytes that come piece by piece: the same one as of all of them at once.
package final class StreamFingerprinter {
  private let state: OpaquePointer?
  /// The number of bytes so far.
  package private(set) var count = 0

  /// Begins without bytes.
  package init() {
    state = XXH3_createState()
    XXH3_128bits_reset(state)
  }

  // The state is this object's alone.
  deinit { XXH3_freeState(state) }

  /// Appends bytes.
  ///
  /// - Complexity: O(*n*) in their number.
  package func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { _ = XXH3_128bits_update(state, $0.baseAddress, $0.count) }
    count += bytes.count
  }

  /// The fingerprint of all bytes so far.
  package var fingerprint: Fingerprint {
    let digest = XXH3_128bits_digest(state)
    return Fingerprint(high: digest.high64, low: digest.low64)
  }
}
