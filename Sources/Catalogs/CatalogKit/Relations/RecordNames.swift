import Datasets
import DocumentModel
import Rendering

/// The names of rows in Markdown, which become links to their pages: `[[artists/blake]]` with the title of the page as
/// its text, and `[[artists/blake|the poet]]` with its own text. In folders of Markdown, links to files become links to
/// pages, too: `[lemon](../citrus/lemon.md)`.
struct RecordNames: Hashable, Sendable {
  /// The data sets whose rows may be named. Brackets with another name stay as they are.
  private let datasets: Set<String>
  /// For each data set of files, the fields that hold the rows to whose files its texts link.
  private let files: [String: [String: LinkedFiles]]

  init(datasets: Set<String>, relations: [String: [DatasetRelations.Relation]] = [:]) {
    self.datasets = datasets
    files = relations.mapValues { relations in
      let links = relations.compactMap { relation -> (String, LinkedFiles)? in
        guard case .linkedFiles(let links) = relation.relation.own else { return nil }
        return (relation.relation.name, links)
      }
      return Dictionary(uniqueKeysWithValues: links)
    }.filter { !$0.value.isEmpty }
  }

  /// Returns the blocks of a text in Markdown, with links to the pages of rows in place of their names and their files.
  func blocks(ofMarkdown text: String, in record: Record) -> [Block] {
    var blocks = [Block](markdown: text)
    if let files = files[record.dataset] {
      blocks = blocks.mapInlines { $0.flatMapInlines { linked($0, files, record).map { [$0] } } }
    }
    if text.utf8.withContiguousStorageIfAvailable(\.mayNameRows) == false { return blocks }
    return blocks.mapInlines(linked)
  }

  /// Returns a link to the page of a row if the inline links to the row's file; otherwise `nil`.
  private func linked(_ inline: Inline, _ files: [String: LinkedFiles], _ record: Record) -> Inline? {
    guard case .link(let destination, _, let label) = inline else { return nil }
    let rows = files.lazy.compactMap { $1.record(at: destination, of: record, among: $0) }
    return rows.first.map { .link(to: .object($0.objectID), label) }
  }

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
    // The parser returns brackets that form no link as separate texts, so that adjacent texts are joined before they
    // are searched.
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

extension UnsafeBufferPointer<UInt8> {
  /// Whether two opening brackets follow each other, as they do before the name of a row.
  var mayNameRows: Bool {
    let bracket = UInt8(ascii: "[")
    var start = 0
    while let found = first(bracket, from: start) {
      start = found + 1
      if start < count, self[start] == bracket { return true }
    }
    return false
  }
}
