import Datasets
import Diagnostics
import Rendering
import Yams

/// A node of a YAML file that knows where it stands, and reports what is wrong with it instead of failing at the first mistake.
struct YAMLNode {
  /// Collects the findings of one file.
  final class Findings {
    var diagnostics: [Diagnostic] = []
    /// The mappings that have keys which are not known: what they lack may be what those mean.
    var misspelt: Set<Diagnostic.Location> = []

    /// The findings as they stand in the file; those at one place in the order in which they were found.
    var inOrder: [Diagnostic] {
      diagnostics.enumerated().sorted { first, second in
        let place = { (location: Diagnostic.Location) in (location.line ?? 0, location.column ?? 0) }
        let (one, other) = (place(first.element.location), place(second.element.location))
        return one == other ? first.offset < second.offset : one < other
      }.map(\.element)
    }
  }

  let node: Node
  let file: String
  let findings: Findings

  /// Reads the text of a file.
  ///
  /// - Returns: Nothing for a text without content.
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

  /// Reports a mistake at this node.
  func report(_ code: Diagnostic.Code, _ message: String, hint: String? = nil) {
    findings.diagnostics.append(Diagnostic(code: code, message, at: location, hint: hint))
  }

  private func child(_ node: Node) -> YAMLNode { YAMLNode(node: node, file: file, findings: findings) }

  // MARK: - Reading

  /// The values of a mapping, by key, in the order of the file; keys that are not known are reported, and known ones with
  /// nothing after the colon are left out.
  ///
  /// - Parameter known: The keys that may stand here; any key where it is left out.
  func mapping(_ known: [String]? = nil) -> [(key: CatalogConfiguration.Name, value: YAMLNode)] {
    guard let mapping = node.mapping else {
      report(
        "yaml/type", "a mapping is expected here",
        hint: known.map { "Its keys are \($0.joined(separator: ", "))." } ?? "Write a line of `name: value` for each.")
      return []
    }
    return mapping.compactMap { key, value in
      let name = CatalogConfiguration.Name(key.string ?? "", at: location(of: key))
      if let known, !known.contains(name.text) {
        child(key).report(
          "yaml/unknown-key", "the key “\(name.text)” is not known here",
          hint: name.text.suggestion(from: known))
        findings.misspelt.insert(location)
        return nil
      }
      return known != nil && child(value).isEmpty ? nil : (name, child(value))
    }
  }

  /// The elements of a sequence; a single value counts as a sequence of one.
  var elements: [YAMLNode] {
    node.sequence.map { $0.map(child) } ?? [self]
  }

  /// The text of a scalar.
  var string: String? {
    guard let scalar = node.scalar else {
      report("yaml/type", "a text is expected here")
      return nil
    }
    return scalar.string
  }

  /// The text of a scalar, with its place.
  var name: CatalogConfiguration.Name? {
    string.map { CatalogConfiguration.Name($0, at: location) }
  }

  /// The texts of a sequence of scalars, or of a single one, with their places.
  var names: [CatalogConfiguration.Name] { elements.compactMap(\.name) }

  /// A whole number.
  ///
  /// - Parameter minimum: The smallest number that makes sense here.
  func count(from minimum: Int = 0) -> Int? {
    guard let text = node.scalar?.string, let number = Int(text), number >= minimum else {
      report("yaml/type", "a whole number from \(minimum) on is expected here")
      return nil
    }
    return number
  }

  /// True or false.
  var boolean: Bool? {
    switch node.scalar?.string.lowercased() {
    case "true", "yes": return true
    case "false", "no": return false
    default:
      report("yaml/type", "“true” or “false” is expected here")
      return nil
    }
  }

  /// What is written here, for options whose meaning is known elsewhere.
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

  var isMapping: Bool { node.mapping != nil }
  var isSequence: Bool { node.sequence != nil }
  /// Whether nothing is written here.
  var isEmpty: Bool { node.scalar.map { $0.string.isEmpty && $0.style == .plain } ?? false }

  /// One of the words that an enumeration has; nothing, and a report, for any other.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type = Choice.self) -> Choice? {
    if let text = node.scalar?.string, let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    report(
      "yaml/choice", "\(words.alternatives) is expected here",
      hint: node.scalar?.string.closest(in: words).map { "Did you mean “\($0)”?" })
    return nil
  }

  /// Whether it is to be reported that the mapping lacks something: not if a key in it is not known.
  var isSpeltWell: Bool { isMapping && !findings.misspelt.contains(location) }

  /// Whether it is to be reported that the mapping lacks a key: what stands there and cannot be read has been reported.
  func lacks(_ key: String) -> Bool {
    isSpeltWell && node.mapping?[key].map { child($0).isEmpty } ?? true
  }

  /// A value that has to be there; reported where its key is lacking.
  func required<Value>(_ value: Value?, _ key: String) -> Value? {
    if value == nil, lacks(key) {
      report("yaml/missing-key", "“\(key)” is missing here", hint: "Add `\(key):` to it.")
    }
    return value
  }
}
