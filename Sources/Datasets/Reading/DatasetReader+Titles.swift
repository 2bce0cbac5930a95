import Fingerprints

extension DatasetReader {
  /// Chooses the field that rows are titled by: the one that is called so, or else the first whose texts name them; nil means the keys.
  ///
  /// A field that is called `name` and has the same value in all rows names something else.
  mutating func titleField(_ rows: DatasetRows, key: FileRows.Key, file: String?) -> Int? {
    let schema = rows.schema
    if let title = options.title { return field(title, schema, file) }
    let fields = schema.fields.indices
    if let field = fields.first(where: { Self.names.contains(schema.fields[$0].name.lowercased()) }),
      !TitleSurvey(rows, field).areAllTheSame
    {
      return field
    }
    if filePathField(schema) != nil { return key.field }
    let ranks = fields.map { TitleRank(schema.fields[$0]) }
    let texts = fields.filter { ranks[$0] != .none }
    // Of two that are called alike, the first.
    let named = [TitleRank.fullName, .name].lazy.compactMap { rank in
      texts.first { ranks[$0] == rank && TitleSurvey(rows, $0).distinguish(oneIn: 5) }
    }.first
    if let named { return named }
    if let text = texts.first(where: { ranks[$0] == .text && TitleSurvey(rows, $0).areTitles }) { return text }
    return key.field ?? texts.first { TitleSurvey(rows, $0).distinguish(oneIn: 5) }
  }
}

/// How much the name and the type of a field promise that rows are titled by it.
private enum TitleRank: Equatable {
  /// `full_name`, `name.common`.
  case fullName
  /// `caseName`, `product title`.
  case name
  case text
  case none

  private static let names: Set<String> = ["caption", "headline", "label", "name", "title"]
  /// Words beside which a name is the whole one.
  private static let whole: Set<String> = ["common", "display", "full", "official", "preferred"]
  /// Words beside which a name is a part of one, or the name of something else.
  private static let parts: Set<String> = [
    "alt", "alternative", "birth", "family", "file", "first", "folder", "given", "host", "job", "last", "maiden",
    "middle",
    "native", "nick", "path", "short", "sort", "sub", "suffix", "sur", "user",
  ]

  init(_ field: Field) {
    guard field.type == .text else {
      self = .none
      return
    }
    let words = Label(field.name).words
    let isName =
      words.contains(where: Self.names.contains)
      && (words.last.map(Self.names.contains) == true || words.first.map(Self.names.contains) == true)
    let isRunTogether = words.last.map { $0.hasSuffix("name") || $0.hasSuffix("title") } ?? false
    let isPart =
      words.contains(where: Self.parts.contains)
      || Self.parts.contains { part in
        words.last == part + "name" || words.last == part + "title"
      }
    if isPart || !isName && !isRunTogether {
      self = .text
    } else {
      let isWhole = words.contains { word in
        Self.whole.contains { word == $0 || word.hasSuffix("\($0)name") }
      }
      self = isWhole ? .fullName : .name
    }
  }
}

/// What the texts of a field are like, as titles of rows: some hundred rows are looked at, which are spread over all of them.
private struct TitleSurvey {
  private static let maximumRows = 512

  private var rows = 0
  private var values = 0
  /// The number of values that have words, and are no codes.
  private var wordings = 0
  private var length = 0
  private var distinct: Set<UInt64> = []

  init(_ rows: DatasetRows, _ field: Int) {
    var step = 1
    while rows.count / step > Self.maximumRows { step *= 2 }
    for row in stride(from: 0, to: rows.count, by: step) {
      self.rows += 1
      rows.withKeyText(field, ofRow: row) { note($0) }
    }
  }

  private mutating func note(_ text: Bytes) {
    guard !text.isEmpty, !text.isPlaceholder else { return }
    values += 1
    length += text.count
    if text.isWording { wordings += 1 }
    distinct.insert(Fingerprint(UnsafeRawBufferPointer(text)).low)
  }

  /// Whether several rows have one and the same value.
  var areAllTheSame: Bool { values > 2 && distinct.count == 1 }

  /// Whether most rows have a value, and there are enough different ones.
  ///
  /// - Parameter number: How many rows may have the same on average.
  func distinguish(oneIn number: Int) -> Bool {
    values * 2 >= rows && distinct.count * number >= values && !areAllTheSame
  }

  /// Whether the texts may be titles: most of them tell rows apart, and are words, but no prose.
  var areTitles: Bool {
    distinguish(oneIn: 2) && distinct.count * 2 != values && wordings * 4 >= values * 3 && length <= 100 * values
  }
}

extension Bytes {
  /// Whether a text has words in it, and is no code, number, address or path: more letters than digits, and more than three, or small ones.
  fileprivate var isWording: Bool {
    let letters = count(where: \.isInWord)
    let hasSmall = contains { $0 >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    guard letters > count(where: \.isDigit), letters > 3 || hasSmall else { return false }
    return !isWebAddress && !(contains(UInt8(ascii: "/")) && !contains(.space))
  }
}
