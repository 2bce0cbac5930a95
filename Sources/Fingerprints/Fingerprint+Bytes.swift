import CXXHash

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
