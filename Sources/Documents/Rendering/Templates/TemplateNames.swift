import Diagnostics
import Mustache

/// The names that a template may use, and the names in the records that they refer to.
///
/// ```swift
/// let names = TemplateNames(["name", "recipes"], records: ["recipes": TemplateNames(["title", "minutes"])])
/// ```
///
/// With these names, a template can contain `{{#recipes}}{{title}} of {{name}}{{/recipes}}`.
package struct TemplateNames: Hashable, Sendable {
  /// The names.
  package var fields: [String]
  /// The names of the fields of the record, or of the records in the list, for each name with such a value.
  package var records: [String: TemplateNames]
  /// The kinds of the values of each name that may be followed by a format, as in `born | long`. If it is `nil`,
  /// formats are not recognized.
  package var subjects: [String: Set<ValueFormat.Subject>]?

  /// Creates a set of names.
  ///
  /// - Parameters:
  ///   - fields: The names.
  ///   - records: The names of the fields of the record, or of the records in the list, for each name with such a
  ///     value.
  ///   - subjects: The kinds of the values of each name that may be followed by a format. If it is `nil`, formats are
  ///     not recognized.
  package init(
    _ fields: [String], records: [String: TemplateNames] = [:], subjects: [String: Set<ValueFormat.Subject>]? = nil
  ) {
    self.fields = fields
    self.records = records
    self.subjects = subjects
  }

  /// Returns the names together with those of others, also within records that both have.
  func adding(_ others: TemplateNames) -> TemplateNames {
    var names = self
    names.fields += others.fields.filter { !fields.contains($0) }
    names.records.merge(others.records) { $0.adding($1) }
    return names
  }

  /// Returns the path that a name refers to, or `nil` if there is none.
  ///
  /// The name is one of these names, which may contain dots. Otherwise it is the name of a record and, after a dot, a
  /// name in that record.
  private func path(to name: String) -> [String]? {
    if fields.contains(name) { return [name] }
    guard let dot = name.firstIndex(of: ".") else { return nil }
    let first = String(name[..<dot])
    guard fields.contains(first) else { return nil }
    return records[first]?.path(to: String(name[name.index(after: dot)...])).map { [first] + $0 }
  }

  /// Adds the path of one of the other names. Of a record, the name `title` is added, too, because a text shows the
  /// title in the place of the record.
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

  /// Resolves the names in a template.
  ///
  /// A name is looked up in the innermost section over a record first, and then further out until it is found.
  ///
  /// - Parameters:
  ///   - code: The code of the diagnostic for an unknown name: `template/unknown-field`.
  ///   - noun: The word for a name in messages: `field`.
  /// - Returns: The names that the template uses, in the order of their first use. A name with a format after it is a
  ///   separate name.
  /// - Throws: `DiagnosticsError` with each unknown name, unsuitable format and partial, and its line and column.
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
      // First without its format: a field may itself be called `born | long`.
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

  /// Returns the innermost level that has a name, and the path of the name in that level.
  private static func find(
    _ name: String, in levels: [(names: TemplateNames, path: [String])]
  ) -> (level: (names: TemplateNames, path: [String]), path: [String])? {
    levels.reversed().lazy.compactMap { level in level.names.path(to: name).map { (level, $0) } }.first
  }

  /// Returns the problem with the format after a name, or `nil` if there is none.
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

  /// - Parameter levels: The names at each level, from the innermost to the outermost.
  private static func hint(for name: String, among levels: [TemplateNames]) -> String? {
    let fields = levels.flatMap(\.fields)
    // A few names are listed together. Many names are listed by level, with those that can be sections apart.
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

  /// Returns the names at each level around a tag, from the outermost to the innermost, and the path of each level:
  /// these names first, then those in the record of each section around the tag.
  private func levels(within scopes: [String]) -> [(names: TemplateNames, path: [String])] {
    scopes.reduce(into: [(self, [])]) { levels, scope in
      // The innermost level that has the name decides. A section over a value without fields adds no level.
      for level in levels.reversed() {
        guard let path = level.names.path(to: scope) else { continue }
        if let names = level.names.names(at: path) { levels.append((names, level.path + path)) }
        return
      }
    }
  }

  /// Returns the names in the record at a path, or `nil` if there is no record.
  private func names(at path: some Sequence<String>) -> TemplateNames? {
    path.reduce(Optional(self)) { names, name in names?.records[name] }
  }
}

extension String {
  /// Returns whether one of two names contains the other, ignoring case, as `pageTitle` contains `title`. Names of
  /// fewer than three bytes are not related to any.
  fileprivate func isRelated(to name: String) -> Bool {
    let (first, second) = (lowercased(), name.lowercased())
    return min(first.utf8.count, second.utf8.count) > 2 && (first.contains(second) || second.contains(first))
  }
}
