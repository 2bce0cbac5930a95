extension [Block] {
  /// Writes the blocks as a whole file of a format: what a program that reads the format can open as it is.
  ///
  /// LaTeX has a preamble around the document, and a manual page, of section 7, its head; the other formats need nothing.
  ///
  /// - Parameters:
  ///   - format: The format. HTML stays a fragment: its head is the matter of a theme.
  ///   - title: The title, for formats that want it in the head.
  ///   - collection: What the document is part of, for formats that want it in the head.
  /// - Complexity: O(*n*), *n* being the length of the result.
  public func file(_ format: MarkupFormat, title: String, collection: String) -> String {
    let text = rendered(as: format)
    return switch format {
    case .latex:
      """
      \\documentclass{article}
      \\usepackage{iftex}
      \\ifPDFTeX
        \\usepackage[T1]{fontenc}
        \\usepackage[utf8]{inputenc}
      \\else
        \\usepackage{fontspec}
      \\fi
      \\usepackage{graphicx}
      \\usepackage{hyperref}
      \\begin{document}

      \(text)
      \\end{document}

      """
    case .man:
      // The first line asks for tbl, which sets the tables.
      """
      '\\" t
      .TH \(title.uppercased().roffArgument) 7 "" \(collection.roffArgument)
      \(text)
      """
    case .html, .markdown, .xml: text
    }
  }
}

extension String {
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
