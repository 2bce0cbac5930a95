import Cells
import Changesets
import DataSources
import Rendering

extension Catalog {
  /// How a picture of a chain is written.
  package enum GraphFormat: String, CaseIterable, Sendable {
    /// A flowchart in the language of [Mermaid](https://mermaid.js.org).
    case mermaid
    /// A graph in the language of [Graphviz](https://graphviz.org).
    case dot
    /// An indented tree, from the pages up to the data sets.
    case text
  }

  /// A picture of the whole chain, from the data sets down to the pages, with the number of sections and items at each link.
  ///
  /// - Complexity: O(*l* + *s*), *l* being the number of links and connections between them, and *s* that of their sections.
  package func graph(_ format: GraphFormat) -> String {
    // All that the document stands on, seen at once.
    let cells =
      document.listings.map(\.display.cells)
      + (configuration.documents.objects ? document.collections.map(\.articles) : [])
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
