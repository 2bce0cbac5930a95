import DataSources
package import Datasets
import Foundation
package import JSONValues
package import Rendering

/// A listing that each reader arranges for himself: what it offers to do so, and how the rows follow.
struct ReaderView {
  /// The data set whose listing it is.
  let dataset: String
  /// What the field for a text to search for says; `nil` if there is no search.
  let prompt: String?
  let choices: [ViewChoice]
  let arrange: CatalogExtension.Arrangement
}

/// Something that a reader chooses, by which a listing is arranged.
public struct ViewChoice: Sendable {
  let name: String
  /// What is said beside the choice.
  let label: String
  /// What can be chosen, as addresses have it and as readers see it.
  let options: [(name: String, label: String)]

  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - name: The name of the choice, as addresses have it.
  ///   - label: What is said beside the choice.
  ///   - options: What can be chosen: names, as addresses have them, with what readers see. The first is chosen in the
  ///     beginning.
  public init(_ name: String, label: String, options: KeyValuePairs<String, String>) {
    self.name = name
    self.label = label
    self.options = options.map { ($0.key, $0.value) }
  }
}

/// What a reader searches for and has chosen in a view.
public struct ViewQuery: Hashable, Sendable {
  /// The text that the reader searches for; empty if there is none.
  package let text: String
  /// The options that are not the first of their choices.
  private let options: [String: String]

  /// Reads what follows the question mark in an address. What the view does not offer is ignored.
  init(_ query: String, in view: ReaderView) {
    var text = ""
    var options: [String: String] = [:]
    for (name, value) in query.formFields {
      if name == "q", view.prompt != nil {
        text = String(value.prefix(200)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      } else if let choice = view.choices.first(where: { $0.name == name }),
        choice.options.dropFirst().contains(where: { $0.name == value })
      {
        options[choice.name] = value
      }
    }
    (self.text, self.options) = (text, options)
  }

  /// Returns the option of a choice that the reader has chosen; `nil` if it is the first.
  public subscript(choice: String) -> String? { options[choice] }

  /// Whether the listing is as it is for everybody.
  var isEmpty: Bool { text.isEmpty && options.isEmpty }

  /// The query in its only form: for readers who see the same, it is the same.
  package var key: String {
    ([text.isEmpty ? nil : ("q", text)].compactMap(\.self) + options.sorted { $0.key < $1.key })
      .map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
      .joined(separator: "&")
  }
}

extension String {
  /// The values in the query of an address, with their names, as forms write them. What is no text is left out.
  package var formFields: [(name: Substring, value: String)] {
    split(separator: "&").compactMap { part in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let value = String(pair[1]).replacing("+", with: " ").removingPercentEncoding else {
        return nil
      }
      return (pair[0], value)
    }
  }
}

/// A row with the text in which it is searched for. An object costs the filters that pass it one count of references.
final class SearchableRow {
  let row: Record
  /// The text as a string of C, in which its library finds words many bytes at once.
  private let text: ContiguousArray<CChar>

  init(_ row: Record) {
    self.row = row
    var text: ContiguousArray<CChar> = []
    func append(_ other: String) {
      // Only the end is a zero, and lines keep the words of fields apart.
      for byte in other.folded.utf8 { text.append(CChar(bitPattern: byte == 0 ? UInt8(ascii: " ") : byte)) }
      text.append(CChar(bitPattern: UInt8(ascii: "\n")))
    }
    append(row.title)
    for field in row.schema.fields.indices { append(row.value(at: field).text) }
    text.append(0)
    self.text = text
  }

  /// Whether the row has all words, in any case and with or without the marks of Latin letters.
  func contains(_ words: [ContiguousArray<CChar>]) -> Bool {
    text.withUnsafeBufferPointer { text in
      words.allSatisfy { word in
        // Both arrays end with the zero that ends a string of C, and live until the closures return.
        word.withUnsafeBufferPointer { word in
          guard let text = text.baseAddress, let word = word.baseAddress else { return false }
          return strstr(text, word) != nil
        }
      }
    }
  }
}

/// The rows of a collection, and the cells that show them, for views of it.
final class ArrangeableListing {
  private let rows: any DataSource<Record>
  private let cells: (any DataSource<Record>) -> any DataSource<DocumentCell>
  /// The rows with their texts. They are read when somebody searches first, and then follow the data.
  private(set) lazy var searchable = rows.applying(.map { SearchableRow($0) }).applying(.keep())
    .named("texts for readers' searches")

  init(_ rows: any DataSource<Record>, cells: @escaping (any DataSource<Record>) -> any DataSource<DocumentCell>) {
    (self.rows, self.cells) = (rows, cells)
  }

  func cells(of view: ReaderView, for query: ViewQuery) -> any DataSource<DocumentCell> {
    var found = rows
    if !query.text.isEmpty {
      let words = query.text.folded.split(separator: " ").map { String($0).utf8CString }
      found = searchable.applying(.filter { $0.contains(words) }).applying(.map(\.row)).applying(.removeEmptySections())
    }
    return cells(view.arrange(found, query))
  }
}

/// The listing of a page that readers can arrange.
package struct OfferedView {
  fileprivate let view: ReaderView
  /// The number of the listing among those of the document.
  fileprivate let listing: Int
  fileprivate let source: ArrangeableListing
  /// The functions that prepare the cells for messages.
  fileprivate let responders: [(any DataSource<DocumentCell>) -> Void]

  /// What a page offers to its readers.
  package var offer: JSONValue {
    var offer: JSONObject = [:]
    if let prompt = view.prompt { offer["search"] = .string(prompt) }
    offer["choices"] = .array(
      view.choices.map { choice in
        let options = choice.options.map { ["name": .string($0.name), "label": .string($0.label)] as JSONValue }
        return ["name": .string(choice.name), "label": .string(choice.label), "options": .array(options)]
      })
    return .object(offer)
  }

  /// Prepares the search, so that the first letter need not wait for it.
  package func prepareSearch() { if view.prompt != nil { _ = source.searchable.numberOfSections } }

  /// Reads what a reader wants to see.
  ///
  /// - Parameter text: What follows the question mark in the address of the page.
  /// - Returns: The query; `nil` if the page is as it is for everybody.
  package func query(_ text: String) -> ViewQuery? {
    let query = ViewQuery(text, in: view)
    return query.isEmpty ? nil : query
  }

  /// Returns the listing as a reader wants to see it.
  ///
  /// - Complexity: O(*n*), *n* being the number of the listing's rows, and the cost of the program's arrangement.
  package func arrangement(for query: ViewQuery) -> Document<Record>.Arrangement {
    let cells = source.cells(of: view, for: query)
    for prepare in responders { prepare(cells) }
    return Document.Arrangement(ofListing: listing, cells)
  }
}

extension Catalog {
  /// Whether readers can arrange any listing.
  package var hasViews: Bool { !views.isEmpty }

  /// Returns the listing that readers of a page can arrange; `nil` if there is none.
  package func view(at page: PagePath) -> OfferedView? {
    guard let (collection, listing) = document.collection(beginningAt: page), let view = views[collection] else {
      return nil
    }
    let responders = responders.filter { $0.collection == nil || $0.collection == collection }
    return OfferedView(
      view: view, listing: listing, source: arrangeables[collection], responders: responders.map(\.prepare))
  }
}
