import Templates

extension CatalogConfiguration {
  /// The JSON Schema (draft 2020-12) of a `catalog.yml`, by which editors complete and check it.
  public static var schema: String { Templates.catalogSchema }
}
