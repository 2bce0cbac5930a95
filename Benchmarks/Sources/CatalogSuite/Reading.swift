import Foundation
public import Measuring

/// Measures the time of reading data in each format, against hashing its bytes, and the memory, against the size of the
/// data.
public func runReading(_ report: (Measuring.Measurement) -> Void) {
  let folder = URL.temporaryDirectory.appending(path: "pomona-reading-\(getpid())")
  defer { try? FileManager.default.removeItem(at: folder) }
  do {
    for format in WorkFormat.allCases {
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try measure(format, in: folder, report)
    }
  } catch {
    fail(error)
  }
}

private func measure(_ format: WorkFormat, in folder: URL, _ report: (Measuring.Measurement) -> Void) throws {
  let place = folder.appending(path: "data").path(percentEncoded: false)
  let (path, size) = try format.write(to: folder)
  let reader = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "read-data")
  let reading = try Cost(leastOf: 3) { try Cost(of: [reader.path(percentEncoded: false), path]) }
  let isFolder = path == place
  let hash = isFolder ? "find \"$0\" -type f -exec cat {} + | md5sum" : "md5sum \"$0\""
  let hashing = try Cost(leastOf: 3) { try Cost(of: ["sh", "-c", hash, path]) }
  let megabytes = Double(size) / 1e6
  report(
    Measuring.Measurement(
      "\(format.name), \(megabytes.rounded()) MB: time", reading.seconds * 1000, against: hashing.seconds * 1000,
      "md5sum"))
  report(
    Measuring.Measurement(
      "\(format.name): peak memory", reading.peakMemory / 1e6, against: megabytes, "size of the data", unit: "MB",
      goal: format.memoryGoal))
}

/// A format of test data: works of an invented museum. All formats have the same kind of rows, and those that support
/// nesting also their makers.
private enum WorkFormat: CaseIterable {
  case csv, json, jsonLines, jsonFolder, yaml, toml, markdown, sqlite

  var name: String {
    switch self {
    case .csv: "CSV"
    case .json: "JSON"
    case .jsonLines: "JSON Lines"
    case .jsonFolder: "folder of JSON files"
    case .yaml: "YAML"
    case .toml: "TOML"
    case .markdown: "folder of Markdown files"
    case .sqlite: "SQLite"
    }
  }

  var memoryGoal: Double? { self == .json || self == .jsonLines || self == .jsonFolder ? 2.5 : nil }

  /// The number of rows, a typical large number for the format.
  private var count: Int {
    switch self {
    case .csv, .sqlite: 300_000
    case .json, .jsonLines: 200_000
    case .jsonFolder: 70_000
    case .yaml, .toml, .markdown: 10_000
    }
  }

  /// Writes the works to a folder.
  ///
  /// - Returns: The path to read, and the size of the data in bytes.
  func write(to folder: URL) throws -> (path: String, size: Int) {
    let works = (0..<count).map(Work.init)
    switch self {
    case .csv: return try write(Work.header + works.map(\.csv).joined(), "works.csv", folder)
    case .json: return try write("[\n" + works.map(\.json).joined(separator: ",\n") + "\n]\n", "works.json", folder)
    case .jsonLines: return try write(works.map { $0.json + "\n" }.joined(), "works.jsonl", folder)
    case .yaml: return try write(works.map(\.yaml).joined(), "works.yaml", folder)
    case .toml: return try write(works.map(\.toml).joined(separator: "\n"), "works.toml", folder)
    case .jsonFolder: return try write(works.map { ("\($0.id).json", $0.json) }, folder)
    case .markdown: return try write(works.map { ("\($0.id).md", $0.markdown) }, folder)
    case .sqlite:
      let csv = try write(Work.header + works.map(\.csv).joined(), "works.csv", folder).path
      let path = folder.appending(path: "works.sqlite").path(percentEncoded: false)
      _ = try Cost(of: ["sqlite3", path, ".mode csv", ".import '\(csv)' works"])
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      return (path, size ?? 0)
    }
  }

  private func write(_ text: String, _ name: String, _ folder: URL) throws -> (path: String, size: Int) {
    let file = folder.appending(path: name)
    let data = Data(text.utf8)
    try data.write(to: file)
    return (file.path(percentEncoded: false), data.count)
  }

  /// Writes files to subfolders, a hundred to each.
  private func write(_ files: [(name: String, text: String)], _ folder: URL) throws -> (path: String, size: Int) {
    let place = folder.appending(path: "data")
    var size = 0
    for (index, file) in files.enumerated() {
      let part = place.appending(path: "\(index / 100)")
      if index % 100 == 0 { try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true) }
      let data = Data(file.text.utf8)
      try data.write(to: part.appending(path: file.name))
      size += data.count
    }
    return (place.path(percentEncoded: false), size)
  }
}

/// A work of an invented museum.
private struct Work {
  let number: Int

  init(_ number: Int) { self.number = number }

  var id: String { "W\(100_000 + number)" }
  private var title: String { "\(pick(["Study", "Kettle", "Harbour", "Portrait", "Orchard"])) no. \(number)" }
  private var medium: String { pick(["oil on canvas", "graphite on paper", "etching", "porcelain"], 7) }
  private var year: Int { 1500 + number * 37 % 500 }
  private var height: String { "\(10 + number * 13 % 300).\(number % 10)" }
  private var text: String {
    "Given by the family of the artist in \(year + 20), after it had hung for many years in the \(pick(["hall", "library"], 3)) of their house."
  }
  private var makers: [(name: String, role: String, born: Int)] {
    (0...number % 3).map {
      ("Maker \((number + $0 * 31) % 4_000)", pick(["painter", "printer"], $0 + 1), year - 30 - $0)
    }
  }

  private func pick(_ words: [String], _ step: Int = 1) -> String { words[number / step % words.count] }

  static let header = "id,title,medium,year,height,text\n"

  var csv: String { "\(id),\(title),\(medium),\(year),\(height),\"\(text)\"\n" }

  var json: String {
    let makers = makers.map { #"{"name":"\#($0.name)","role":"\#($0.role)","born":\#($0.born)}"# }
    return
      #"{"id":"\#(id)","title":"\#(title)","medium":"\#(medium)","year":\#(year),"height":\#(height),"makers":["#
      + makers.joined(separator: ",") + #"],"place":{"room":\#(number % 40),"case":"\#(pick(["A", "B", "C"], 2))"},"#
      + #""text":"\#(text)"}"#
  }

  private var facts: String { "id: \(id)\ntitle: \(title)\nmedium: \(medium)\nyear: \(year)\nheight: \(height)\n" }

  var yaml: String {
    let makers = makers.map { "  - {name: \($0.name), role: \($0.role), born: \($0.born)}\n" }
    let lines = facts.split(separator: "\n").joined(separator: "\n  ")
    return "- \(lines)\n  makers:\n\(makers.joined())  text: \(text)\n"
  }

  var toml: String {
    let makers = makers.map { #"{name = "\#($0.name)", role = "\#($0.role)", born = \#($0.born)}"# }
    return """
      [[works]]
      id = "\(id)"
      title = "\(title)"
      medium = "\(medium)"
      year = \(year)
      height = \(height)
      makers = [\(makers.joined(separator: ", "))]
      text = "\(text)"

      """
  }

  var markdown: String { "---\n\(facts)---\n\n\(text)\n\n\(text)\n" }
}
