public import Cells
import DataSources

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
