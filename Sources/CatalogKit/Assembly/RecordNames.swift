import Datasets
import DocumentModel
import Rendering

/// Names of rows in Markdown, which are links to their pages: `[[artists/blake]]` shows what the page is called, and
/// `[[artists/blake|the poet]]` other words.
struct RecordNames: Hashable, Sendable {
  /// The data sets whose rows may be named. What only looks like a name stays as it is.
  private let datasets: Set<String>

  init(datasets: Set<String>) { self.datasets = datasets }

  /// The blocks of a text in Markdown, with links in the place of names.
  func blocks(ofMarkdown text: String) -> [Block] {
    let blocks = [Block](markdown: text)
    guard text.contains("[[") else { return blocks }
    return blocks.mapInlines(linked)
  }

  /// The rows that are named in a text in Markdown.
  func identities(in text: String) -> [ObjectID] { matches(in: text).map(\.id) }

  private func matches(in text: String) -> [(range: Range<String.Index>, id: ObjectID, label: String?)] {
    text.matches(of: /\[\[([^\[\]\|\/]+)\/([^\[\]\|]+)(?:\|([^\[\]]+))?\]\]/).compactMap { match in
      let dataset = String(match.1)
      guard datasets.contains(dataset) else { return nil }
      let id = ObjectID(collection: dataset, key: String(match.2))
      return (match.range, id, match.3.map(String.init))
    }
  }

  private func linked(_ inlines: [Inline]) -> [Inline] {
    var result: [Inline] = []
    // Brackets that are no links come as texts of their own.
    var text = ""
    func flush() {
      var rest = text.startIndex
      for (range, id, label) in matches(in: text) {
        if rest < range.lowerBound { result.append(.text(String(text[rest..<range.lowerBound]))) }
        let target = PageTarget.object(id)
        result.append(label.map { .link(to: target, [.text($0)]) } ?? .link(toTitleOf: target, or: id.key))
        rest = range.upperBound
      }
      if rest < text.endIndex { result.append(.text(String(text[rest...]))) }
      text = ""
    }
    for inline in inlines {
      switch inline {
      case .text(let more): text += more
      case .emphasis(let inner):
        flush()
        result.append(.emphasis(linked(inner)))
      case .strong(let inner):
        flush()
        result.append(.strong(linked(inner)))
      default:
        flush()
        result.append(inline)
      }
    }
    flush()
    return result
  }
}
