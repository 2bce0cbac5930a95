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
  /// For those that may have a format behind them, `born | long`, what their values are; nil where none may.
  package var subjects: [String: Set<ValueFormat.Subject>]?

  /// Makes a set of names.
  ///
  /// - Parameters:
  ///   - fields: The names.
  ///   - records: For those that hold a record, or a list of records, the names of its fields.
  ///   - subjects: For those that may have a format behind them, what their values are; nil where none may.
  package init(
    _ fields: [String], records: [String: TemplateNames] = [:], subjects: [String: Set<ValueFormat.Subject>]? = nil
  ) {
    self.fields = fields
    self.records = records
    self.subjects = subjects
  }

  /// The names with those of others that they do not have.
  func adding(_ others: TemplateNames) -> TemplateNames {
    var names = self
    names.fields += others.fields.filter { !fields.contains($0) }
    names.records.merge(others.records) { $0.adding($1) }
    return names
  }

  /// A name as one of these; where it is several with dots between, the first as one of these, and the others of the records in it.
  private func path(to name: String) -> [String]? {
    if fields.contains(name) { return [name] }
    guard let dot = name.firstIndex(of: "."), case let first = String(name[..<dot]), fields.contains(first)
    else { return nil }
    return records[first]?.path(to: String(name[name.index(after: dot)...])).map { [first] + $0 }
  }

  /// Adds one of some other names. Of a record its title is added, too: that is what stands for it in a text.
  private mutating func insert(_ path: some Collection<String>, of names: TemplateNames) {
    guard let first = path.first else {
      if names.fields.contains("title"), !fields.contains("title") { fields.append("title") }
      return
    }
    if !fields.contains(first) { fields.append(first) }
    guard let others = names.records[first] else { return }
    var own = records[first] ?? TemplateNames([])
    own.insert([], of: others)
    if path.count > 1 { own.insert(path.dropFirst(), of: others) }
    records[first] = own
  }

  /// Looks up what a template refers to.
  ///
  /// A name is looked for in the innermost section over a record first, and further out until it is found.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - code: What a wrong name is called in diagnostics: `template/unknown-field`.
  ///   - noun: What people call a name: `field`.
  /// - Returns: The names that are used, in the order of their first use; one with a format behind it is a name of its own.
  /// - Throws: `DiagnosticsError` with every unknown name, and its line and column.
  func resolve(
    _ template: MustacheTemplate, code: Diagnostic.Code, noun: String
  ) throws(DiagnosticsError) -> TemplateNames {
    var used = TemplateNames([])
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
      if let (level, path) = Self.find(reference.name, in: levels) {
        used.insert(level.path + path, of: self)
        continue
      }
      let (name, format) =
        (subjects == nil ? nil : ValueFormat.words(ofTemplateName: reference.name)) ?? (reference.name, nil)
      if name == "." {
        diagnostics.append(
          Diagnostic(
            code: "template/format", "the elements of a list have no format", at: location,
            hint: "Numbers and dates have formats that are values of a field."))
        continue
      }
      guard let format, let (level, path) = Self.find(name, in: levels), let last = path.last else {
        diagnostics.append(
          Diagnostic(
            code: code, "there is no \(noun) “\(name)”", at: location,
            hint: Self.hint(for: name, among: levels.reversed().map(\.names))))
        continue
      }
      let subjects = level.names.names(at: path.dropLast())?.subjects?[last] ?? []
      if let problem = Self.problem(with: format, of: last, subjects, reference, at: location) {
        diagnostics.append(problem)
      } else {
        used.insert(level.path + path.dropLast() + [last + reference.name.dropFirst(name.count)], of: self)
      }
    }
    guard diagnostics.isEmpty else { throw DiagnosticsError(diagnostics) }
    return used
  }

  /// The innermost level that has a name, and the way to it there.
  private static func find(
    _ name: String, in levels: [(names: TemplateNames, path: [String])]
  ) -> (level: (names: TemplateNames, path: [String]), path: [String])? {
    levels.reversed().lazy.compactMap { level in level.names.path(to: name).map { (level, $0) } }.first
  }

  /// What is wrong with a format behind a name; nil if nothing is.
  private static func problem(
    with format: String, of name: String, _ subjects: Set<ValueFormat.Subject>,
    _ reference: MustacheTemplate.Reference, at location: Diagnostic.Location
  ) -> Diagnostic? {
    func problem(_ message: String, _ hint: String) -> Diagnostic {
      Diagnostic(code: "template/format", message, at: location, hint: hint)
    }
    guard let known = ValueFormat(format) else {
      return problem("there is no format “\(format)”", ValueFormat.suggestion(for: format))
    }
    guard reference.kind == .variable else {
      return problem("a section has no format", "Write the format where the value is shown.")
    }
    if subjects.contains(known.subject) { return nil }
    let fitting = ValueFormat.Subject.allCases.filter(subjects.contains).map { ValueFormat.list(of: $0) }
    return problem(
      "“\(format)” is a format of \(known.subject.rawValue)s, and “\(name)” has no \(known.subject.rawValue)s",
      fitting.isEmpty
        ? "Only numbers and dates have formats; `types` declares the type of a field."
        : "Write \(fitting.joined(separator: "; or ")).")
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

  /// The names at the outermost level, and in the record of each section around a tag, and where that record is.
  private func levels(within scopes: [String]) -> [(names: TemplateNames, path: [String])] {
    scopes.reduce(into: [(self, [])]) { levels, scope in
      for level in levels.reversed() {
        guard let path = level.names.path(to: scope) else { continue }
        if let names = level.names.names(at: path) { levels.append((names, level.path + path)) }
        return
      }
    }
  }

  /// The names in the record at a path.
  private func names(at path: some Sequence<String>) -> TemplateNames? {
    path.reduce(Optional(self)) { names, name in names?.records[name] }
  }
}

extension String {
  /// Whether one of two names has the other as a part, without regard to case: `pageTitle` has `title`.
  fileprivate func isRelated(to name: String) -> Bool {
    let (first, second) = (lowercased(), name.lowercased())
    return min(first.utf8.count, second.utf8.count) > 2 && (first.contains(second) || second.contains(first))
  }
}
