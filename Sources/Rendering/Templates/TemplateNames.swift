import Diagnostics
import Mustache

/// The names that a template may use, and those of the records that they hold.
///
/// ```swift
/// let names = TemplateNames(["name", "recipes"], records: ["recipes": TemplateNames(["title", "minutes"])])
/// ```
///
/// With these a template may write `{{#recipes}}{{title}} of {{name}}{{/recipes}}`.
package struct TemplateNames: Hashable, Sendable {
  /// The names.
  package var fields: [String]
  /// For those that hold a record, or a list of records, the names of its fields.
  package var records: [String: TemplateNames]

  /// Makes a set of names.
  ///
  /// - Parameters:
  ///   - fields: The names.
  ///   - records: For those that hold a record, or a list of records, the names of its fields.
  package init(_ fields: [String], records: [String: TemplateNames] = [:]) {
    self.fields = fields
    self.records = records
  }

  /// Whether a name, or the first of several with dots between, is one of these, and the others are of the records in it.
  private func knows(_ name: String) -> Bool {
    if fields.contains(name) { return true }
    guard let dot = name.firstIndex(of: "."), case let first = String(name[..<dot]), fields.contains(first)
    else { return false }
    return records[first]?.knows(String(name[name.index(after: dot)...])) ?? false
  }

  /// Looks up what a template refers to.
  ///
  /// A name is looked for in the innermost section over a record first, and further out until it is found.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - code: What a wrong name is called in diagnostics: `template/unknown-field`.
  ///   - noun: What people call a name: `field`.
  /// - Returns: The names of the outermost level that are used, in the order of their first use.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with every unknown name, and its line and column.
  func resolve(
    _ template: MustacheTemplate, code: Diagnostic.Code, noun: String
  ) throws(DiagnosticsError) -> [String] {
    var used: [String] = []
    var diagnostics: [Diagnostic] = []
    for reference in template.references {
      let location = Diagnostic.Location(file: template.file, line: reference.line, column: reference.column)
      if reference.kind == .partial || reference.kind == .dynamicPartial {
        diagnostics.append(
          Diagnostic(
            code: "template/partial", "a template cannot include another template here, “\(reference.name)”",
            at: location, hint: "Write its text here."))
        continue
      }
      let levels = levels(within: reference.scopes)
      if let level = levels.lastIndex(where: { $0.knows(reference.name) }) {
        // What a section finds in a record is not looked for at the outermost level.
        guard level == 0 else { continue }
        let name =
          fields.contains(reference.name) ? reference.name : String(reference.name.prefix { $0 != "." })
        if !used.contains(name) { used.append(name) }
      } else {
        diagnostics.append(
          Diagnostic(
            code: code, "there is no \(noun) “\(reference.name)”", at: location,
            hint: Self.hint(for: reference.name, among: levels.reversed())))
      }
    }
    guard diagnostics.isEmpty else { throw DiagnosticsError(diagnostics) }
    return used
  }

  /// What to do about an unknown name.
  ///
  /// - Parameter levels: What could be named, from the inside out.
  private static func hint(for name: String, among levels: [TemplateNames]) -> String? {
    let fields = levels.flatMap(\.fields)
    // Few names are told as they are; among many, those are told apart that stand for more than a value, and those further out.
    if name.closest(in: fields) != nil || fields.count <= 12 { return name.suggestion(from: fields) }
    let related = fields.filter { $0.isRelated(to: name) }
    if !related.isEmpty { return "Did you mean \(related.map { "“\($0)”" }.joined(separator: " or "))?" }
    return levels.enumerated().map { number, level in
      let plain = level.fields.filter { level.records[$0] == nil }
      let sections = level.fields.filter { level.records[$0] != nil }
      return (number == 0 ? "There are here: " : "Further out: ") + plain.joined(separator: ", ")
        + (sections.isEmpty ? "" : "; and as sections: " + sections.joined(separator: ", ")) + "."
    }.joined(separator: " ")
  }

  /// The names at the outermost level, and in the record of each section around a tag.
  private func levels(within scopes: [String]) -> [TemplateNames] {
    scopes.reduce(into: [self]) { levels, scope in
      guard let level = levels.last(where: { $0.knows(scope) }) else { return }
      if let names = level.names(at: scope) { levels.append(names) }
    }
  }

  /// The names in the record that a name holds.
  private func names(at name: String) -> TemplateNames? {
    if fields.contains(name) { return records[name] }
    guard let dot = name.firstIndex(of: ".") else { return nil }
    return records[String(name[..<dot])]?.names(at: String(name[name.index(after: dot)...]))
  }
}

extension String {
  /// Whether one of two names has the other as a part, without regard to case: `pageTitle` has `title`.
  fileprivate func isRelated(to name: String) -> Bool {
    let (first, second) = (lowercased(), name.lowercased())
    return min(first.utf8.count, second.utf8.count) > 2 && (first.contains(second) || second.contains(first))
  }
}
