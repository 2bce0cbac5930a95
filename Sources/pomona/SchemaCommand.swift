import ArgumentParser
import CatalogKit

/// `pomona schema`
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of catalog.yml, by which editors complete and check it.",
    discussion: """
      Save it beside the catalog, and name it in the first line of catalog.yml:

        # yaml-language-server: $schema=catalog.schema.json
      """)

  func run() throws { try StandardOutput.print(CatalogConfiguration.schema, terminator: "") }
}
