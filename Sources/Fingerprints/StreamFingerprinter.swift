import CXXHash

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
