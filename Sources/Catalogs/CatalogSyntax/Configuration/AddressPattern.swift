package import Datasets
package import Rendering

/// A pattern for the addresses of a data set's rows: `objects/{kind}/{acno}/`.
///
/// Slashes in the pattern separate folders; slashes in values do not. Each part between two slashes becomes a single
/// slug.
package struct AddressPattern: Hashable, Sendable {
  /// A piece of a part: literal text, or the value of a field.
  private enum Piece: Hashable, Sendable {
    case text(String)
    case field(String)
  }

  /// The pieces of each part between slashes. Never empty.
  private let parts: [[Piece]]
  /// Whether each page has its own folder.
  let hasFolder: Bool
  /// The fields of the pattern, each once, with the location of the pattern.
  package let fields: [LocatedText]

  /// Reads a pattern. A text that is not a pattern is reported, and the result is `nil`.
  init?(_ node: YAMLNode) {
    guard !node.isMapping else {
      node.report(
        "catalog/address-pattern", "a text is expected here",
        hint: "Put a pattern that begins with a brace into quotes: \"{name}\".")
      return nil
    }
    guard let name = node.name else { return nil }
    do throws(PatternFlaw) {
      try self.init(name)
    } catch {
      node.report(
        "catalog/address-pattern", "“\(name.text)” is no pattern of addresses: \(error.message)", hint: error.hint)
      return nil
    }
  }

  private init(_ name: LocatedText) throws(PatternFlaw) {
    var texts = name.text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    hasFolder = texts.count > 1 && texts.last == ""
    if hasFolder { texts.removeLast() }
    guard texts.first != "" else {
      throw PatternFlaw(
        name.text.isEmpty ? "it is empty" : "it begins with a slash",
        hint: "Addresses start from the catalog's home page: objects/{key}.")
    }
    var parts: [[Piece]] = []
    for text in texts { parts.append(try Self.pieces(text)) }
    var names: [String] = []
    for case .field(let field) in parts.joined() where !names.contains(field) { names.append(field) }
    guard !names.isEmpty else {
      throw PatternFlaw("it names no field", hint: "Write a field in braces: objects/{key}.")
    }
    self.parts = parts
    fields = names.map { LocatedText($0, at: name.location) }
  }

  private static func pieces(_ text: String) throws(PatternFlaw) -> [Piece] {
    guard !text.isEmpty else {
      throw PatternFlaw("there is no name between two slashes", hint: "Write one slash between two names.")
    }
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
        throw PatternFlaw("a brace is not paired", hint: "Write fields in braces: {name}.")
      }
      let field = rest[rest.index(after: brace)..<end].trimmed
      guard !field.isEmpty, !field.contains("{") else {
        throw PatternFlaw("there is no field between the braces", hint: "Write the name of a field there: {name}.")
      }
      if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
      pieces.append(.field(field))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    guard pieces.count == 1, case .text(let text) = pieces[0] else { return pieces }
    guard PagePath.canBeFolder(text) else {
      throw PatternFlaw("“\(text)” cannot be a folder", hint: PagePath.folderHint(for: text))
    }
    return pieces
  }

  /// Returns the address of a record, which it has as long as no other page has it. If a field of the pattern has no
  /// value, the address follows from the key.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - key: Its present key, or a former one.
  ///   - keyFields: The fields that form the keys.
  ///   - hasFolder: Whether each page has its own folder, whatever the pattern says.
  package func address(of record: Record, knownBy key: String, from keyFields: [String], hasFolder: Bool)
    -> ObjectAddress
  {
    let hasFolder = hasFolder || self.hasFolder
    var texts: [String] = []
    for part in parts {
      var text = ""
      for piece in part {
        switch piece {
        case .text(let literal): text += literal
        case .field(let field) where keyFields == [field]: text += key
        case .field(let field):
          guard let value = record[field], !value.isBlank else {
            return ObjectAddress(key: key, hasFolder: hasFolder, origin: .incompletePattern)
          }
          text += value.text
        }
      }
      texts.append(text)
    }
    return ObjectAddress(folders: Array(texts.dropLast()), name: texts[texts.count - 1], hasFolder: hasFolder)
  }
}

private struct PatternFlaw: Error {
  let message: String
  let hint: String

  init(_ message: String, hint: String) { (self.message, self.hint) = (message, hint) }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
