import TestKit

/// A catalog that is edited at random: the contents of its files.
struct HistoryCatalog {
  private static let templates = [
    "card": ["*{{kind}}*\n", "{{name}} costs {{price}}.\n\n{{#tags}}- {{.}}\n{{/tags}}", "{{picture}} {{nme}}\n"],
    "page": [
      "{{note}}\n\n```properties\nKind: {{kind}}\nPrice: {{price}}\n```\n", "{{picture}}\n\n{{note}}\n",
      "{{#relatives}}\n{{name}}: {{picture}} {{note}}\n{{/relatives}}\n",
    ],
    "special": [
      "A **special** one: {{name}}, {{added}}\n", "{{note}}\n",
      "{{added | short}}, {{price | 1}} or {{price | percent}}\n",
    ],
    "banner": ["{{title}} has {{entries}} entries in {{sections}} sections.\n", "Look!\n"],
    "nothing": ["Nothing here.\n", "Nothing in {{title}}.\n"],
  ]
  /// The possible themes.
  private static let themes = [
    "theme/page.mustache": [
      "<title>{{title}}</title>\n{{#previous}}<a href=\"{{href}}\">{{title}}</a>{{/previous}}\n",
      "<h1>{{title}}</h1>\n",
      "<h1>{{titel}}</h1>\n",
    ],
    "theme/style.css": ["p { color: red }\n", "p { color: green }\n"],
  ]
  private static let pictures = ["images/a.png", "images/b c.png", "logo.txt", "extra/one.txt", "extra/in/two.txt"]

  private var configuration = HistoryConfiguration()
  private var datasets: [HistoryDataset]
  private var templates: [String: String] = [:]
  private var theme = themes.compactMapValues(\.first)
  /// The lines of `addresses.csv`, or `nil` if there is no such file.
  private var addresses: [String]?
  private var pictures: [String: String] = ["images/a.png": "PNG", "logo.txt": "logo", "extra/one.txt": "one"]
  private var random: SeededGenerator

