import DocumentModel
import Mustache
import Synchronization

/// The values for filling a template once. Its tags are evaluated with them, and its tokens are replaced by them.
final class TemplateValues: MustacheObject {
  /// The names of the fields. The index of a name is the number of the field in tokens.
  let names: TemplateNames
  let values: [TemplateValue]
  /// The maximum number of bytes of the values that replace tokens; if it is `Int.max`, they are not counted.
  private let limit: Int
  /// The number of bytes of the values that have replaced tokens.
  private let length = Atomic(0)

  init(names: TemplateNames, values: [TemplateValue], limit: Int) {
    self.names = names
    self.values = values
    self.limit = limit
  }

  /// Whether values were left out, because all together would exceed the limit.
  var areTooLong: Bool { length.load(ordering: .relaxed) > limit }

  /// Returns the value that replaces a token, or `nil` if there is none, or all together would exceed the limit.
  private func replacement(of token: TemplateToken) -> TemplateValue? {
    guard limit < .max else { return self[token] }
    guard !areTooLong, let value = self[token] else { return nil }
    return length.add(value.length, ordering: .relaxed).newValue > limit ? nil : value
  }

  /// Returns the value that a tag sees: a token to print, and the content that decides whether a section is shown, and
  /// how often.
  func value(for name: borrowing MustacheName) -> MustacheValue? {
    guard let index = names.fields.firstIndex(of: name.text) else { return nil }
    return values[index].mustache(TemplateToken(field: index), names: names.records[name.text])
  }

  /// Returns the value at the path of a token, or `nil` if there is none.
  subscript(token: TemplateToken) -> TemplateValue? {
    guard values.indices.contains(token.field) else { return nil }
    if token.rest.isEmpty { return values[token.field] }
    var value = values[token.field]
    var names = names.records[self.names.fields[token.field]]
    for number in token.rest {
      switch value {
      case .list(let elements, _) where elements.indices.contains(number): value = elements[number]
      case .record(let fields):
        guard let level = names, level.fields.indices.contains(number) else { return nil }
        value = .value(of: level.fields[number], in: fields)
        names = level.records[level.fields[number]]
      default: return nil
      }
    }
    return value
  }
}

/// A record within a value as tags see it. It returns a value for each of its names, so that none of them is looked up
/// further out.
private final class TemplateRecord: MustacheObject {
  let fields: [String: TemplateValue]
  let token: TemplateToken
  let names: TemplateNames

  init(fields: [String: TemplateValue], token: TemplateToken, names: TemplateNames) {
    self.fields = fields
    self.token = token
    self.names = names
  }

  func value(for name: borrowing MustacheName) -> MustacheValue? {
    guard let index = names.fields.firstIndex(of: name.text) else { return nil }
    return TemplateValue.value(of: name.text, in: fields)
      .mustache(token[index], names: names.records[name.text])
  }
}

extension TemplateValue {
  /// Returns the value as Mustache sees it.
  ///
  /// - Parameters:
  ///   - token: The token that is printed for the value.
  ///   - names: The names of the fields of a record, or of the records of a list.
  fileprivate func mustache(_ token: TemplateToken, names: TemplateNames?) -> MustacheValue {
    switch self {
    case .list(let elements, _):
      .list(count: elements.count, text: token.text) { elements[$0].mustache(token[$0], names: names) }
    case .record(let fields):
      .object(TemplateRecord(fields: fields, token: token, names: names ?? TemplateNames([])), text: token.text)
    default: .scalar(text: token.text, isTrue: isTrue)
    }
  }
}

extension TemplateValues {
  /// Returns the blocks of outlines with the tokens replaced by values. The values themselves are not searched for
  /// tokens.
  func fill(_ outlines: [TemplateOutline]) -> [Block] {
    var blocks: [Block] = []
    blocks.reserveCapacity(outlines.count)
    // All threads share the outlines. A span accesses them without retaining and releasing them.
    let outlines = outlines.span
    for index in outlines.indices { fill(outlines[index], into: &blocks) }
    return blocks
  }

