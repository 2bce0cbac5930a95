import DocumentModel
import Testing

/// The frame of a document that is written to a file.
@Suite struct FileTests {
  private let blocks: [Block] = [.paragraph(["x"])]

  private func text(
    _ format: MarkupFormat, title: String, collection: String, in frame: FileFrame = FileFrame()
  ) -> String {
    String(decoding: blocks.file(format, title: title, collection: collection, in: frame), as: UTF8.self)
  }

  @Test func latexIsAWholeDocument() {
    let lines = text(.latex, title: "T", collection: "C").split(separator: "\n")
    #expect(lines.first == "\\documentclass{article}")
    #expect(lines.last == "\\end{document}")
    #expect(lines.contains("x"))
  }

  @Test(arguments: Hostile.texts + ["a\\\u{301}fB\"\u{301} .so /etc/passwd", "\u{9B}2J", "a\r\n.so b"])
  func theHeadOfAManualPageMayHaveAnyTitle(title: String) throws {
    let lines = text(.man, title: title, collection: title).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "'\\\" t")
    #expect(lines[2] == ".PP", "the head is one line")
    // Two arguments in quotes, and no escape but those for a backslash, a quotation mark and a hyphen.
    var rest = Array(lines[1].unicodeScalars)
    for escape in ["\\(rs", "\\(dq", "\\-"] { rest.replace(Array(escape.unicodeScalars), with: []) }
    #expect(!rest.contains("\\"))
    #expect(rest.count { $0 == "\"" } == 6)
    #expect(rest.starts(with: ".TH \"".unicodeScalars))
  }

  @Test func theFrameCanBeChosen() {
    let latex = text(
      .latex, title: "T", collection: "C", in: FileFrame(latexClass: "[a5paper]{book}", latexPackages: ["geometry"]))
    #expect(latex.hasPrefix("\\documentclass[a5paper]{book}\n"))
    #expect(
      latex.contains("\\usepackage{hyperref}\n\\usepackage{geometry}\n\\begin{document}\n\nx\n\n\\end{document}\n"))
    let man = text(.man, title: "T", collection: "C", in: FileFrame(manualSection: "3pm"))
    #expect(man.contains(".TH \"T\" 3pm \"\" \"C\"\n"))
  }

  @Test func otherFormatsHaveNoFrame() {
    for format in [MarkupFormat.html, .markdown, .xml] {
      #expect(text(format, title: "T", collection: "C") == blocks.rendered(as: format))
    }
  }
}
