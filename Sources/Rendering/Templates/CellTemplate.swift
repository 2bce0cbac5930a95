public import Cells
import DataSources
public import Diagnostics
package import DocumentModel
package import Fingerprints
import Mustache

/// A template for the bodies of cells: Markdown with Mustache tags.
///
/// Values are inserted *after* the Markdown was parsed: the tags are replaced by tokens, the Markdown is parsed, and the tokens in the
/// blocks are replaced by the values. A value therefore never becomes markup, regardless of its position:
///
///     **{{name}}**  ─▶  **⟨0⟩**  ─▶  strong(⟨0⟩)  ─▶  strong("<b>")
///         source        tokens         blocks           with values
///
/// Two kinds of fenced code blocks represent blocks for which Markdown has no syntax:
///
/// ````markdown
/// ```properties
/// Origin: {{origin}}
/// ```
/// ```table
/// Nutrient | per 100 g
/// Energy   | {{energy}} kcal
/// ```
/// ````
///
/// A line of `properties` with a field that has no value is omitted. A row of `table` is omitted if it has fields, and none of them has a
/// value; in other rows, the cells of fields without values are empty.
///
/// Templates are immutable. They are instances of a class because all cells with the template refer to it.
public final class CellTemplate: Sendable {
  /// The fields that the template uses, including those of records in them, in the order of their first use. The body depends only on their
  /// values.
  package let uses: TemplateNames
  /// The fields that the template uses.
  package var fields: [String] { uses.fields }
  /// The fingerprint of the template: of its source, and of the names that it may use.
  package let fingerprint: Fingerprint

  private let template: MustacheTemplate
  private let names: TemplateNames
  /// The cache of outlines for a template with sections, whose Markdown depends on values.
  private let cache = TemplateOutlineCache()
  /// The only outline of a template without sections.
  private let onlyOutline: [TemplateOutline]?

  /// Creates a template.
  ///
  /// - Parameters:
  ///   - source: Markdown with Mustache tags: variables, sections and inverted sections that name fields, and comments.
  ///   - file: The name of the file, for messages.
  ///   - names: The names that the template may use.
  /// - Throws: `DiagnosticsError` with every syntax error or unknown name, and its line and column.
  package init(_ source: String, file: String, names: TemplateNames) throws(DiagnosticsError) {
    template = try MustacheTemplate(source, file: file)
    let uses = try names.resolve(template, code: "template/unknown-field", noun: "field")
    self.uses = uses
    self.names = TemplateNames(uses.fields, records: names.adding(uses).records)
    var parts = Fingerprinter()
    parts.combine(source)
    self.names.combine(into: &parts)
    fingerprint = parts.finish()
    let hasSections = template.references.contains { $0.kind != .variable }
    let noValues = TemplateValues(names: self.names, values: uses.fields.map { _ in .missing })
    onlyOutline =
      hasSections ? nil : TemplateOutlineCache.read(template.render(.object(noValues), escaping: .none))
  }

  /// Returns the names in a template, preceded by those of the sections around them: `artist.born` for `born` within `artist`. A name with
  /// a format is included with and without the format.
  ///
  /// - Returns: The names, or an empty array if the template has syntax errors.
  package static func names(in source: String) -> [String] {
    let references = (try? MustacheTemplate(source, file: ""))?.references ?? []
    return references.flatMap { reference in
      let names = [reference.name, ValueFormat.parts(ofTemplateName: reference.name)?.name].compactMap(\.self)
      return names.map { (reference.scopes + [$0]).joined(separator: ".") }
    }
  }

  /// Creates a template that uses fields without records.
  ///
  /// - Parameters:
  ///   - source: Markdown with Mustache tags: variables, sections and inverted sections that name fields, and comments.
  ///   - file: The name of the file, for messages.
  ///   - fields: The names that the template may use.
  /// - Throws: `DiagnosticsError` with every syntax error or unknown name, and its line and column.
  public convenience init(_ source: String, file: String, fields: [String]) throws(DiagnosticsError) {
    try self.init(source, file: file, names: TemplateNames(fields))
  }

