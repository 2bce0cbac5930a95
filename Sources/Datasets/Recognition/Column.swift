/// What the values of a field have shown so far: which types it may have, or whether they fit the one that was chosen.
///
/// A person would call a field by a type more rarely than a type can be read: postal codes can be read as numbers, and prose as a list.
struct Column {
  private struct Traits: OptionSet {
    var rawValue: UInt16
    static let boolean = Traits(rawValue: 1 << 0)
    static let number = Traits(rawValue: 1 << 1)
    static let date = Traits(rawValue: 1 << 2)
    static let image = Traits(rawValue: 1 << 3)
    static let url = Traits(rawValue: 1 << 4)
    /// All values are untyped, and short names between semicolons.
    static let names = Traits(rawValue: 1 << 5)
    /// All values are characters.
    static let characters = Traits(rawValue: 1 << 6)
    /// Of some value so far, but not yet of any: these are taken away when it comes.
    static let noProse = Traits(rawValue: 1 << 8)
    static let noList = Traits(rawValue: 1 << 9)

    static let simple: Traits = [.boolean, .number, .date, .image, .url]
    static let all: Traits = [
      .boolean, .number, .date, .image, .url, .names, .characters, .noProse, .noList,
    ]
  }

  /// The type that was chosen, if any.
  let chosen: FieldType?
  /// What stands between the elements of a list that is one text, if that was chosen.
  let separator: String?
  /// Whether any row has a value.
  private(set) var hasValues = false
  /// The row that had the field last, to find rows that have it twice.
  var lastRow = -1
  /// Whether no value can show anything more.
  private(set) var isSettled: Bool

  /// Whether the texts are a list by what their rows have in common; see ``mayBeList``.
  var sharesElements = false

  private let isNamedMarkdown: Bool
  private var traits = Traits.all
  /// The number of values that were looked at: all of them, unless nothing more was to be learned.
  private var count = 0
  /// The number of values with several names between semicolons.
  private var severalCount = 0
  private var lookalikes = Lookalike.Counts()

  /// A field of which nothing is known but its name. One that ends in `markdown` or `_md` says the type itself.
  init(name: String, chosen: FieldType?, separator: String? = nil) {
    self.chosen = chosen
    self.separator = separator
    let name = name.lowercased()
    isNamedMarkdown = name.hasSuffix("markdown") || name.hasSuffix("_md")
    isSettled = chosen.map { [.text, .markdown, .list].contains($0) } ?? false
  }

  /// The type of the field: the first that all values fit, or text.
  var type: FieldType {
    if let chosen { return chosen }
    guard hasValues else { return .text }
    if isNamedMarkdown, traits.contains(.characters) { return .markdown }
    if traits.contains(.boolean) { return .boolean }
    if traits.contains(.number) { return .number }
    if traits.contains(.date) { return .date }
    if traits.contains(.image) { return .image }
    if traits.contains(.url) { return .url }
    if !traits.contains(.noList) || hasNames && (severalCount * 2 >= count || sharesElements) { return .list }
    return traits.contains(.characters) && !traits.contains(.noProse) ? .markdown : .text
  }

  /// Whether all values are short names, some of them several.
  private var hasNames: Bool { traits.contains(.names) && severalCount > 0 }

  /// Whether only what the rows have in common decides if the field is a list: all values are names, but few are several.
  var mayBeList: Bool { chosen == nil && type == .text && hasNames }

  /// What nearly all values look like, though they are not read as such: nine of ten at least.
  var lookalike: Lookalike? {
    guard chosen == nil, !isSettled, type == .text else { return nil }
    return Lookalike.allCases.first { lookalike in
      let counts = lookalikes[lookalike]
      return counts.foreign > 0 && (counts.foreign + counts.read) * 10 >= count * 9
    }
  }

  /// Notes that there is a value, and whether it has to be looked at.
  @inline(__always)
  mutating func noteValue() -> Bool {
    hasValues = true
    return !isSettled
  }

  /// Looks at a value that is not missing.
  ///
  /// - Returns: Whether it fits the type that was chosen.
  mutating func look(at content: Bytes, _ kind: RawField.Kind) -> Bool {
    if let chosen { return chosen.describes(content, kind, isChosen: true) }
    count += 1
    if !kind.isCharacters { traits.remove(.characters) }
    if kind == .list { traits.remove(.noList) }
    if !traits.isDisjoint(with: .simple) { lookForSimpleTypes(content.trimmed, kind) }
    if traits.contains(.names) {
      let names = kind == .untyped ? content.nameCount : 0
      if names == 0 { traits.remove(.names) }
      if names > 1 { severalCount += 1 }
    }
    lookalikes.note(content.trimmed, kind)
    if traits.contains([.characters, .noProse]), !isNamedMarkdown, content.isMarkdownProse { traits.remove(.noProse) }
    settle()
    return true
  }

  private mutating func lookForSimpleTypes(_ content: Bytes, _ kind: RawField.Kind) {
    func fits(_ type: FieldType) -> Bool { type.describes(trimmed: content, kind, isChosen: false) }
    if traits.contains(.boolean), !fits(.boolean) { traits.remove(.boolean) }
    if traits.contains(.number), !fits(.number) || content.hasLeadingZeros { traits.remove(.number) }
    if traits.contains(.date), !fits(.date) { traits.remove(.date) }
    if traits.contains(.image), !(kind.isCharacters && (content.isPictureAddress || content.isPicturePath)) {
      traits.remove(.image)
    }
    if traits.contains(.url), !fits(.url) { traits.remove(.url) }
  }

  private mutating func settle() {
    guard traits.isDisjoint(with: .simple) else { return }
    if isNamedMarkdown, traits.contains(.characters) { return }
    isSettled =
      !traits.contains(.noList)
      || !traits.contains(.names) && (!traits.contains(.characters) || !traits.contains(.noProse))
  }
}
