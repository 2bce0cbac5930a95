import Fingerprints

/// What a live page says about the server.
struct PageStamp: Sendable {
  let version: String
  /// The version since which the files that pages show, such as pictures, are as they are.
  let filesVersion: String
  /// What its messages begin with; `nil` if the catalog handles none.
  let token: String?
  /// The names of the messages that are about no part of the page, and that are handled.
  var events: [String] = []
  /// What the page offers to arrange its listing, as JSON; `nil` if it offers nothing.
  var view: String?
  /// Whether readers may look into cells.
  var explains = false
}

/// A web page as it is sent, which differs from the one in a build by what makes it live: a script in its head, and a
/// content security policy that lets it work.
struct LiveHTML {
  private(set) var bytes: [UInt8]
  /// The policy of the page for the head of the answer; `nil` if the page has none.
  private(set) var policy: String?
  /// The entity tag: weak, because the version in the page changes while everything else stays.
  let entityTag: String

  /// Creates the live form of a page.
  ///
  /// A policy in the page would stay in force beside the one in the head of the answer, so it is taken out.
  init(_ html: [UInt8], root: String, stamp: PageStamp) {
    entityTag = "W/\"\(Fingerprint(html))\""
    let view = PageControls.attribute("view", stamp.view.map { [$0] } ?? [])
    let token = stamp.token.map { " data-token=\"\($0)\"" + PageControls.attribute("events", stamp.events) } ?? ""
    let explains = stamp.explains ? " data-explains" : ""
    let etag = entityTag.replacing("\"", with: "&quot;")
    let script =
      "<script src=\"\(root)-/live.js\" data-version=\"\(stamp.version)\" data-etag=\"\(etag)\"\(token)\(view)\(explains) defer></script>\n"
    let end = html.firstTag("</head", before: html.endIndex)?.lowerBound ?? html.endIndex
    bytes = []
    bytes.reserveCapacity(html.count + script.utf8.count)
    var start = html.startIndex
    var policies: [String] = []
    var place = html.startIndex
    while let tag = html.firstTag("<meta", from: place, before: end) {
      place = tag.upperBound
      let attributes = HTMLAttributes(html[tag].dropFirst(5).dropLast())
      guard attributes["http-equiv"]?.lowercased() == "content-security-policy", let content = attributes["content"]
      else { continue }
      policies.append(Self.policy(allowingScriptsIn: content))
      bytes += html[start..<tag.lowerBound]
      start = tag.upperBound
    }
    bytes += html[start..<end]
    bytes += script.utf8
    bytes += html[end...]
    // Each policy of a list is in force.
    policy = policies.isEmpty ? nil : policies.joined(separator: ", ")
  }

  /// Returns a policy with which the scripts of live pages work: they come from this server, connect to it, and run as
  /// workers.
  static func policy(allowingScriptsIn policy: String) -> String {
    // A line of a head has no control characters, whatever the theme has. In a policy they separate nothing else.
    var directives = policy.utf8.split(separator: UInt8(ascii: ";"))
      .map { $0.split { $0 <= 0x20 || $0 == 0x7F }.map { String(decoding: $0, as: UTF8.self) } }
      .filter { !$0.isEmpty }
    let fallback = directives.first { $0[0].lowercased() == "default-src" }?.dropFirst()
    for name in ["script-src", "connect-src", "worker-src"] {
      let index = directives.firstIndex { $0[0].lowercased() == name }
      // Without this directive and without a default, everything is allowed.
      guard let sources = index.map({ directives[$0].dropFirst() }) ?? fallback else { continue }
      let allowed = [name] + sources.filter { $0.lowercased() != "'none'" && $0 != "'self'" } + ["'self'"]
      if let index { directives[index] = allowed } else { directives.append(allowed) }
    }
    return directives.map { $0.joined(separator: " ") }.joined(separator: "; ")
  }
}

extension [UInt8] {
  /// Returns the range of the first tag with a name, up to and including its angle bracket.
  fileprivate func firstTag(_ opening: StaticString, from start: Int = 0, before end: Int) -> Range<Int>? {
    let name = Array("\(opening)".utf8)
    var place = start
    while place + name.count < end {
      guard self[place] == name[0] else {
        place += 1
        continue
      }
      let isTag = name.indices.allSatisfy { self[place + $0] | 0x20 == name[$0] | 0x20 }
      let next = self[place + name.count]
      if isTag, next <= 0x20 || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") {
        return endOfTag(at: place, before: end).map { place..<$0 }
      }
      place += 1
    }
    return nil
  }

  private func endOfTag(at start: Int, before end: Int) -> Int? {
    var quote: UInt8?
    for place in start..<Swift.min(end + 64, count) {
      let byte = self[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return place + 1
      }
    }
    return nil
  }
}

private struct HTMLAttributes {
  private var values: [String: String] = [:]

  /// Reads what is between the name of a tag and its end.
  init(_ bytes: ArraySlice<UInt8>) {
    func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
    let slash = UInt8(ascii: "/"), equals = UInt8(ascii: "=")
    var rest = bytes
    while true {
      rest = rest.drop { isSpace($0) || $0 == slash }
      let name = rest.prefix { !isSpace($0) && $0 != equals && $0 != slash }
      if name.isEmpty { return }
      rest = rest.dropFirst(name.count).drop(while: isSpace)
      var value = rest[..<rest.startIndex]
      if rest.first == equals {
        rest = rest.dropFirst().drop(while: isSpace)
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest.dropFirst(value.count + 2)
        } else {
          value = rest.prefix { !isSpace($0) }
          rest = rest.dropFirst(value.count)
        }
      }
      // The first of several attributes with a name counts.
      let key = String(decoding: name, as: UTF8.self).lowercased()
      if values[key] == nil { values[key] = Self.decoded(String(decoding: value, as: UTF8.self)) }
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// Replaces the references that policies contain: those to quotation marks.
  private static func decoded(_ value: String) -> String {
    guard value.contains("&") else { return value }
    // The ampersand is the last, because what it gives is no reference.
    let references: KeyValuePairs = [
      "&#39;": "'", "&#x27;": "'", "&apos;": "'", "&quot;": "\"", "&#34;": "\"", "&amp;": "&",
    ]
    return references.reduce(value) { $0.replacing($1.key, with: $1.value) }
  }
}
