public import Cells
import DataSources
public import Diagnostics
package import DocumentModel
package import Fingerprints
import Mustache

/// A template for the bodies of cells, in Markdown with Mustache tags.
///
/// Values are inserted *after* the Markdown was parsed: the tags are replaced by tokens, the Markdown is parsed, and
/// the tokens in the blocks are replaced by the values. A value therefore never becomes markup, regardless of its
/// position:
///
///     **{{name}}**  ─▶  **⟨0⟩**  ─▶  strong(⟨0⟩)  ─▶  strong("<b>")
///         source        tokens         blocks           with values
///
/// Two kinds of fenced code blocks write property lists and tables, for which CommonMark has no syntax:
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
/// A line of `properties` whose value shows a field without a value is omitted. A line of `table` is omitted if it
/// shows fields and none of them has a value. In the other lines of a table, a cell is empty if it shows fields and
/// none of them has a value. A property list or a table without remaining lines is omitted.
///
/// A template is immutable. It is a class so that the cells that use it share it.
public final class CellTemplate: Fingerprintable, Sendable {
  /// The fields that the template uses, also within records, in the order of their first use. The body depends on their
  /// values and on nothing else.
  package let uses: TemplateNames
  /// The fields that the template uses, in the order of their first use.
  package var fields: [String] { uses.fields }
  /// The fingerprint of the template: of its source, of the fields that it uses, and of all names in the records of
  /// these fields.
  package let fingerprint: Fingerprint

  private let template: MustacheTemplate
  private let names: TemplateNames
  /// The cache of the outlines of a template with sections, which decide what its Markdown is.
  private let cache = TemplateOutlineCache()
  /// The only outline of a template without sections.
  private let onlyOutline: [TemplateOutline]?

