/// A cleaner that prepares HTML for the parser, which follows the rules of browsers and can be made slow by them.
///
/// It replaces each tag by one of the few that matter, without attributes that do not, and leaves out what is not
/// shown. Tags of elements that HTML does not know become text. No block ends without those inside it, and only a
/// limited number are open at a time: so the tree has a limited depth, and the parser takes linear time.
struct HTMLTags {
  /// What becomes of the tags of an element.
  private enum Element {
    /// A block that contains others. Its tags get this name.
    case block(String)
    /// Formatting within a line. These names are the ones that the parser reopens in the next paragraph.
    case inline(String)
    /// A paragraph, or an element without an end tag.
    case flat(String)
    /// A part of a table, which ends what is open in the part before it.
    case tablePart(String)
    /// An element of which only the contents matter.
    case transparent
    case quotation
    /// An element that is left out with its contents, which are text up to its end tag if they are raw.
    case omitted(isRaw: Bool)
  }

  /// The elements of HTML, also those that are obsolete.
  private static let elements: [String: Element] = {
    var elements: [String: Element] = [:]
    func add(_ names: String, _ make: (String) -> Element) {
      for name in names.split(separator: " ").map(String.init) { elements[name] = make(name) }
    }
    add("ul ol dl li dt dd blockquote pre table h1 h2 h3 h4 h5 h6") { .block($0) }
    add(
      """
      div address article aside center details dialog fieldset figcaption figure footer form header hgroup legend main \
      nav search section summary
      """
    ) { _ in .block("div") }
    add("dir menu") { _ in .block("ul") }
    add("listing xmp") { _ in .block("pre") }
    add("p br hr img") { .flat($0) }
    add("caption tbody td tfoot th thead tr") { .tablePart($0) }
    add("em i cite dfn var") { _ in .inline("em") }
    add("strong b") { _ in .inline("strong") }
    add("code kbd samp tt") { _ in .inline("code") }
    // Names that are formatting to the parser, unlike `sub` and `sup`.
    add("sub") { _ in .inline("small") }
    add("sup") { _ in .inline("big") }
    add("a") { .inline($0) }
    add("q") { _ in .quotation }
    add(
      """
      abbr acronym area base basefont bdi bdo bgsound big blink body col colgroup command data del embed font frame \
      head html image input ins isindex keygen label link mark marquee meta nobr noscript optgroup option output param \
      picture plaintext rb rp rt rtc ruby s slot small source span strike time track u wbr
      """
    ) { _ in .transparent }
    add("iframe noembed noframes script style textarea title") { _ in .omitted(isRaw: true) }
    add(
      """
      applet audio button canvas datalist frameset map math meter object progress select svg template video
      """
    ) { _ in .omitted(isRaw: false) }
    return elements
  }()

  /// The names of tags of formatting.
  private static let inlines: Set = ["a", "big", "code", "em", "small", "strong"]

  /// The attributes that matter.
  private static let attributes: [String: Set<String>] = [
    "a": ["href", "title"], "img": ["alt", "src", "title"], "ol": ["start"],
    "td": ["align", "class", "colspan", "rowspan"], "th": ["align", "class", "colspan", "rowspan"],
  ]

  /// The number of blocks that are open at a time. A list with its item is two of them, and as many levels of Markdown,
  /// of which a hundred are read.
  private static let maximumDepth = 40

  /// The cleaned HTML, in UTF-8.
  private(set) var cleaned: [UInt8] = []
  /// Whether the text has a tag of HTML, a comment or a character reference. Otherwise it is plain text.
  private(set) var hasMarkup: Bool

  private let html: [UInt8]
  private var position = 0
  /// The names of the blocks and the formatting that are open, from the outside in.
  private var open: [String] = []
  /// The last `>` and the last `=`. Nothing searches for one behind the last, so that a text is not read repeatedly.
  private let lastTagEnd, lastEqualsSign: Int
  /// Whether no quotation mark begins a value any more: one was found that none ends.
  private var ignoresQuotes = false

  init(_ text: String) {
    html = text.utf8.filter { $0 != 0 }
    lastTagEnd = html.lastIndex(of: UInt8(ascii: ">")) ?? -1
    lastEqualsSign = html.lastIndex(of: UInt8(ascii: "=")) ?? -1
    hasMarkup = Self.hasReference(html)
    cleaned.reserveCapacity(html.count)
    while let start = html[position...].firstIndex(of: UInt8(ascii: "<")) {
      cleaned += html[position..<start]
      position = start
      readMarkup()
    }
    cleaned += html[position...]
  }

