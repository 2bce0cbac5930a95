import Diagnostics

/// Content that is often saved under the name of a data file, but is not data.
enum ForeignContent: CaseIterable {
  case gitLFSPointer, webPage, pdf, zip, excel, database

  /// Identifies the content by its first bytes; `nil` if it may be data.
  init?(_ bytes: Bytes) {
    let mark = TextForm.utf8.mark
    let text = bytes.starts(with: mark) ? bytes.part(mark.count, bytes.count) : bytes
    guard let content = Self.allCases.first(where: { $0.begins(text) }) else { return nil }
    self = content
  }

  private func begins(_ bytes: Bytes) -> Bool {
    switch self {
    case .gitLFSPointer: bytes.has("version https://git-lfs.github.com/spec/", at: 0)
    case .webPage:
      {
        let text = bytes.part(bytes.firstIndex { $0 > .space } ?? 0, bytes.count)
        return text.hasPrefix(ignoringCase: "<!doctype html") || text.hasPrefix(ignoringCase: "<html")
      }()
    case .pdf: bytes.has("%PDF-", at: 0)
    case .zip: bytes.has("PK\u{3}\u{4}", at: 0)
    case .excel: bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    case .database: bytes.has("SQLite format 3\0", at: 0)
    }
  }

  /// The error that a file has this content, whatever its name is.
  func diagnostic(at location: Diagnostic.Location) -> Diagnostic {
    let (message, hint) =
      switch self {
      case .gitLFSPointer:
        (
          "the file is not here: Git LFS keeps it elsewhere, and this is a pointer to it",
          "Get the file with `git lfs pull`, or download it from where the repository is."
        )
      case .webPage:
        (
          "this is a web page, not a data file",
          "Download the file itself: sites such as GitHub have a link to it called “Raw” or “Download”."
        )
      case .pdf: ("this is a PDF document, not a data file", "Ask the publisher of the document for the data as CSV.")
      case .zip:
        (
          "this is a zip archive, as Excel and LibreOffice also save their documents",
          "Unpack it, or save the table as CSV with the spreadsheet program."
        )
      case .excel: ("this is a document of Excel", "Save the table as CSV with the spreadsheet program.")
      case .database:
        ("this is a SQLite database", "Give the file a name that ends in .sqlite, or choose the format sqlite.")
      }
    return Diagnostic(code: "datasets/foreign-content", message, at: location, hint: hint)
  }
}
