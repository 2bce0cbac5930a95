import ArgumentParser
import CatalogKit

/// `pomona schema`
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of catalog.yml, with which editors complete and check it.",
    discussion: """
      Save it beside the catalog, and name it in the first line of catalog.yml:

        # yaml-language-server: $schema=catalog.schema.json

      If PATH names a catalog, the schema includes the options of its plugins.
      """)

  @Argument(help: "A folder with a catalog.yml, whose plugins are queried for their options.")
  var path: String?

  @Option(name: .long, help: .allowPlugin)
  var allowPlugin: [String] = []

  func run() throws {
    var options = CatalogOptions()
    options.allowedPlugins = Set(allowPlugin)
    let schema = try path.map { try CatalogConfiguration.schema(ofCatalogAt: $0, options: options) }
    try Console.print(schema ?? CatalogConfiguration.schema(), terminator: "")
  }
}
