import ArgumentParser
import CatalogKit
import Diagnostics

/// `pomona diff`
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compares two data files row by row.",
    discussion: """
      Rows with the same key are compared. The command prints the rows that were removed (-), are new (+), were moved \
      (>), or were changed (~): the changes that `pomona watch` applies when the first file becomes the second. The \
      exit status is 0; with --exit-code it is 1 if the files differ, and 2 if they cannot be read.
      """)

  @Argument(help: "The data file before.")
  var old: String

  @Argument(help: "The data file after.")
  var new: String

  @Option(name: .shortAndLong, help: .key)
  var key: [String] = []

  @Flag(name: .long, help: "Report by the exit status whether the files differ.")
  var exitCode = false

  @Option(name: .long, help: "The format of the report: text or json.")
  var report = ReportFormat.text

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  func run() throws {
    let difference = try compare()
    try report.print(difference, as: difference.lines)
    if exitCode, !difference.isEmpty { throw ExitCode(1) }
  }

  private func compare() throws -> DatasetDifference {
    do {
      return try DatasetDifference(from: old, to: new, key: key, reading: reading.options)
    } catch {
      guard exitCode else { throw error }
      Console.printError(error.description)
      throw ExitCode(2)
    }
  }
}

extension DatasetDifference {
  /// The difference as lines of text.
  fileprivate var lines: [String] {
    var lines = key.map { ["key: \($0.old) → \($0.new); name one with --key for rows to be the same"] } ?? []
    lines += fields.map { "field \($0.field): \($0.old ?? "new") → \($0.new ?? "removed")" }
    lines += deletes.map { "- \(name($0.key, $0.title))" } + inserts.map { "+ \(name($0.key, $0.title))" }
    lines += moves.map { "> \($0.key): moved from \($0.from) to \($0.to)" }
    for update in updates {
      lines += update.values.map { "~ \(update.key): \($0.field): \($0.text)" }
      if update.values.isEmpty { lines.append("~ \(update.key): the same values, written in another way") }
    }
    return lines + [summary]
  }

  private var summary: String {
    let counts = BuildReport.list([
      (inserts.count, "new"), (updates.count, "changed"), (deletes.count, "removed"), (moves.count, "moved"),
    ])
    if counts.isEmpty { return "\(isEmpty ? "No differences" : "No other rows") in \(rows.new.counted("row"))" }
    return "\(counts): \(rows.old) → \(rows.new.counted("row"))"
  }

  private func name(_ key: String, _ title: String) -> String { key == title ? key : "\(key) \(title)" }
}

extension DatasetDifference.ValueChange {
  /// The maximal number of characters printed of a value.
  private static let length = 60

  /// The values as `“red” → “green”`. Long values are cut to the part where they begin to differ.
  fileprivate var text: String {
    let (old, new): ([Character]?, [Character]?) = (old.map { Array($0) }, new.map { Array($0) })
    var shared = 0
    if let old, let new, max(old.count, new.count) > Self.length {
      shared = zip(old, new).prefix { $0 == $1 }.count
    }
    return "\(Self.quote(old, from: shared)) → \(Self.quote(new, from: shared))"
  }

  private static func quote(_ text: [Character]?, from shared: Int) -> String {
    guard let text else { return "nothing" }
    // Some characters before the difference show its context.
    let start = shared < length / 2 ? 0 : min(shared - length / 4, max(0, text.count - length))
    let part = text[start...].prefix(length)
    return "“\(start > 0 ? "…" : "")\(String(part))\(part.endIndex < text.count ? "…" : "")”"
  }
}
