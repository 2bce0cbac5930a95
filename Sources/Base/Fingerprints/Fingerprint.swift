import CXXHash

/// A digest of bytes, which identifies them across runs of the program and across machines.
///
/// It is the 128-bit XXH3 of the bytes. Two different inputs have the same fingerprint by chance once in 2¹²⁸ pairs. It
/// offers no protection against an attacker who searches for such a pair.
///
/// Source: Collet, “xxHash”, <https://github.com/Cyan4973/xxHash>.
public struct Fingerprint: Hashable, Sendable {
  /// The first eight bytes of the canonical representation, as a number.
  package let high: UInt64
  /// The last eight bytes of the canonical representation, as a number.
  package let low: UInt64

  /// Creates a fingerprint from the parts of an existing one.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension Fingerprint: CustomStringConvertible {
  /// The fingerprint as 32 hexadecimal digits.
  public var description: String {
    [high, low].map { part in
      let digits = String(part, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension Fingerprint {
  /// Creates the fingerprint of bytes.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes; some gigabytes per second.
  package init(_ bytes: UnsafeRawBufferPointer) {
    let digest = XXH3_128bits(bytes.baseAddress, bytes.count)
    self.init(high: digest.high64, low: digest.low64)
  }

  /// Creates the fingerprint of bytes.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes; some gigabytes per second.
  public init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Fingerprint($0) }
  }

  /// Creates the fingerprint of the UTF-8 encoding of a text.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public init(_ text: String) {
    var text = text
    self = text.withUTF8 { Fingerprint(UnsafeRawBufferPointer($0)) }
  }
}

/// Computes the fingerprint of bytes that arrive in pieces. It is equal to that of all bytes at once.
package final class StreamFingerprinter {
  private let state: OpaquePointer?
  /// The number of bytes so far.
  package private(set) var count = 0

  /// Creates a fingerprinter without bytes.
  package init() {
    state = XXH3_createState()
    XXH3_128bits_reset(state)
  }

  // The state is owned by this object.
  deinit { XXH3_freeState(state) }

  /// Appends bytes.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
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
