/// Counts the values of a field that have HTML, and decides whether and how it is read.
struct MarkupEvidence {
  private static let blocks: Set<String> = [
    "blockquote", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "section",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
  ]
  private static let inlines: Set<String> = [
    "a", "abbr", "b", "big", "br", "center", "cite", "code", "del", "em", "font", "i", "img", "ins", "mark", "q", "s",
    "small", "span", "strike", "strong", "sub", "sup", "tt", "u",
  ]
  /// The elements that have no end, or often none.
  private static let open: Set<String> = ["br", "dd", "dt", "hr", "img", "li", "p", "td", "th", "tr"]
  private static let entities: Set<String> = [
    "amp", "apos", "copy", "deg", "eacute", "egrave", "gt", "hellip", "laquo", "ldquo", "lsquo", "lt", "mdash",
    "middot", "nbsp", "ndash", "ouml", "quot", "raquo", "rdquo", "reg", "rsquo", "szlig", "times", "trade", "uuml",
  ]

  private var count = 0
  private var length = 0
  /// The number of values with elements, and of those that begin with one.
  private var taggedCount = 0
  private var leadingCount = 0
  /// The number of values that name a tag, as texts about HTML do.
  private var strayCount = 0
  private var entityCount = 0
  private var hasBlocks = false

  /// Adds a value, which has no white space at its ends.
  mutating func note(_ content: Bytes) {
    count += 1
    length += content.count
    if content.first(UInt8(ascii: "&")) != nil, content.hasEntity(of: Self.entities) { entityCount += 1 }
    guard content.first(UInt8(ascii: "<")) != nil else { return }
    let tags = content.tags.filter { Self.blocks.contains($0.name) || Self.inlines.contains($0.name) }
    let ended = Set(tags.filter(\.isEnd).map(\.name))
    var isTagged = false
    var isStray = false
    for tag in tags where !tag.isEnd {
      if tag.name == "img" ? tag.hasSource : Self.open.contains(tag.name) || ended.contains(tag.name) {
        isTagged = true
        hasBlocks = hasBlocks || tag.name == "a" || Self.blocks.contains(tag.name)
      } else {
        isStray = true
      }
    }
    if isStray { strayCount += 1 } else if isTagged { taggedCount += 1 }
    if isTagged, content.first == UInt8(ascii: "<") { leadingCount += 1 }
  }

  /// Returns how the field is read, or `nil` if its texts are not HTML.
  ///
  /// - Parameter isMarkdown: Whether the texts seem to be Markdown, which may contain HTML.
  func reading(isMarkdown: Bool) -> FieldReading? {
    if isMarkdown { return leadingCount * 2 >= count && leadingCount > 0 ? .html : nil }
    // One value among many may be text that looks like HTML.
    func areMany(_ values: Int) -> Bool { values > 0 && (values * 10 >= count || values >= 3) }
    guard strayCount * 4 <= taggedCount, areMany(taggedCount) || areMany(entityCount) else { return nil }
    // The texts of short fields, such as titles, stay texts.
    return areMany(taggedCount) && (hasBlocks || length > 80 * count) ? .html : .htmlText
  }
}

/// A tag in a text that may be HTML.
private struct Tag {
  /// The name of the element, in lower case.
  let name: String
  let isEnd: Bool
  /// Whether an address follows soon, as in the tag of a picture.
  let hasSource: Bool
}

extension Bytes {
  /// What looks like a tag.
  ///
  /// - Complexity: O(*n*) in the number of bytes, as only the first ones behind each bracket are read again.
  fileprivate var tags: [Tag] {
    var tags: [Tag] = []
    var position = 0
    while let bracket = first(UInt8(ascii: "<"), from: position) {
      position = bracket + 1
      let isEnd = position < count && self[position] == UInt8(ascii: "/")
      let start = isEnd ? position + 1 : position
      var end = start
      while end < count, self[end].isLetterOrDigit, end - start < 12 { end += 1 }
      guard end > start, end < count, [.space, .lineFeed, UInt8(ascii: ">"), UInt8(ascii: "/")].contains(self[end])
      else { continue }
      let name = part(start, end).text.lowercased()
      let hasSource = name == "img" && part(end, Swift.min(count, end + 200)).text.lowercased().contains("src=")
      tags.append(Tag(name: name, isEnd: isEnd, hasSource: hasSource))
    }
    return tags
  }

  fileprivate func hasEntity(of names: Set<String>) -> Bool {
    var position = 0
    while let start = first(UInt8(ascii: "&"), from: position) {
      position = start + 1
      guard let end = part(position, Swift.min(count, position + 8)).firstIndex(of: UInt8(ascii: ";")) else { continue }
      let name = part(position, position + end)
      if name.first == UInt8(ascii: "#") {
        if name.count > 1, name.dropFirst().allSatisfy(\.isLetterOrDigit), name[1].isDigit || name[1] | 0x20 == 0x78 {
          return true
        }
      } else if names.contains(name.text) {
        return true
      }
    }
    return false
  }
}
