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