  /// Creates the first state of a catalog.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    datasets = HistoryDataset.Form.allCases.map { form in
      var names: Set<String> = []
      let rows = (0..<Int.random(in: 2...6, using: &random)).map { _ in HistoryRow.random(&random) }
      return HistoryDataset(form: form, rows: rows.filter { names.insert($0.name).inserted })
    }
    for name in ["special", "banner", "nothing"] { templates[name] = Self.templates[name]?[0] }
    self.random = random
  }

  /// The files, by path.
  var files: [String: HistoryDataset.Content] {
    var files: [String: HistoryDataset.Content] = ["catalog.yml": .text(configuration.text(datasets))]
    for dataset in datasets { files.merge(dataset.files) { first, _ in first } }
    for (name, text) in templates { files["templates/\(name).md"] = .text(text) }
    for (path, text) in theme { files[path] = .text(text) }
    for (path, text) in pictures { files[path] = .text(text) }
    if let addresses {
      files["addresses.csv"] = .text((["dataset,key,address,moved_to,gone"] + addresses).map { $0 + "\n" }.joined())
    }
    return files
  }

  /// Changes one thing, or a few at once.
  ///
  /// - Returns: A description of the changes, for messages.
  mutating func edit() -> String {
    let count = chance(5) ? Int.random(in: 2...4, using: &random) : 1
    return (0..<count).map { _ in editOnce() }.joined(separator: ", ")
  }

  /// Restores another state, from which other edits follow.
  mutating func restore(_ other: HistoryCatalog) -> String {
    let random = random
    self = other
    self.random = random
    return "what was wrong is mended"
  }

  private mutating func editOnce() -> String {
    switch Int.random(in: 0..<13, using: &random) {
    case 0, 1:
      configuration.edit(&random)
      return "configuration"
    case 12:
      return editAddresses()
    case 2:
      return editTemplate()
    case 3:
      return editPicture()
    default:
      return editData()
    }
  }

  private mutating func editTheme() -> String {
    let path = Self.themes.keys.sorted()[Int.random(in: 0..<Self.themes.count, using: &random)]
    let texts = Self.themes[path] ?? []
    theme[path] = chance(4) ? nil : texts[Int.random(in: 0..<texts.count, using: &random)]
    return path
  }

  private mutating func editTemplate() -> String {
    if chance(4) { return editTheme() }
    let name = Self.templates.keys.sorted()[Int.random(in: 0..<Self.templates.count, using: &random)]
    let texts = Self.templates[name] ?? []
    templates[name] = chance(4) ? nil : texts[Int.random(in: 0..<texts.count, using: &random)]
    return "template \(name)"
  }

  private mutating func editAddresses() -> String {
    if chance(5) {
      addresses = addresses == nil ? [] : nil
      return "addresses.csv"
    }
    let dataset = datasets[Int.random(in: 0..<datasets.count, using: &random)]
    let number = Int.random(in: 0..<9, using: &random)
    let row =
      dataset.rows.isEmpty || chance(4) ? nil : dataset.rows[Int.random(in: 0..<dataset.rows.count, using: &random)]
    let key = (row?.name ?? "Nobody").replacing("\"", with: "\"\"")
    let object = "\(dataset.name),\"\(key)\""
    let line =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: "\(object),\(dataset.name)/gone-\(number),,sold"
      case 1: ",,\(dataset.name)/old-\(number),\(["index", "csv/pin-1", "json/old-2"][number % 3]),"
      case 2: "\(object),\(["things/stone", "by-kind/stone", dataset.name, "stone"][number % 4])/pin-\(number)/,,"
      default: "\(object),\(dataset.name)/pin-\(number),,"
      }
    // A duplicate is a mistake, which the histories include now and then.
    addresses =
      (chance(15) ? addresses ?? [] : (addresses ?? []).filter { !$0.contains("-\(number),") && !$0.hasPrefix(object) })
      + [line]
    return "address \(line)"
  }

  private mutating func editPicture() -> String {
    let path = Self.pictures[Int.random(in: 0..<Self.pictures.count, using: &random)]
    pictures[path] = chance(3) ? nil : "bytes \(Int.random(in: 0..<100, using: &random))"
    return path
  }

  private mutating func editData() -> String {
    let index = Int.random(in: 0..<datasets.count, using: &random)
    var dataset = datasets[index]
    defer { datasets[index] = dataset }
    if chance(8) {
      dataset.options = Int.random(in: 0..<HistoryDataset.options.count, using: &random)
      return "options of \(dataset.name)"
    }
    if dataset.isBroken || chance(15) {
      dataset.isBroken.toggle()
      return "\(dataset.name) broken or mended"
    }
    let place = dataset.rows.isEmpty ? 0 : Int.random(in: 0..<dataset.rows.count, using: &random)
    let edit = dataset.rows.isEmpty ? 0 : Int.random(in: 0..<8, using: &random)
    switch edit {
    case 0, 1: dataset.rows.insert(.random(&random), at: place)
    case 2: dataset.rows.remove(at: place)
    case 3:
      dataset.rows.insert(dataset.rows.remove(at: place), at: Int.random(in: 0...dataset.rows.count, using: &random))
    case 4: dataset.rows[place].name = HistoryRow.randomName(&random)
    case 5 where dataset.form == .parts: dataset.partCount = Int.random(in: 1...3, using: &random)
    default: dataset.rows[place].editField(&random)
    }
    // A duplicate key is a mistake, which the histories include now and then.
    var names: Set<String> = []
    if !chance(20) { dataset.rows.removeAll { !names.insert($0.name).inserted } }
    return "\(dataset.name) edit \(edit) at \(place)"
  }

  /// True once in a number of times, on average.
  private mutating func chance(_ number: Int) -> Bool { Int.random(in: 0..<number, using: &random) == 0 }
}