  /// Returns the body for an object.
  ///
  /// - Parameter field: Returns the value of a field. It is called once for each of ``fields``.
  /// - Complexity: O(*n*), *n* being the length of the template and the values. The Markdown of each combination of sections is parsed once,
  ///   and cached.
  package func blocks(_ field: (String) -> TemplateValue) -> [Block] {
    blocks(filledWith: fields.map(field))
  }

  /// Returns the body for an object.
  ///
  /// - Parameter values: The values of ``fields``, in their order.
  private func blocks(filledWith values: [TemplateValue]) -> [Block] {
    precondition(values.count == fields.count, "a template needs one value for each of its fields")
    let values = TemplateValues(names: names, values: values.reading())
    return values.fill(onlyOutline ?? cache.outline(of: template.render(.object(values), escaping: .none)))
  }

  /// Returns a body for an object that creates its blocks on demand. Only its fingerprint is computed before.
  ///
  /// - Parameters:
  ///   - inputs: The fingerprint of the values of ``fields``, if it can be computed without them; otherwise `nil`.
  ///   - field: Returns the value of a field, always the same one. It may be called on any thread.
  /// - Complexity: O(1) with a fingerprint, otherwise O(*n*) in the length of the values.
  package func body(
    inputs: Fingerprint? = nil, _ field: @escaping @Sendable (String) -> TemplateValue
  ) -> CellBody {
    var parts = Fingerprinter()
    parts.combine(fingerprint)
    if let inputs {
      parts.combine(inputs)
    } else {
      for name in fields { parts.combine(field(name)) }
    }
    return CellBody(fingerprint: parts.finish()) { [self] in blocks(field) }
  }

  /// Returns a body for an object that creates its blocks on demand, from values that are read together.
  ///
  /// - Parameters:
  ///   - inputs: The fingerprint of the values.
  ///   - values: Returns the values of ``fields``, in their order, and always the same ones. It may be called on any thread.
  package func body(inputs: Fingerprint, values: @escaping @Sendable () -> [TemplateValue]) -> CellBody {
    var parts = Fingerprinter()
    parts.combine(fingerprint)
    parts.combine(inputs)
    return CellBody(fingerprint: parts.finish()) { [self] in blocks(filledWith: values()) }
  }
}

extension CellSource where Cell == DocumentCell {
  /// Registers a template for the bodies of the cells of a kind. A later registration of the kind replaces this one.
  ///
  /// ```swift
  /// cells.register("fruit", template: template) { fruit in
  ///   { field in .text(fruit[field]) }
  /// } configurator: { cell, fruit in
  ///   cell.title = fruit.name
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - template: The template of the bodies.
  ///   - values: Returns, for an object, a closure that returns the values of the fields.
  ///   - configurator: Configures the other properties of the cell: the title, the target, and the accent.
  public func register(
    _ identifier: CellIdentifier, template: CellTemplate, values: @escaping (Object) -> (String) -> TemplateValue,
    configurator: @escaping Configurator = { _, _ in }
  ) {
    register(identifier) { cell, object in
      cell.body = CellBody(template.blocks(values(object)))
      configurator(cell, object)
    }
  }
}

extension CellSource where Cell == DocumentCell, Object: Sendable {
  /// Registers a template for the bodies of the cells of a kind. A later registration of the kind replaces this one. The blocks of the
  /// bodies are created when a page is rendered, on any thread.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - template: The template of the bodies.
  ///   - values: Returns, for an object, a closure that returns the values of the fields, always the same ones.
  ///   - configurator: Configures the other properties of the cell: the title, the target, and the accent.
  public func register(
    _ identifier: CellIdentifier, template: CellTemplate,
    values: @escaping @Sendable (Object) -> @Sendable (String) -> TemplateValue,
    configurator: @escaping Configurator = { _, _ in }
  ) {
    register(identifier) { cell, object in
      cell.body = template.body(values(object))
      configurator(cell, object)
    }
  }
}
