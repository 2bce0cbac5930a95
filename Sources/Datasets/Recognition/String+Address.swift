extension String {
  /// Whether the text is a web address: `http://` or `https://`, a host, and no white space or characters that
  /// addresses never have (RFC 3986), such as angle brackets and quotes.
  var isWebAddress: Bool {
    guard let rest = afterWebScheme, let first = rest.first, !"/?#:@.".contains(first) else { return false }
    return unicodeScalars.allSatisfy { $0.isAddressable && !$0.properties.isWhitespace }
  }

  /// Whether the text is the path of a picture, relative to where it is mentioned: `images/red apple.png`.
  var isPicturePath: Bool {
    guard !hasPrefix("/"), hasPictureEnding(self[...]) else { return false }
    return unicodeScalars.allSatisfy { $0.isAddressable && $0 != ":" && ($0 == " " || !$0.properties.isWhitespace) }
  }

  /// Whether the text is a web address whose path ends as the name of a picture does.
  var isPictureAddress: Bool {
    guard isWebAddress, let rest = afterWebScheme else { return false }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    return path.contains("/") && hasPictureEnding(path)
  }

  private var afterWebScheme: Substring? {
    let scheme = ["http://", "https://"].first { utf8.count > $0.utf8.count && prefix($0.count).lowercased() == $0 }
    return scheme.map { dropFirst($0.count) }
  }
}

private let pictureEndings: Set<String> = ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif"]

/// Whether a path ends in a file name with the ending of a picture.
private func hasPictureEnding(_ path: Substring) -> Bool {
  guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")), dot > path.startIndex else { return false }
  return path[..<dot].last != "/" && pictureEndings.contains(path[path.index(after: dot)...].lowercased())
}

extension Unicode.Scalar {
  /// Whether a character may stand in an address as people write them, with letters of all scripts.
  fileprivate var isAddressable: Bool {
    switch self {
    case "\"", "<", ">", "\\", "^", "`", "{", "|", "}": false
    default: properties.generalCategory != .control
    }
  }
}
