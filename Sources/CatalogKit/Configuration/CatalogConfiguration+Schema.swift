import Templates

extension CatalogConfiguration {
  /// The JSON Schema (draft 2020-12) of a `catalog.yml`, by which editors complete and check it.
  package static var schema: String {
    let steps = CatalogSteps.schema.replacing("\n", with: "\n        ")
    return Templates.catalogSchema.replacing("\"%steps%\": true", with: steps)
  }
}
