package import Rendering

/// The contents of the home page after the introduction.
package struct HomePage: Sendable {
  /// The form in which it lists the sections and the collections.
  package enum Contents: String, CaseIterable, Sendable {
    /// The first cells of each.
    case previews
    /// Their names, and the numbers of their entries.
    case contents
  }

  /// A section with selected rows of any data sets.
  package struct Highlight: Sendable {
    /// The selection of rows.
    package enum Rows: Sendable {
      /// The rows with the latest dates.
      case newest(date: LocatedText, limit: Int)
      /// Rows that the configuration names, by their data sets and keys.
      case picked([(name: LocatedText, id: ObjectID)])
    }

    /// The title of the section.
    package var title: String
    /// The rows.
    package var rows: Rows
    /// Whether it precedes the sections and the collections.
    package var comesFirst = true
  }

  /// The form in which it lists the sections and the collections; `nil` for previews as long as there are few.
  package var contents: Contents?
  /// The number of sections and collections beyond which it lists them without cells.
  package var previewLimit: Int { contents == nil ? 12 : .max }
  /// The sections with selected rows.
  package var highlights: [Highlight] = []
}

extension HomePage {
  /// The rows that the configuration names.
  package var picks: [(name: LocatedText, id: ObjectID)] {
    highlights.reduce(into: []) { if case .picked(let rows) = $1.rows { $0 += rows } }
  }

  /// The data sets of the rows that the configuration names, with the locations of these rows.
  var namedDatasets: [LocatedText] { picks.map { LocatedText($0.id.collection, at: $0.name.location) } }

  /// The fields with the dates of rows.
  package var dates: [LocatedText] {
    highlights.compactMap { if case .newest(let date, _) = $0.rows { date } else { nil } }
  }

  /// Reads `previews`, `contents`, or a mapping with `show`, `newest` and `picks` in the order in which they are shown.
  init(_ node: YAMLNode) {
    guard node.isMapping else {
      contents = node.choice() ?? contents
      return
    }
    let values = node.mapping(["show", "newest", "picks"])
    let place = values.firstIndex { $0.key.text == "show" } ?? values.count
    for (index, (key, value)) in values.enumerated() {
      guard key.text != "show" else {
        contents = value.choice() ?? contents
        continue
      }
      guard var highlight = key.text == "newest" ? Highlight(newest: value) : Highlight(picks: value) else { continue }
      highlight.comesFirst = index < place
      highlights.append(highlight)
    }
  }
}

extension HomePage.Highlight {
  /// Reads a field, or a mapping with `date`, `limit` and `title`.
  fileprivate init?(newest node: YAMLNode) {
    let values = node.shorthand(["date", "limit", "title"])
    title = values["title"]?.string ?? "New"
    let limit = values["limit"]?.count(from: 1) ?? 12
    guard let date = node.required(values["date"]?.name, "date") else { return nil }
    rows = .newest(date: date, limit: limit)
  }

  /// Reads a list of rows, each by its data set and key, or a mapping with `rows` and `title`.
  fileprivate init?(picks node: YAMLNode) {
    let values = node.shorthand(["rows", "title"])
    title = values["title"]?.string ?? "Highlights"
    guard let picks = node.required(values["rows"]?.elements, "rows") else { return nil }
    rows = .picked(picks.compactMap(\.pickedRow))
  }
}

extension YAMLNode {
  /// The node as a row, by its data set and key: `works/123`. A text that names no row is reported.
  fileprivate var pickedRow: (name: LocatedText, id: ObjectID)? {
    guard let name else { return nil }
    let parts = name.text.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      report("home/row", "“\(name.text)” does not name a row", hint: "Write its data set and its key: works/123.")
      return nil
    }
    return (name, ObjectID(collection: parts[0], key: parts[1]))
  }
}
