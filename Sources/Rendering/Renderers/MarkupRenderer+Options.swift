import Diagnostics

/// What may be written around a document as it is: options come from whoever makes a catalog, and a slip in one is better found here than
/// by LaTeX or man.
extension MarkupRenderer {
  /// Checks classes or packages of LaTeX: names, maybe in braces after options in brackets.
  ///
  /// - Throws: Every one that is written in another way.
  static func checkLatex(_ kind: String, _ names: [String]) throws(DiagnosticsError) {
    let diagnostics = names.filter { $0.wholeMatch(of: /(\[[^\\{}\[\]%]*\]\{[A-Za-z0-9-]+\})|([A-Za-z0-9-]+)/) == nil }
      .map {
        Diagnostic(
          code: "latex/option", "“\($0)” is not a \(kind) of LaTeX", hint: "Write its name, or [options]{name}.")
      }
    guard diagnostics.isEmpty else { throw DiagnosticsError(diagnostics) }
  }

  /// Checks the section of a manual page: a digit, and maybe letters and digits, which ends its file's name.
  static func checkManual(section: String) throws(DiagnosticsError) {
    guard section.wholeMatch(of: /[0-9][a-z0-9]*/) == nil else { return }
    throw DiagnosticsError(
      Diagnostic(
        code: "man/option", "“\(section)” is not a section of the manual", hint: "Write a digit, such as 7."))
  }
}
