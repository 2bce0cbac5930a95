extension [Block] {
  /// Returns the blocks as a complete file in a format, which programs for that format can open.
  ///
  /// A LaTeX document begins with a preamble, and a manual page with a title line. The other formats need nothing
  /// around the blocks.
  ///
  /// - Parameters:
  ///   - format: The format. HTML stays a fragment, because its head belongs to a theme.
  ///   - title: The title, for formats that require one in the head.
  ///   - collection: The name of the collection that the document is part of, for formats that require one in the head.
  ///   - frame: The other settings of the text around the blocks.
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
      // The first line makes `man` run the preprocessor tbl, which typesets the tables.
      bytes += "'\\\" t\n".utf8
      bytes += ".TH \(title.uppercased().roffArgument) \(frame.manualSection) \"\" \(collection.roffArgument)\n".utf8
      write(as: format, to: &bytes)
    case .html, .markdown, .xml: write(as: format, to: &bytes)
    }
    return bytes
  }
}

extension FileFrame {
  /// The part of a LaTeX document before its blocks, up to and including `\begin{document}`.
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
  /// The text in braces; unchanged if it begins with options in brackets: `[options]{name}`.
  fileprivate var latexArguments: String { hasPrefix("[") ? self : "{\(self)}" }

  /// The text as a quoted argument of a roff request, on one line and with its special characters escaped.
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

/// The settings of the text around the blocks in a complete file, for formats that require such text.
///
/// The values are written without escaping. They have to come from the program that creates the files, and never from
/// data.
package struct FileFrame: Hashable, Sendable {
  /// The document class of LaTeX: `article`, or `[a4paper]{article}` with options.
  package var latexClass: String
  /// The LaTeX packages to use in addition to those that the document needs, each as a name or as `[options]{name}`.
  package var latexPackages: [String]
  /// The section of the manual that a manual page belongs to.
  package var manualSection: String

  /// Creates the settings.
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
  /// LaTeX: a fragment, without a preamble. It requires the packages fontenc (with `T1`), textcomp, graphicx and
  /// hyperref.
  case latex
  /// A manual page in roff, without its `.TH`. Tables require the preprocessor tbl.
  case man
  /// The XML of CommonMark: a complete document, in which tables and property lists are `custom_block` elements.
  case xml
}
