extension [Block] {
  /// Returns the blocks as a complete file of a format, which programs for the format can open.
  ///
  /// A LaTeX file has a preamble, and a manual page has a title line. Files of the other formats consist of the blocks alone.
  ///
  /// - Parameters:
  ///   - format: The format. HTML remains a fragment, as themes write the head.
  ///   - title: The title, for formats with a head.
  ///   - collection: The name of the work that the document is part of, for formats with a head.
  ///   - frame: The options of the head.
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
      // The first line requests the preprocessor tbl, which sets the tables.
      bytes += "'\\\" t\n".utf8
      bytes += ".TH \(title.uppercased().roffArgument) \(frame.manualSection) \"\" \(collection.roffArgument)\n".utf8
      write(as: format, to: &bytes)
    case .html, .markdown, .xml: write(as: format, to: &bytes)
    }
    return bytes
  }
}

extension FileFrame {
  /// The part of a LaTeX document before its blocks.
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
  /// The name in braces, unless it is written with options and braces already.
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

/// The options of the head of a file, for LaTeX and manual pages.
///
/// The options are written without escaping. They must come from the author of a program or a configuration, and never from data.
package struct FileFrame: Hashable, Sendable {
  /// The document class of LaTeX: `article`, or `[a4paper]{article}` with options.
  package var latexClass: String
  /// The LaTeX packages that are loaded beside the required ones, each as a name, or as `[options]{name}`.
  package var latexPackages: [String]
  /// The section of the manual that a manual page is in.
  package var manualSection: String

  /// Creates the options of a head.
  package init(latexClass: String = "article", latexPackages: [String] = [], manualSection: String = "7") {
    self.latexClass = latexClass
    self.latexPackages = latexPackages
    self.manualSection = manualSection
  }
}

/// A markup format.
public enum MarkupFormat: String, CaseIterable, Sendable {
  /// HTML: a fragment, without `<html>` and `<body>`.
  case html
  /// CommonMark.
  case markdown
  /// LaTeX: a fragment, without a preamble. It requires the packages fontenc (with `T1`), textcomp, graphicx and hyperref.
  case latex
  /// A manual page in roff, without its `.TH`. Tables require the preprocessor tbl.
  case man
  /// The XML of CommonMark: a whole document, in which tables and property lists are `custom_block` elements.
  case xml
}
