import Archives
import Diagnostics

extension [UInt8] {
  /// What gzip compressed, if these bytes begin as that does; else the bytes. Several members are one text.
  ///
  /// Of what has a NUL, and so is no text in UTF-8, the rest may be left out.
  ///
  /// - Parameters:
  ///   - file: The name of the file, for messages.
  ///   - limits: How much there may be.
  ///   - mayHaveNULs: Whether there may be NULs in the text.
  /// - Throws: That the bytes are damaged or end early, or that there are too many.
  /// - Complexity: O(*n*) in the size of the text, or in the limit where it is larger.
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
        Diagnostic(
          code: code, message, at: .init(file: file), hint: "Compress it again, or copy it again from where it comes."))
    }
  }
}
