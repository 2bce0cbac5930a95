public import Cells
import DataSources
public import Diagnostics
package import DocumentModel
package import Fingerprints
import Mustache

/// A cell's body, written as Markdown with Mustache tags.
///
/// Values enter the body *after* the Markdown has been read: the tags are first replaced by tokens, the
/// Markdown is parsed, and then the tokens in the tree of blocks are replaced by the values. So a value never becomes markup,
/// wherever it stands.
///
/// Two kinds of fenced code block write what Markdown has no syntax for:
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
/// A line of `properties` that shows a field without a value is left out. So is a line of `table` where none of the fields that it shows has
/// a value; of any other line only the cells are empty that show none.
///
/// It never changes; it is a class since every cell that is made by it holds it.
public final class CellTemplate: Sendable {
  /// The fields that the template uses, and of the records in them those that it uses, in the order of their first use: the body follows from
  /// their values and from nothing else.
  package let uses: TemplateNames
  /// The fields that the template uses.
  package var fields: [String] { uses.fields }
  /// The fingerprint of what the template is: its source, and the names that it may use.
  package let fingerprint: Fingerprint

  private let template: MustacheTemplate
  private let names: TemplateNames
  /// Where outlines are kept, if there is more than one: if sections decide what the Markdown is.
  private let cache = TemplateOutlineCache()
  /// The only outline of a template without sections.
  private let onlyOutline: [TemplateOutline]?

  /// Reads a template.
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

  /// The names in a template with those of the sections around them, as they are written there: `artist.born` for `born` within `artist`. One with
  /// a format is there with it and without.
  ///
  /// - Returns: None where the template cannot be read.
  package static func names(in source: String) -> [String] {
    let references = (try? MustacheTemplate(source, file: ""))?.references ?? []
    return references.flatMap { reference in
      let names = [reference.name, ValueFormat.parts(ofTemplateName: reference.name)?.name].compactMap(\.self)
      return names.map { (reference.scopes + [$0]).joined(separator: ".") }
    }
  }

  /// Reads a template that names fields without records.
  ///
  /// - Parameters:
  ///   - source: Markdown with Mustache tags: variables, sections and inverted sections that name fields, and comments.
  ///   - file: The name of the file, for messages.
  ///   - fields: The names that the template may use.
  /// - Throws: `DiagnosticsError` with every syntax error or unknown name, and its line and column.
  public convenience init(_ source: String, file: String, fields: [String]) throws(DiagnosticsError) {
    try self.init(source, file: file, names: TemplateNames(fields))
  }

  /// The body for an object.
  ///
  /// - Parameter field: The value of a field. It is asked for each of ``fields`` once.
  /// - Complexity: O(*n*), *n* being the length of the template and the values. The template's Markdown is read once for each choice of
  ///   sections, and remembered.
  package func blocks(_ field: (String) -> TemplateValue) -> [Block] {
    blocks(filledWith: fields.map(field))
  }

  /// The body for an object.
  ///
  /// - Parameter values: A value for each of ``fields``, in their order.
  private func blocks(filledWith values: [TemplateValue]) -> [Block] {
    precondition(values.count == fields.count, "a template needs one value for each of its fields")
    let values = TemplateValues(names: names, values: values.reading())
    return values.fill(onlyOutline ?? cache.outline(of: template.render(.object(values), escaping: .none)))
  }

  /// The body for an object as a recipe: nothing but its fingerprint is made before it is asked for.
  ///
  /// - Parameters:
  ///   - inputs: The fingerprint of the values of ``fields``, if there is a cheaper one than that of the values themselves.
  ///   - field: The value of a field, always the same one; it may be asked for on any thread.
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

  /// The body for an object as a recipe, where all values are read together.
  ///
  /// - Parameters:
  ///   - inputs: The fingerprint of the values.
  ///   - values: A value for each of ``fields``, in their order, and always the same ones; they may be asked for on any thread.
  package func body(inputs: Fingerprint, values: @escaping @Sendable () -> [TemplateValue]) -> CellBody {
    var parts = Fingerprinter()
    parts.combine(fingerprint)
    parts.combine(inputs)
    return CellBody(fingerprint: parts.finish()) { [self] in blocks(filledWith: values()) }
  }
}

extension CellSource where Cell == DocumentCell {
  /// Registers a template for the bodies of the cells of a kind; a later registration of the kind replaces it.
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
  ///   - template: The body.
  ///   - values: The value of each field that the template names, for an object.
  ///   - configurator: Sets what is not the body: the title, the target, the accent.
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
  /// Registers a template for the bodies of the cells of a kind; a later registration of the kind replaces it. The bodies are recipes:
  /// they are made where a page is rendered, on whatever thread.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - template: The body.
  ///   - values: The value of each field that the template names, for an object: always the same one.
  ///   - configurator: Sets what is not the body: the title, the target, the accent.
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
