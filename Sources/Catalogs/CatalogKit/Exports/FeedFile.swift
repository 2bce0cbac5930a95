import Datasets
import Fingerprints
import Publishing
import Rendering

/// The Atom feed (RFC 4287) of a catalog's latest objects, the latest first.
struct FeedFile {
  /// The file's path, relative to the catalog's root.
  static let path = "feed.xml"

  let feed: Documents.Feed
  let catalog: CatalogInfo
  /// The address at which the catalog will be published, without a trailing slash.
  let address: String

  func file(_ latest: LatestObjects, _ plan: ExportPlan) -> PlannedFile {
    let shown = latest.shown.map { (date: $0.date.text, entry: plan.document.entry($0.number)) }
    let inputs = plan.fingerprint(
      of: plan.contents(of: shown.lazy.map(\.entry)), "feed", feed.title ?? catalog.title, catalog.title,
      catalog.language, address, feed.date.text, feed.summary?.text ?? "")
    return PlannedFile(Self.path, as: .asset, key: inputs) {
      let entries = Array(zip(shown.map(\.date), plan.gather(shown.map(\.entry))))
      return .made { bytes(entries) }
    }
  }

  /// Returns the latest objects of a catalog. Finding them is the only step of the feed that reads every object.
  func latest(of plan: ExportPlan) -> LatestObjects {
    LatestObjects(of: plan.document, limit: feed.limit, by: feed.date.text)
  }

  private func bytes(_ entries: [(date: String, entry: ExportEntry)]) -> [UInt8] {
    let title = catalog.title.inXML
    let address = address.inXML
    // A feed has to state when it changed. The date is that of the latest entry, so that the same data gives the same
    // file.
    let updated = entries.first?.date ?? "1970-01-01T00:00:00Z"
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(catalog.language.inXML)">
      <title>\(feed.title?.inXML ?? title)</title>
      <id>\(address)/</id>
      <link href="\(address)/"/>
      <link rel="self" href="\(address)/\(Self.path)"/>
      <updated>\(updated)</updated>
      <author><name>\(title)</name></author>
      \(entries.map(xml).joined())</feed>

      """
    return Array(text.utf8)
  }

  private func xml(date: String, entry: ExportEntry) -> String {
    let link = "\(address)/\((entry.file ?? "").percentEncodedPath)".inXML
    let summary = feed.summary.flatMap { entry.record[$0.text] }.flatMap { $0.isMissing ? nil : $0.plainText.inXML }
    return """
      <entry>
      <title>\(entry.title.inXML)</title>
      <id>\(link)</id>
      <link href="\(link)"/>
      <updated>\(date)</updated>
      \(summary.map { "<summary>\($0)</summary>\n" } ?? "")</entry>

      """
  }
}

extension String {
  fileprivate var inXML: String {
    var xml: [UInt8] = []
    xml.append(xmlText: self)
    return String(decoding: xml, as: UTF8.self)
  }
}

extension [UInt8] {
  mutating func append(xml: String) { append(contentsOf: xml.utf8) }

  /// Appends a text as the content of an element or an attribute. Characters that XML 1.0 does not allow are left out.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  mutating func append(xmlText text: String) {
    if text.utf8.allSatisfy(\.isPlainXML) { return append(xml: text) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append(xml: "&amp;")
      case "<": append(xml: "&lt;")
      case ">": append(xml: "&gt;")
      case "\"": append(xml: "&quot;")
      case "\t", "\n", "\r", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...:
        append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      default: break
      }
    }
  }
}

extension UInt8 {
  /// Whether the byte is a printable ASCII character that XML needs no escape for.
  fileprivate var isPlainXML: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: (0x20..<0x7F).contains(self)
    }
  }
}

/// A moment as RFC 3339 writes it. Moments in different time zones compare by the time that they mean.
struct Timestamp {
  /// The day, as RFC 3339 writes it.
  private let day: String
  /// The time and the time zone, as far as the value states them.
  private let time: Substring
  /// The whole minutes in UTC since a fixed day.
  private let minutes: Int
  /// Two digits, and a fraction if the time has one. Comparing the texts compares the seconds.
  private let seconds: String

  /// Creates the moment at which a date begins. A day begins at midnight, and a time without a time zone is in UTC.
  /// Returns `nil` for any other value, and for years that RFC 3339 cannot write.
  init?(_ value: Value) {
    guard case .date(let date) = value, let first = date.earliest, 0...9999 ~= first.year else { return nil }
    day = "\(first.year.digits(4))-\(first.month.digits(2))-\(first.day.digits(2))"
    time = date.time ?? ""
    let parts = Self.parts(of: time)
    seconds = parts.seconds
    let shift = Self.minutes(parts.zone.dropFirst()) * (parts.zone.first == UInt8(ascii: "-") ? -1 : 1)
    minutes = Self.days(before: first) * 1440 + Self.minutes(parts.clock) - shift
  }

  /// The date, the time and the time zone, as RFC 3339 writes them.
  var text: String {
    let parts = Self.parts(of: time)
    return "\(day)T\(Substring(parts.clock)):\(parts.seconds)\(Substring(parts.zone))"
  }

  private static func parts(
    of text: Substring
  ) -> (clock: Substring.UTF8View, seconds: String, zone: Substring.UTF8View) {
    // The form is `hh:mm`, then `:ss`, a fraction, and `Z` or an offset, each of which may be missing.
    if text.isEmpty { return ("00:00"[...].utf8, "00", "Z"[...].utf8) }
    let time = text.utf8
    let end = time.firstIndex { "Z+-".utf8.contains($0) } ?? time.endIndex
    let seconds = time[..<end].dropFirst(6)
    return (time[..<end].prefix(5), seconds.isEmpty ? "00" : String(Substring(seconds)), zone(time[end...]))
  }

  /// Returns a time zone as RFC 3339 writes it. Databases omit its minutes, or the colon before them.
  private static func zone(_ written: Substring.UTF8View) -> Substring.UTF8View {
    switch written.count {
    case 0: "Z"[...].utf8
    case 3: "\(Substring(written)):00"[...].utf8
    case 5: "\(Substring(written.prefix(3))):\(Substring(written.dropFirst(3)))"[...].utf8
    default: written
    }
  }

  /// Returns the minutes of `hh:mm`, or 0 for an empty text.
  private static func minutes(_ text: Substring.UTF8View) -> Int {
    number(text.prefix(2)) * 60 + number(text.dropFirst(3).prefix(2))
  }

  /// Returns the number of days before a day, counted in years that begin in March, so that a leap day is the last day
  /// of its year.
  private static func days(before day: WrittenDate.Day) -> Int {
    let (month, year) = ((day.month + 9) % 12, day.year - (day.month < 3 ? 1 : 0))
    return 365 * year + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + day.day
  }

  /// Returns the number that some digits stand for, or 0 without digits.
  private static func number(_ digits: Substring.UTF8View) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1) - Int(UInt8(ascii: "0")) }
  }
}

extension Timestamp: Comparable {
  static func == (first: Timestamp, second: Timestamp) -> Bool {
    first.minutes == second.minutes && first.seconds == second.seconds
  }

  static func < (first: Timestamp, second: Timestamp) -> Bool {
    first.minutes == second.minutes ? first.seconds < second.seconds : first.minutes < second.minutes
  }
}
