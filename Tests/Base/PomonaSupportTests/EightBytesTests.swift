import PomonaSupport
import Testing

/// Searches in words are compared with those of single bytes, for all values of a byte beside each of a few others.
@Suite struct EightBytesTests {
  private static func words() -> [[UInt8]] {
    let others: [UInt8] = [0, 1, 0x20, 0x41, 0x7F, 0x80, 0x81, 0xFF]
    return others.flatMap { other in
      (0...UInt8.max).map { byte in [other, other, byte, other, byte &+ 1, other, byte, byte &- 1] }
    }
  }

  /// Only the lowest mark is reliable.
  private func first(_ marks: UInt64) -> Int? { marks == 0 ? nil : marks.trailingZeroBitCount >> 3 }

  @Test func bytesAreFound() {
    for bytes in Self.words() {
      let word = bytes.withUnsafeBufferPointer { $0.word(at: 0) }
      for byte: UInt8 in [0, 1, 0x22, 0x41, 0x80, 0xFF] {
        #expect(first(word.bytes(equalTo: byte)) == bytes.firstIndex(of: byte), "\(byte) in \(bytes)")
      }
      for limit: UInt8 in [1, 0x20, 0x80] {
        #expect(first(word.bytes(below: limit)) == bytes.firstIndex { $0 < limit }, "below \(limit) in \(bytes)")
      }
    }
  }

  @Test func wordsBeginAnywhere() {
    let bytes = Array(0..<UInt8(20))
    bytes.withUnsafeBufferPointer { bytes in
      for position in 0...12 {
        #expect(bytes.word(at: position) & 0xFF == UInt64(position))
        #expect(bytes.word(at: position) >> 56 == UInt64(position + 7))
      }
    }
    #expect(UInt64(repeating: 0x41) == 0x4141_4141_4141_4141)
  }
}
