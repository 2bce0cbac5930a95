/// The text of a manual page: the inverse of the escapes, for the expected requests and no others.
struct ManText {
  private(set) var text = ""
  /// Unexpected content.
  private(set) var problems: [String] = []

  private static let requests: Set<String> = [
    ".PP", ".SH", ".SS", ".RS", ".RE", ".IP", ".nf", ".fi", ".TP", ".br", ".IP \\[bu] 2",
  ]

  init(_ source: String) {
    var isInTable = false
    var lines = source.split(separator: "\n").map(String.init)[...]
    while let line = lines.popFirst() {
      switch line {
      case ".TS":
        // The formats of the columns end with a full stop.
        while let format = lines.popFirst(), !format.hasSuffix(".") {}
        isInTable = true
      case ".TE": isInTable = false
      case _ where isInTable && ["T{", "T}\tT{", "T}"].contains(line): text += " "
      case _ where isInTable && line.hasPrefix("T}"): problems.append(line)
      case "  *  *  *  *  *": break
      case _ where Self.requests.contains(line) || line.wholeMatch(of: /\.IP "\d+\." 4/) != nil: text += " "
      case _ where line.hasPrefix(".") || line.hasPrefix("'"): problems.append(line)
      default:
        unescape(line)
        text += " "
      }
    }
  }

  private static let escapes = [
    "\\&": "", "\\-": "-", "\\e": "\\", "\\[oq]": "‘", "\\[cq]": "’", "\\[lq]": "“", "\\[rq]": "”", "\\[em]": "—",
    "\\[en]": "–", "\\f[B]": "", "\\f[I]": "", "\\f[C]": "", "\\f[]": "",
  ]

  private mutating func unescape(_ line: String) {
    var rest = Substring(line).unicodeScalars
    while let next = rest.first {
      if next == "\\" {
        guard let escape = Self.escapes.first(where: { rest.starts(with: $0.key.unicodeScalars) }) else {
          return problems.append(line)
        }
        text += escape.value
        rest = rest.dropFirst(escape.key.unicodeScalars.count)
      } else {
        text.unicodeScalars.append(next)
        rest = rest.dropFirst()
      }
    }
  }
}
