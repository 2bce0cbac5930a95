extension [Block] {
  /// Writes the blocks as a whole file of a format: what a program that reads the format can open as it is.
  ///
  /// LaTeX has a preamble around the document, and a manual page its head; the other formats need nothing.
  ///
  /// - Parameters:
  ///   - format: The format. HTML stays a fragment: its head is the matter of a theme.
  ///   - title: The title, for formats that want it in the head.
  ///   - collection: What the document is part of, for formats that want it in the head.
  ///   - frame: What else stands around the blocks.
  /// - Returns: The file, in UTF-8.
  /// - Complexity: O(*n*), *n* being the length of the result.
  package func file(
    _ format: MarkupFormat, title: String, collection: String, in frame: FileFrame = FileFrame()
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    switch format {
    case .latex:
      bytes += frame.preamble.utf8
      write(as: format, to: &bytes)
      bytes += "\n\\end{document}\n".utf8
    case .man:
      // The first line asks for tbl, which sets the tables.
      bytes += "'\\\" t\n".utf8
      bytes += ".TH \(title.uppercased().roffArgument) \(frame.manualSection) \"\" \(collection.roffArgument)\n".utf8
      write(as: format, to: &bytes)
    case .html, .markdown, .xml: write(as: format, to: &bytes)
    }
    return bytes
  }
}

extension FileFrame {
  /// All of a LaTeX document that comes before its blocks.
  fileprivate var preamble: String {
    let packages = (["graphicx", "hyperref"] + latexPackages).map { "\\usepackage\($0.latexArguments)\n" }.joined()
    return """
      \\documentclass\(latexClass.latexArguments)
      \\usepackage{iftex}
      \\ifPDFTeX
        \\usepackage[T1]{fontenc}
        \\usepackage[utf8]{inputenc}
      \\else
        \\usepackage{fontspec}
      \\fi
      \(packages)\\begin{document}


      """
  }
}

extension String {
  /// The name in braces, unless it has them already.
  fileprivate var latexArguments: String { hasPrefix("[") ? self : "{\(self)}" }

  /// The text as an argument of a roff request.
  fileprivate var roffArgument: String {
    let escaped = cleaned.oneLine.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\(rs"
      case "\"": "\\(dq"
      case "-": "\\-"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}

/// What stands around the blocks in a file of their own, in formats that want something there.
///
/// It is written as it is, so it has to come from whoever makes the files, and never from data.
package struct FileFrame: Hashable, Sendable {
  /// The document class of LaTeX: `article`, or `[a4paper]{article}` with options.
  package var latexClass: String
  /// Packages of LaTeX that are used besides those that the document needs, each a name, or `[options]{name}`.
  package var latexPackages: [String]
  /// The section of the manual that a manual page is in.
  package var manualSection: String

  /// Describes what stands around.
  package init(latexClass: String = "article", latexPackages: [String] = [], manualSection: String = "7") {
    self.latexClass = latexClass
    self.latexPackages = latexPackages
    self.manualSection = manualSection
  }
}

/// A format that documents are written in.
public enum MarkupFormat: String, CaseIterable, Sendable {
  /// HTML: a fragment, without `<html>` and `<body>`.
  case html
  /// CommonMark.
  case markdown
  /// LaTeX: a fragment, without a preamble; it wants the packages fontenc (with `T1`), textcomp, graphicx and hyperref.
  case latex
  /// A manual page in roff, without its `.TH`; tables want the preprocessor tbl.
  case man
  /// The XML of CommonMark: a whole document, in which tables and property lists are `custom_block` elements.
  case xml
}
