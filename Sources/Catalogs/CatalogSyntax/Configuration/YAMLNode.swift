import Datasets
import Diagnostics
import Rendering
import Yams

/// A node of a YAML file with its location. It reports mistakes instead of failing at the first one.
struct YAMLNode {
  final class Findings {
    var diagnostics: [Diagnostic] = []
    /// The locations of mappings with unknown keys. A key that they lack may be a misspelt one, and is not reported as
    /// missing.
    var misspelt: Set<Diagnostic.Location> = []
    /// The texts in values with mistakes, which may name what would exist without these.
    var unread: Set<String> = []
  }

  let node: Node
  let file: String
  let findings: Findings

  /// Parses the text of a file.
  ///
  /// - Returns: The root node, or `nil` for a text without content.
  static func read(_ text: String, file: String, findings: Findings) throws(DiagnosticsError) -> YAMLNode? {
    do {
      return try Yams.compose(yaml: text).map { YAMLNode(node: $0, file: file, findings: findings) }
    } catch {
      throw DiagnosticsError(Diagnostic(yaml: error, code: "yaml/syntax", file: file))
    }
  }

  var location: Diagnostic.Location { location(of: node) }

  private func location(of node: Node) -> Diagnostic.Location {
    Diagnostic.Location(file: file, line: node.mark?.line, column: node.mark?.column)
  }

  func report(_ code: Diagnostic.Code, _ message: String, hint: String? = nil) {
    findings.diagnostics.append(Diagnostic(code: code, message, at: location, hint: hint))
    node.collectTexts(in: &findings.unread)
  }

  private func child(_ node: Node) -> YAMLNode { YAMLNode(node: node, file: file, findings: findings) }

  // MARK: - Reading

  /// Returns the values of a mapping, with their keys, in the order of the file. If the known keys are given, unknown
  /// keys are reported, and keys without a value are left out.
  ///
  /// - Parameter known: The known keys; `nil` if any key is valid.
  func mapping(_ known: [String]? = nil) -> [(key: LocatedText, value: YAMLNode)] {
    guard let mapping = node.mapping else {
      report(
        "yaml/type", "a mapping is expected here",
        hint: known.map { "Its keys are \($0.joined(separator: ", "))." } ?? "Write a line of `name: value` for each.")
      return []
    }
    return mapping.compactMap { key, value in
      let name = LocatedText(key.string ?? "", at: location(of: key))
      if let known, !known.contains(name.text) {
        child(key).report(
          "yaml/unknown-key", "the key “\(name.text)” is not known here", hint: name.text.suggestion(from: known))
        findings.misspelt.insert(location)
        value.collectTexts(in: &findings.unread)
        return nil
      }
      return known != nil && child(value).isEmpty ? nil : (name, child(value))
    }
  }

  /// Returns the values of a mapping, with their keys. Any other node is the value of the first key: `sort: year` is
  /// `sort: { field: year }`.
  func shorthand(_ known: [String]) -> [(key: LocatedText, value: YAMLNode)] {
    isMapping ? mapping(known) : [(LocatedText(known[0]), self)]
  }

  /// The elements of a sequence. Any other node counts as a sequence with one element.
  var elements: [YAMLNode] { node.sequence.map { $0.map(child) } ?? [self] }

  /// The text of a scalar. Any other node is reported.
  var string: String? {
    guard let scalar = node.scalar else {
      report("yaml/type", "a text is expected here")
      return nil
    }
    return scalar.string
  }

  var name: LocatedText? { string.map { LocatedText($0, at: location) } }

  /// The texts of a sequence of scalars, or of a single scalar, with their locations.
  var names: [LocatedText] { elements.compactMap(\.name) }

  /// Returns a whole number. A node that is none is reported.
  func count(from minimum: Int = 0) -> Int? {
    guard let text = node.scalar?.string, let number = Int(text), number >= minimum else {
      report("yaml/type", "a whole number from \(minimum) on is expected here")
      return nil
    }
    return number
  }

  /// Returns the amount of a limit. A text that is none is reported.
  func amount(of kind: ReadingLimits.Kind) -> Int? {
    guard let text = string else { return nil }
    if let amount = kind.amount(text) { return amount }
    report("catalog/limit", "“\(text)” is no amount", hint: "Write \(kind.form).")
    return nil
  }

  /// A Boolean value. A node that is none is reported.
  var boolean: Bool? {
    switch node.scalar?.string.lowercased() {
    case "true", "yes": return true
    case "false", "no": return false
    default:
      report("yaml/type", "“true” or “false” is expected here")
      return nil
    }
  }

  /// The value of an option that another component interprets.
  var optionValue: OptionValue {
    if let mapping = node.mapping {
      let members = mapping.map { key, value in
        OptionValue.Member(name: key.string ?? "", location: location(of: key), value: child(value).optionValue)
      }
      return OptionValue(.mapping(members), at: location)
    }
    if let sequence = node.sequence { return OptionValue(.list(sequence.map { child($0).optionValue }), at: location) }
    return OptionValue(isEmpty ? .nothing : .scalar(node.scalar?.string ?? ""), at: location)
  }

  /// The names of the keys of a mapping, whether they are known or not.
  var keys: [String] { node.mapping?.keys.compactMap(\.string) ?? [] }
  var isMapping: Bool { node.mapping != nil }
  var isSequence: Bool { node.sequence != nil }
  /// Whether the node has no value.
  var isEmpty: Bool { node.scalar.map { $0.string.isEmpty && $0.style == .plain } ?? false }

  /// Returns the case of an enumeration whose raw value is the text. Any other text is reported, and the result is
  /// `nil`.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type = Choice.self) -> Choice? {
    if let text = node.scalar?.string, let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    report(
      "yaml/choice", "\(words.alternatives) is expected here",
      hint: node.scalar?.string.closest(in: words).map { "Did you mean “\($0)”?" })
    return nil
  }

  /// Whether a missing key of the mapping should be reported: not if the mapping has an unknown key.
  var isSpeltWell: Bool { isMapping && !findings.misspelt.contains(location) }

  /// Whether a missing key should be reported. A key whose value cannot be read has been reported already.
  func lacks(_ key: String) -> Bool { isSpeltWell && node.mapping?[key].map { child($0).isEmpty } ?? true }

  /// Returns a required value. If its key is missing, that is reported.
  func required<Value>(_ value: Value?, _ key: String) -> Value? {
    if value == nil, lacks(key) { report("yaml/missing-key", "“\(key)” is missing here", hint: "Add `\(key):` to it.") }
    return value
  }
}

extension Node {
  /// Adds the texts of the scalars in the node to a set. Their number is limited, as aliases can make a node of any
  /// size.
  fileprivate func collectTexts(in texts: inout Set<String>) {
    var next = [self], rest = 1000
    while let node = next.popLast(), rest > 0 {
      rest -= 1
      switch node {
      case .scalar(let scalar): texts.insert(scalar.string)
      case .mapping(let mapping): next += mapping.prefix(rest).flatMap { [$0.value, $0.key] }
      case .sequence(let sequence): next += sequence.prefix(rest)
      case .alias: break
      }
    }
  }
}

extension [(key: LocatedText, value: YAMLNode)] {
  subscript(_ key: String) -> YAMLNode? { first { $0.key.text == key }?.value }
}