  private func fill(_ outline: TemplateOutline, into blocks: inout [Block]) {
    switch outline {
    case .fixed(let block): blocks.append(block)
    case .paragraph(let run):
      // A paragraph that consists of a single field is replaced by all blocks of the field.
      // `replacement` is asked only to count the length of these.
      if run.pieces.count == 1, case .value(let token) = run.pieces[0], case .blocks(let value)? = self[token],
        replacement(of: token) != nil
      {
        blocks += value
        return
      }
      let inlines = fill(run)
      if !inlines.isBlank { blocks.append(.paragraph(inlines)) }
    case .heading(let level, let run): blocks.append(.heading(level: level, fill(run)))
    case .list(var list, let items):
      list.items = items.map(fill)
      blocks.append(.list(list))
    case .quote(let outlines): blocks.append(.quote(fill(outlines)))
    case .code(let text, let info): blocks.append(.code(plainText(text), info: plainText(info)))
    case .properties(let outlines):
      var properties: [Block.Property] = []
      properties.reserveCapacity(outlines.count)
      let lines = outlines.span
      for index in lines.indices where !showsMissing(lines[index].value) {
        properties.append(Block.Property(label: fill(lines[index].label), value: fill(lines[index].value)))
      }
      if !properties.isEmpty { blocks.append(.properties(properties)) }
    case .table(let header, let outlines, let alignments):
      let rows = outlines.filter { !showsOnlyMissing($0.flatMap(\.visibleTokens)) }
      if !rows.isEmpty {
        let cells = rows.map { $0.map { showsOnlyMissing($0.visibleTokens) ? [] : fill($0) } }
        blocks.append(.table(Block.Table(header: header.map(fill), rows: cells, alignments: alignments)))
      }
    }
  }

  private func fill(_ run: TemplateRun) -> [Inline] {
    if let inlines = run.inlines { return inlines }
    var inlines: [Inline] = []
    inlines.reserveCapacity(run.pieces.count)
    for piece in run.pieces {
      switch piece {
      case .fixed(let inline): inlines.append(inline)
      case .value(let token): replacement(of: token)?.append(to: &inlines)
      case .code(let text): inlines.append(.code(plainText(text)))
      case .emphasis(let run): inlines.append(.emphasis(fill(run)))
      case .strong(let run): inlines.append(.strong(fill(run)))
      case .link(let destination, let title, let label):
        // A value that is itself a link is reduced to its text within a link.
        inlines.append(.link(destination: plainText(destination), title: plainText(title), fill(label).withoutLinks))
      case .image(let source, let title, let alternative):
        inlines.append(.image(source: plainText(source), title: plainText(title), fill(alternative)))
      }
    }
    return inlines
  }

  /// Returns a text with the tokens replaced by the plain text of the values.
  private func plainText(_ pieces: [TemplateToken.Piece]) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let more): text += more
      case .token(let token): text += replacement(of: token)?.plainText ?? ""
      }
    }
  }

  /// Returns whether a run contains a token whose value has no visible text.
  private func showsMissing(_ run: TemplateRun) -> Bool {
    run.visibleTokens.contains { self[$0]?.isInvisible ?? false }
  }

  /// Returns whether there are tokens, and none of their values has visible text.
  private func showsOnlyMissing(_ tokens: [TemplateToken]) -> Bool {
    !tokens.isEmpty && tokens.allSatisfy { self[$0]?.isInvisible ?? false }
  }
}

extension [Inline] {
  /// Whether the inlines have no visible content.
  fileprivate var isBlank: Bool {
    allSatisfy { inline in
      switch inline {
      case .text(let text), .code(let text): text.unicodeScalars.allSatisfy(\.isSpace)
      case .softBreak, .lineBreak: true
      case .emphasis(let inlines), .strong(let inlines): inlines.isBlank
      case .link, .image: false
      }
    }
  }
}
