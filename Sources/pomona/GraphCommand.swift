import ArgumentParser
public import CatalogKit

/// `pomona graph`
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws the chain of a catalog.",
    discussion: """
      Drawn are all links from the data sets down to the pages, with the number of sections and items at each. Mermaid is drawn \
      by many readers of Markdown, DOT by Graphviz:

        pomona graph my-catalog --format dot | dot -Tsvg > chain.svg
      """)

  @OptionGroup
  var catalog: CatalogArguments

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  @Option(name: .shortAndLong, help: "How to write it: mermaid, dot or text.")
  var format = Catalog.GraphFormat.mermaid

  func run() throws {
    let source = try Catalog(at: catalog.path, options: CatalogOptions(catalog, reading))
    try StandardOutput.print(source.graph(format), terminator: "")
  }
}

extension Catalog.GraphFormat: ExpressibleByArgument {}
