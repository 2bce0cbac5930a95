import Diagnostics
import Mustache

/// The names that a template may use, and those of the records that they hold.
///
/// ```swift
/// let names = TemplateNames(["name", "recipes"], records: ["recipes": TemplateNames(["title", "minutes"])])
/// ```
///
/// With these a template may write `{{#recipes}}{{title}} of {{name}}{{/recipes}}`.
public struct TemplateNames: Hashable, Sendable {
  /// The names.
  public var fields: [String]
  /// For those that hold a record, or a list of records, the names of its fields.
  public var records: [String: TemplateNames]

  /// Makes a set of names.
  ///
  /// - Parameters:
  ///   - fields: The names.
  ///   - records: For those that hold a record, or a list of records, the names of its fields.
  public init(_ fields: [String], records: [String: TemplateNames] = [:]) {
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
            hint: reference.name.suggestion(from: levels.reversed().flatMap(\.fields))))
      }
    }
    guard diagnostics.isEmpty else { throw DiagnosticsError(diagnostics) }
    return used
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
