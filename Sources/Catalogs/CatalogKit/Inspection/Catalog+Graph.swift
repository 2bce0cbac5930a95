import DataSources
import Rendering

extension Catalog {
  /// The language of a graph of a chain.
  package enum GraphFormat: String, CaseIterable, Sendable {
    /// A flowchart in the language of [Mermaid](https://mermaid.js.org).
    case mermaid
    /// A graph in the language of [Graphviz](https://graphviz.org).
    case dot
    /// An indented tree, from the pages up to the data sets.
    case text
  }

  /// Returns a graph of the whole chain, from the data sets to the pages, with the number of sections and items at each
  /// link.
  ///
  /// - Complexity: O(*l* + *s*), *l* being the number of links and connections between them, and *s* that of their
  ///   sections.
  package func graph(_ format: GraphFormat) -> String {
    // One link downstream of all sources of the document gives one graph.
    let cells =
      document.listings.map(\.cells) + (configuration.documents.objects ? document.collections.map(\.articles) : [])
    let pages = document.numberOfPages * renderers.count
    let end = Transform(of: cells, by: .concatenate())
      .named("document: \(pages) \(pages == 1 ? "page" : "pages") in \(formats.joined(separator: ", "))")
    return switch format {
    case .mermaid: end.mermaid()
    case .dot: end.dot()
    case .text: end.chainDescription()
    }
  }
}