  /// Returns whether a text has a character reference such as `&amp;` or `&#8211;`.
  private static func hasReference(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      rest = rest[(start + 1)...]
      if rest.first == UInt8(ascii: "#") { rest = rest.dropFirst() }
      let end = rest.firstIndex { !$0.isLetterOrDigit } ?? rest.endIndex
      if end > rest.startIndex, end < rest.endIndex, rest[end] == UInt8(ascii: ";") { return true }
      rest = rest[end...]
    }
    return false
  }

  // MARK: - Reading

  /// A tag, without the bracket at its beginning.
  private struct Tag {
    var name: String
    var attributes: [(name: String, value: ArraySlice<UInt8>)] = []
    var end = 0
    var isClosed = false
  }

  /// Reads what begins with the `<` at the position.
  private mutating func readMarkup() {
    let rest = html[(position + 1)...]
    if rest.first?.isLetter == true {
      readTag(at: position + 1) { $0.begin($1, $2) }
    } else if rest.first == UInt8(ascii: "/"), rest.dropFirst().first?.isLetter == true {
      readTag(at: position + 2) { $0.end($1, $2) }
    } else if rest.starts(with: "!--".utf8) {
      hasMarkup = true
      position = end(of: "-->", from: position + 2) ?? html.count
    } else if rest.first == UInt8(ascii: "?") || rest.starts(with: "![".utf8) || rest.starts(with: "/>".utf8)
      || rest.prefix(8).map(\.lowercased).starts(with: "!doctype".utf8), position < lastTagEnd,
      let end = end(of: ">", from: position)
    {
      hasMarkup = true
      position = end
    } else {
      write(text: html[position...position])
      position += 1
    }
  }

  private mutating func readTag(at start: Int, _ handle: (inout Self, Element, Tag) -> Void) {
    let name = self.name(at: start)
    let element = Self.elements[name]
    guard let tag = tag(name, at: start) else {
      // Text that was cut within a tag, or a sign for “less”.
      if element != nil, start < lastEqualsSign {
        (hasMarkup, position) = (true, html.count)
      } else {
        write(text: html[position..<start])
        position = start
      }
      return
    }
    let text = html[position..<tag.end]
    position = tag.end
    if let element {
      hasMarkup = true
      handle(&self, element, tag)
    } else if name.isNameWithPrefix {
      hasMarkup = true
    } else {
      write(text: text)
    }
  }

  private func name(at start: Int) -> String {
    // A longer name is none of HTML.
    let name = html[start...].prefix(64).prefix { !$0.isSpace && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
    return String(decoding: name.map(\.lowercased), as: UTF8.self)
  }

  /// Returns a tag, or `nil` if it does not end.
  private mutating func tag(_ name: String, at start: Int) -> Tag? {
    guard start < lastTagEnd else { return nil }
    var tag = Tag(name: name)
    var index = start + name.utf8.count
    while index < html.count {
      switch html[index] {
      case UInt8(ascii: ">"):
        tag.end = index + 1
        tag.isClosed = html[index - 1] == UInt8(ascii: "/")
        return tag
      case let byte where byte.isSpace || byte == UInt8(ascii: "/"): index += 1
      default:
        guard let attribute = attribute(at: &index) else {
          ignoresQuotes = true
          return self.tag(name, at: start)
        }
        if Self.attributes[name]?.contains(attribute.name) == true { tag.attributes.append(attribute) }
      }
    }
    guard !ignoresQuotes else { return nil }
    ignoresQuotes = true
    return self.tag(name, at: start)
  }

  /// Reads an attribute. Returns `nil` if no quotation mark ends its value.
  private func attribute(at index: inout Int) -> (name: String, value: ArraySlice<UInt8>)? {
    func skip(while isSkipped: (UInt8) -> Bool) -> ArraySlice<UInt8> {
      let start = index
      while index < html.count, isSkipped(html[index]) { index += 1 }
      return html[start..<index]
    }
    // An equals sign at the beginning is a part of the name.
    let start = index
    index += 1
    _ = skip { !$0.isSpace && !"/>=".utf8.contains($0) }
    let name = String(decoding: html[start..<index].map(\.lowercased), as: UTF8.self)
    _ = skip(while: \.isSpace)
    guard index < html.count, html[index] == UInt8(ascii: "=") else { return (name, []) }
    index += 1
    _ = skip(while: \.isSpace)
    guard index < html.count else { return (name, []) }
    let quote = html[index]
    guard !ignoresQuotes, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return (name, skip { !$0.isSpace && $0 != UInt8(ascii: ">") })
    }
    index += 1
    let value = skip { $0 != quote }
    index += 1
    return index <= html.count ? (name, value) : nil
  }

  /// Returns the end of the first occurrence of a text of ASCII from an index, or `nil` if there is none.
  private func end(of text: String, from start: Int) -> Int? {
    var index = start
    while let found = html[index...].firstIndex(where: { $0 == text.utf8.first }) {
      if html[found...].starts(with: text.utf8) { return found + text.utf8.count }
      index = found + 1
    }
    return nil
  }

  // MARK: - Writing

  private mutating func write(text: ArraySlice<UInt8>) {
    for byte in text { if byte == UInt8(ascii: "<") { cleaned += "&lt;".utf8 } else { cleaned.append(byte) } }
  }

  private mutating func write(end name: String) { cleaned += "</\(name)>".utf8 }

  private mutating func write(_ name: String, _ tag: Tag) {
    cleaned += "<\(name)".utf8
    for (name, value) in tag.attributes {
      cleaned += " \(name)=\"".utf8
      for byte in value { if byte == UInt8(ascii: "\"") { cleaned += "&quot;".utf8 } else { cleaned.append(byte) } }
      cleaned.append(UInt8(ascii: "\""))
    }
    cleaned.append(UInt8(ascii: ">"))
  }

  private mutating func begin(_ element: Element, _ tag: Tag) {
    switch element {
    case .block(let name):
      switch name {
      case "li": close(["li"], within: ["ul", "ol"])
      case "dt", "dd": close(["dt", "dd"], within: ["dl"])
      default: break
      }
      guard open.count(where: { !Self.inlines.contains($0) }) < Self.maximumDepth else {
        // The contents are paragraphs of the block around it.
        if !cleaned.suffix(3).elementsEqual("<p>".utf8) { cleaned += "<p>".utf8 }
        return
      }
      write(name, tag)
      open.append(name)
    case .inline(let name):
      // There is no link in a link.
      if name == "a" { end(element, tag) }
      let around = open[(open.lastIndex(of: "table") ?? 0)...]
      // More would say nothing more. Often, a tag at the end has no slash.
      guard around.count(where: { $0 == name }) < 3 else { return }
      write(name, tag)
      open.append(name)
    case .flat(let name): write(name, tag)
    case .tablePart(let name):
      guard let table = open.lastIndex(of: "table") else { return }
      close(after: table + 1)
      write(name, tag)
    case .transparent: break
    case .quotation: cleaned += "“".utf8
    case .omitted(let isRaw): if !tag.isClosed { skip(tag.name, isRaw: isRaw) }
    }
  }

  private mutating func end(_ element: Element, _ tag: Tag) {
    switch element {
    case .block(let name):
      switch name {
      case "li": close(["li"], within: ["ul", "ol"])
      case "dt", "dd": close([name], within: ["dl"])
      case "table": close(["table"], within: [])
      // The end of a heading ends that of any level.
      case "h1", "h2", "h3", "h4", "h5", "h6": close(["h1", "h2", "h3", "h4", "h5", "h6"], within: [])
      default: close([name], within: [])
      }
    case .inline(let name):
      guard let index = open.lastIndex(where: { $0 == name || $0 == "table" }), open[index] == name else { return }
      // The parser knows how to end formatting that a block within it does not end.
      write(end: name)
      open.remove(at: index)
    case .flat("br"), .flat("p"): cleaned += (tag.name == "p" ? "</p>" : "<br>").utf8
    case .tablePart(let name):
      guard let table = open.lastIndex(of: "table") else { return }
      close(after: table + 1)
      write(end: name)
    case .quotation: cleaned += "”".utf8
    case .flat, .transparent, .omitted: break
    }
  }

  /// Ends the innermost block with one of some names, and all in it. Nothing ends what is around a table or around one
  /// of some other blocks.
  private mutating func close(_ names: Set<String>, within others: Set<String>) {
    let index = open.lastIndex { names.contains($0) || $0 == "table" || others.contains($0) }
    if let index, names.contains(open[index]) { close(after: index) }
  }

  /// Ends what is open from an index on.
  private mutating func close(after index: Int) {
    for name in open[index...].reversed() { write(end: name) }
    open.removeSubrange(index...)
  }

  /// Leaves out all up to the end of an element, or all the rest if it does not end.
  private mutating func skip(_ name: String, isRaw: Bool) {
    var depth = 1
    while depth > 0, let start = html[position...].firstIndex(of: UInt8(ascii: "<")) {
      let isEnd = html[(start + 1)...].first == UInt8(ascii: "/")
      let nameStart = start + (isEnd ? 2 : 1)
      guard self.name(at: nameStart, is: name), isEnd || !isRaw else {
        position = start + 1
        continue
      }
      guard let tag = tag(name, at: nameStart) else { break }
      if isEnd { depth -= 1 } else if !tag.isClosed { depth += 1 }
      position = tag.end
    }
    if depth > 0 { position = html.count }
  }

  private func name(at start: Int, is name: String) -> Bool {
    let end = start + name.utf8.count
    return end < html.count && html[start..<end].lazy.map(\.lowercased).elementsEqual(name.utf8)
      && !html[end].isLetterOrDigit
  }
}

extension String {
  /// Whether the name of an element has a prefix, as those of office programs have: `o:p`.
  fileprivate var isNameWithPrefix: Bool {
    let parts = utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetterOrDigit || $0 == 0x2D } }
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  var isLetterOrDigit: Bool { isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x9 || self == 0xA || self == 0xC || self == 0xD }
}