  /// Creates a template from its source.
  ///
  /// - Parameters:
  ///   - source: Markdown with Mustache tags: variables, sections and inverted sections that name fields, and comments.
  ///   - file: The name of the file, for messages.
  ///   - names: The names that the template may use.
  /// - Throws: `DiagnosticsError` with all syntax errors, or all unknown names, and their lines and columns.
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
    let noValues = TemplateValues(names: self.names, values: uses.fields.map { _ in .missing }, limit: .max)
    // Without sections, the Markdown is the same for all objects, and is parsed only here.
    onlyOutline = hasSections ? nil : TemplateOutlineCache.read(template.render(.object(noValues), escaping: .none))
  }

  /// Returns the names in a template, as written there and with the names of the sections around them: `artist.born`
  /// for `born` within `artist`. A name with a format is returned with and without the format.
  ///
  /// - Returns: The names, or an empty array if the template has syntax errors.
  package static func names(in source: String) -> [String] {
    let references = (try? MustacheTemplate(source, file: ""))?.references ?? []
    return references.flatMap { reference in
      let names = [reference.name, ValueFormat.parts(ofTemplateName: reference.name)?.name].compactMap(\.self)
      return names.map { (reference.scopes + [$0]).joined(separator: ".") }
    }
  }

  /// Creates a template from its source, with fields that are not records.
  ///
  /// - Parameters:
  ///   - source: Markdown with Mustache tags: variables, sections and inverted sections that name fields, and comments.
  ///   - file: The name of the file, for messages.
  ///   - fields: The names that the template may use.
  /// - Throws: `DiagnosticsError` with all syntax errors, or all unknown names, and their lines and columns.
  public convenience init(_ source: String, file: String, fields: [String]) throws(DiagnosticsError) {
    try self.init(source, file: file, names: TemplateNames(fields))
  }

  /// Returns the body for an object.
  ///
  /// - Parameter field: Returns the value of a field. It is called once for each of ``fields``.
  /// - Complexity: O(*n*), *n* being the length of the template and the values. The template's Markdown is parsed for
  ///   each new combination of sections, and cached.
  package func blocks(_ field: (String) -> TemplateValue) -> [Block] {
    blocks(filledWith: fields.map(field), of: Diagnostic.Location())
  }

  /// The maximum number of bytes of the Markdown of a cell, before the values are inserted. See
  /// `MustacheTemplate.render`.
  private static let markdownLimit = 16_000_000
  /// The maximum number of bytes of the values in a cell together.
  private static let valuesLimit = 64_000_000

  /// Returns the body for an object.
  ///
  /// Sections within sections multiply what a template makes of an object. If it is too much, an error is noted, and
  /// shown as the body.
  ///
  /// - Parameter values: A value for each of ``fields``, in their order.
  private func blocks(filledWith values: [TemplateValue], of place: Diagnostic.Location) -> [Block] {
    precondition(values.count == fields.count, "a template needs one value for each of its fields")
    // Without sections, each value is shown as often as the template names it, so their length need not be counted.
    let values = TemplateValues(
      names: names, values: values.reading(), limit: onlyOutline == nil ? Self.valuesLimit : .max)
    if let onlyOutline { return values.fill(onlyOutline) }
    guard let markdown = template.render(.object(values), escaping: .none, upTo: Self.markdownLimit) else {
      return excess("makes more than \(Self.markdownLimit / 1_000_000) MB of text", of: place)
    }
    let blocks = values.fill(cache.outline(of: markdown))
    return values.areTooLong
      ? excess("shows more than \(Self.valuesLimit / 1_000_000) MB of values", of: place) : blocks
  }

  private func excess(_ amount: String, of place: Diagnostic.Location) -> [Block] {
    let isKnown = place != Diagnostic.Location()
    let failure = Diagnostic(
      code: "template/excess",
      isKnown ? "the template \(template.file) \(amount) of the row" : "the template \(amount)",
      at: isKnown ? place : .init(file: template.file),
      hint: "Write fewer sections within sections: each of them is repeated in each of those around it.")
    RenderingFailures.note(failure)
    return [.paragraph([.text(failure.message)])]
  }

  /// Returns the body for an object as a recipe. Only its fingerprint is computed at once.
  ///
  /// - Parameters:
  ///   - inputs: A fingerprint of the values of ``fields`` that is cheaper to compute than that of the values
  ///     themselves. If it is `nil`, the fingerprint is computed from the values.
  ///   - field: Returns the value of a field, the same one in every call. It may be called on any thread.
  /// - Complexity: O(1) with a fingerprint, otherwise O(*n*) in the length of the values.
  package func body(inputs: Fingerprint? = nil, _ field: @escaping @Sendable (String) -> TemplateValue) -> CellBody {
    var parts = Fingerprinter()
    parts.combine(fingerprint)
    if let inputs {
      parts.combine(inputs)
    } else {
      for name in fields { parts.combine(field(name)) }
    }
    return CellBody(fingerprint: parts.finish()) { [self] in blocks(field) }
  }

  /// Returns the body for an object as a recipe that reads all values together.
  ///
  /// - Parameters:
  ///   - inputs: The fingerprint of the values.
  ///   - values: Returns a value for each of ``fields``, in their order, and the same ones in every call. It may be
  ///     called on any thread.
  ///   - place: Returns the place of the object in the data, for errors. It may be called on any thread.
  package func body(
    inputs: Fingerprint, values: @escaping @Sendable () -> [TemplateValue],
    of place: @escaping @Sendable () -> Diagnostic.Location = { Diagnostic.Location() }
  ) -> CellBody {
    var parts = Fingerprinter()
    parts.combine(fingerprint)
    parts.combine(inputs)
    return CellBody(fingerprint: parts.finish()) { [self] in blocks(filledWith: values(), of: place()) }
  }

  package func combine(into parts: inout Fingerprinter) { parts.combine(fingerprint) }
}

extension CellSource where Cell == DocumentCell {
  /// Registers a template for the bodies of the cells of a kind. A later registration of the kind replaces it.
  ///
  /// ```swift
  /// cells.register("fruit", template: template) { fruit in
  ///   { field in .text(fruit[field]) }
  /// } configurator: { cell, fruit in
  ///   cell.title = fruit.name
  /// }
  /// ```
  ///
  /// Each body is created together with its cell, even if no page with the cell is rendered. If objects and closures
  /// are `Sendable`, bodies are recipes instead.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - template: The template.
  ///   - values: Returns, for an object, a closure that returns the value of a field that the template uses.
  ///   - configurator: Configures the rest of the cell: the title, the target, the accent.
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
  /// Registers a template for the bodies of the cells of a kind. A later registration of the kind replaces it. The
  /// bodies are recipes: they are created when a page is rendered, on any thread.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - template: The template.
  ///   - values: Returns, for an object, a closure that returns the value of a field that the template uses, the same
  ///     one in every call.
  ///   - configurator: Configures the rest of the cell: the title, the target, the accent.
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
