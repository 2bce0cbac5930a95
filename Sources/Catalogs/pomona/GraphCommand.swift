import ArgumentParser
public import CatalogKit

/// `pomona graph`
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws the chain of a catalog.",
    discussion: """
      The drawing shows all links from the data sets to the pages, with the number of sections and items at each. Many \
      readers of Markdown draw Mermaid; Graphviz draws DOT:

        pomona graph my-catalog --format dot | dot -Tsvg > chain.svg
      """)

  @OptionGroup
  var catalog: CatalogArguments

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  @Option(name: .shortAndLong, help: "The format: mermaid, dot or text.")
  var format = Catalog.GraphFormat.mermaid

  func run() throws {
    let source = try Catalog(at: catalog.path, options: CatalogOptions(catalog, reading))
    try Console.print(source.graph(format), terminator: "")
  }
}

extension Catalog.GraphFormat: ExpressibleByArgument {}
