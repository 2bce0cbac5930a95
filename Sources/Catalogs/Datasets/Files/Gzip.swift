import Archives
import Diagnostics

extension [UInt8] {
  /// Returns the decompressed content if these bytes begin with the signature of gzip, or else the bytes. Several
  /// members are concatenated.
  ///
  /// After a NUL, which shows that the content is not UTF-8 text, the rest may be left out.
  ///
  /// - Parameters:
  ///   - file: The name of the file, for messages.
  ///   - limits: The maximum size of the content.
  ///   - mayHaveNULs: Whether the text may contain NULs.
  /// - Throws: An error if the bytes are damaged or truncated, or if the content is too large.
  /// - Complexity: O(*n*) in the size of the content, and at most in the limit.
  func decompressed(
    file: String, limits: ReadingLimits, mayHaveNULs: Bool = false
  ) throws(DiagnosticsError) -> [UInt8] {
    guard withUnsafeBufferPointer(\.isCompressed) else { return self }
    do {
      return try gunzipped(limit: limits.size) { text, start in !mayHaveNULs && text.isNoText(from: start) }
    } catch {
      let (code, message): (Diagnostic.Code, String)
      switch error {
      case .tooLarge: throw DiagnosticsError(limits.excess(.size, at: .init(file: file)))
      case .truncated: (code, message) = ("gzip/truncated", "the compressed file ends early")
      case .corrupt: (code, message) = ("gzip/corrupt", "the compressed file is damaged")
      }
      throw DiagnosticsError(
        code: code, message, at: .init(file: file), hint: "Compress it again, or copy it again from where it comes.")
    }
  }
}
