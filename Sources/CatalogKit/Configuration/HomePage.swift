import Rendering

/// What the home page shows beside the introduction.
struct HomePage: Sendable {
  /// What it shows of the sections and the collections.
  enum Contents: String, CaseIterable, Sendable {
    /// Their first cells.
    case previews
    /// Their names and the numbers of their entries.
    case contents
  }

  /// A section of rows from any data sets.
  struct Highlight: Sendable {
    /// Which rows these are.
    enum Rows: Sendable {
      /// Those with the latest dates.
      case newest(date: CatalogConfiguration.Name, limit: Int)
      /// Those that somebody has picked, by their data sets and keys.
      case picked([(name: CatalogConfiguration.Name, id: ObjectID)])
    }

    /// What people call it.
    var title: String
    var rows: Rows
    /// Whether it stands before the sections and the collections.
    var comesFirst = true
  }

  /// What it shows of the sections and the collections.
  var contents = Contents.previews
  /// The sections of rows from any data sets.
  var highlights: [Highlight] = []

  /// Creates a home page with previews.
  init() {}
}

extension HomePage {
  /// The rows that somebody has picked.
  var picks: [(name: CatalogConfiguration.Name, id: ObjectID)] {
    highlights.flatMap { $0.picks }
  }

  /// The data sets of the rows that somebody has picked, where these are written.
  var namedDatasets: [CatalogConfiguration.Name] {
    picks.map { CatalogConfiguration.Name($0.id.collection, at: $0.name.location) }
  }

  /// The fields with the dates of rows.
  var dates: [CatalogConfiguration.Name] {
    highlights.compactMap { highlight in
      switch highlight.rows {
      case .newest(let date, _): date
      case .picked: nil
      }
    }
  }

  /// `previews`, `contents`, or a mapping with `show`, `newest` and `picks` in the order in which they are shown.
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
  /// The rows that somebody has picked.
  fileprivate var picks: [(name: CatalogConfiguration.Name, id: ObjectID)] {
    switch rows {
    case .newest: []
    case .picked(let rows): rows
    }
  }

  /// A field, or a mapping with `date`, `limit` and `title`.
  fileprivate init?(newest node: YAMLNode) {
    var date = node.isMapping ? nil : node.name
    var limit = 12
    title = "New"
    if node.isMapping {
      for (key, value) in node.mapping(["date", "limit", "title"]) {
        switch key.text {
        case "date": date = value.name
        case "limit": limit = value.count(from: 1) ?? limit
        default: title = value.string ?? title
        }
      }
      date = node.required(date, "date")
    }
    guard let date else { return nil }
    rows = .newest(date: date, limit: limit)
  }

  /// A list of rows, each by its data set and key, or a mapping with `rows` and `title`.
  fileprivate init?(picks node: YAMLNode) {
    var picks = node.isMapping ? nil : node.elements
    title = "Highlights"
    if node.isMapping {
      for (key, value) in node.mapping(["rows", "title"]) {
        if key.text == "rows" { picks = value.elements } else { title = value.string ?? title }
      }
      picks = node.required(picks, "rows")
    }
    guard let picks else { return nil }
    rows = .picked(picks.compactMap(\.pickedRow))
  }
}

extension YAMLNode {
  /// A row by its data set and key: `works/123`.
  fileprivate var pickedRow: (name: CatalogConfiguration.Name, id: ObjectID)? {
    guard let name else { return nil }
    let parts = name.text.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      report("home/row", "“\(name.text)” does not name a row", hint: "Write its data set and its key: works/123.")
      return nil
    }
    return (name, ObjectID(collection: parts[0], key: parts[1]))
  }
}
