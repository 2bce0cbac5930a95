import Foundation
import TestKit
import Testing

/// The chapter “How do I …?” of the guide: each answer is followed as a reader follows it, and has the result that it
/// promises.
@Suite struct HowDoITests {
  // MARK: - The chapter

  /// A block of code in the chapter.
  struct Block {
    let language: Substring
    /// The sentence above it that names its file: “`works.csv`:”, “`a.csv`, saved as Windows-1252:”.
    let caption: String
    let text: String
  }

  /// A question and its answer.
  struct Answer: CustomTestStringConvertible {
    let question: String
    var blocks: [Block] = []
    /// What its last paragraph promises.
    var result = ""

    var testDescription: String { question }
  }

  /// What a result says of one thing: “`index.html` shows “A”, “B””.
  private struct Claim {
    let subject: String
    let verb: String
    /// Texts, or the name of a file.
    let objects: [String]

    /// Whether it says that something is there, so that an empty page contradicts it.
    var isAboutContent: Bool { ["shows", "links to", "prints"].contains(verb) }
  }

  /// The blocks before the first question, which most answers use, and the answers.
  private static let chapter: (tables: [Block], answers: [Answer]) = {
    let path = packageFolder.appending(path: "docs/guide/how-do-i.md")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    var answers = [Answer(question: "")]
    var paragraph: [Substring] = []
    var open: (fence: Substring, language: Substring, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let (fence, language, lines) = open {
        open?.lines.append(line)
        guard line == fence else { continue }
        let block = Block(
          language: language, caption: paragraph.joined(separator: " "),
          text: lines.map { $0 + "\n" }.joined())
        answers[answers.count - 1].blocks.append(block)
        (open, paragraph) = (nil, [])
      } else if line.hasPrefix("```") {
        let fence = line.prefix { $0 == "`" }
        open = (fence, line.dropFirst(fence.count), [])
      } else if line.hasPrefix("### ") {
        answers.append(Answer(question: String(line.dropFirst(4))))
        paragraph = []
      } else if line.isEmpty {
        // A caption is followed by an empty line, and by its block.
        if paragraph.last?.hasSuffix(":") != true { paragraph = [] }
      } else {
        paragraph.append(line)
        if paragraph[0].hasPrefix("Result: ") {
          answers[answers.count - 1].result = paragraph.joined(separator: " ")
        }
      }
    }
    return (answers[0].blocks, Array(answers.dropFirst()))
  }()

  /// The claims of a result, all of which have to be understood.
  private static func claims(of result: String) throws -> [Claim] {
    try #require(result.hasPrefix("Result: ") && result.hasSuffix("."), "\(result)")
    let pattern =
      #/(`[^`]+`|it|there|the command|the folder `museum`) (shows|does not show|links to|is|is no|has|prints|does not print) ([`“].+[`”])/#
    var page = ""
    let clauses = result.dropFirst("Result: ".count).dropLast().split(separator: #/; (?=`|it |there |the )/#)
    return try clauses.map { clause in
      let parts = try #require(clause.wholeMatch(of: pattern), "\(clause)")
      let inner = parts.3.dropFirst().dropLast()
      if parts.1.hasPrefix("`") { page = String(parts.1.dropFirst().dropLast()) }
      let objects = inner.components(separatedBy: "”, “")
      try #require(objects.allSatisfy { !$0.isEmpty } && (parts.1 != "it" || !page.isEmpty), "\(clause)")
      return Claim(
        subject: parts.1 == "it" || parts.1.hasPrefix("`") ? page : String(parts.1), verb: String(parts.2),
        objects: objects)
    }
  }

  @Test func thereAreFiftyAnswersAndEachHasACheck() throws {
    #expect(Self.chapter.tables.count == 2 && Self.chapter.answers.count >= 50)
    #expect(Set(Self.chapter.answers.map(\.question)).count == Self.chapter.answers.count)
    for answer in Self.chapter.answers {
      #expect(answer.question.hasPrefix("How do I ") && answer.question.hasSuffix("?"), "\(answer.question)")
      #expect(answer.blocks.contains { ["yaml", "sh"].contains($0.language) }, "\(answer.question)")
      #expect(try Self.claims(of: answer.result).contains(where: \.isAboutContent), "\(answer.question)")
    }
  }

  // MARK: - Following an answer

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Writes the files of an answer to the folder `museum`.
  ///
  /// - Returns: The commands that it gives.
  private func write(_ blocks: [Block]) throws -> [String] {
    var commands: [String] = []
    for block in blocks {
      let names = block.caption.split(separator: "`", omittingEmptySubsequences: false)
      switch block.language {
      case "sh":
        commands += block.text.split(separator: "\n").flatMap { $0.components(separatedBy: " && ") }
      case "yaml":
        try sandbox.write("museum/catalog.yml", block.text)
      case "sql":
        try #require(names.count == 5, "\(block.caption)")
        try sandbox.database("museum/\(names[3])", block.text)
      default:
        try #require(names.count == 3 && names[0].isEmpty, "no name of a file: \(block.text)")
        let encoding = names[2] == ", saved as Windows-1252:" ? String.Encoding.windowsCP1252 : .utf8
        try #require(names[2] == ":" || encoding != .utf8, "\(block.caption)")
        try sandbox.write("museum/\(names[1])", try #require(block.text.data(using: encoding)))
      }
    }
    return commands
  }

  /// Runs a command in the folder `museum`; one that has no end, until it has shown or built the catalog.
  ///
  /// - Returns: What it prints.
  private func run(_ command: String) throws -> String {
    let words = command.matches(of: #/"([^"]*)"|\S+/#).map { String($0.1 ?? $0.0) }
    try #require(words.first == "pomona", "\(command)")
    let executable = try sandbox.executable()
    // Plugins that come with Pomona stand beside it.
    let path = executable.deletingLastPathComponent().path(percentEncoded: false)
    let running = try RunningCommand(
      URL(filePath: "/usr/bin/env"),
      ["PATH=\(path):/usr/bin:/bin", executable.path(percentEncoded: false)] + words.dropFirst(),
      in: sandbox.url("museum"))
    var printed = ""
    if ["serve", "watch"].contains(words[1]) {
      try running.line { line in
        printed += line + "\n"
        return line.hasPrefix("Press Control-C") || line.hasPrefix("Open ")
      }
      running.send(SIGINT)
    } else {
      try running.endInput()
    }
    let outcome = try running.end()
    #expect(outcome.status == 0 || ["serve", "watch"].contains(words[1]), "\(command): \(outcome.errors)")
    return printed + outcome.output + outcome.errors
  }

  /// The text of a page as a reader sees it, or that of another file.
  private func text(_ file: String) throws -> String {
    let source = try sandbox.text(file)
    guard file.hasSuffix(".html") else { return source }
    // Elements that do not part the words before and behind them.
    let inner = ["a", "b", "code", "em", "i", "strong", "sub", "sup", "wbr"]
    var (text, isHead) = ("", false)
    var scanner = HTMLScanner(source)
    while let piece = scanner.next() {
      switch piece {
      case .text(let part): if !isHead { text += part }
      case .opening(let name, _), .closing(let name):
        if name == "head" { isHead.toggle() }
        if !inner.contains(name) { text += " " }
      case .problem(let part): Issue.record("\(file): \(part)")
      }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Checks a claim about the catalog in a folder, or about what the last command has printed.
  private func expect(_ claim: Claim, in folder: String, printed: String) throws {
    let file = "\(folder)/\(claim.subject)"
    switch claim.verb {
    case "is": #expect(sandbox.exists("\(folder)/\(claim.objects[0])"), "\(claim)")
    case "is no": #expect(!sandbox.exists("\(folder)/\(claim.objects[0])"), "\(claim)")
    case "has": #expect(sandbox.exists("museum/\(claim.objects[0])"), "\(claim)")
    case "links to":
      let links = HTMLPage(try sandbox.text(file)).references.map { target(of: $0, on: claim.subject) ?? $0 }
      #expect(links.contains(claim.objects[0]), "\(claim): \(links)")
    case "shows", "prints":
      let text = claim.verb == "prints" ? printed : try text(file)
      var rest = Substring(text)
      for object in claim.objects {
        let found = try #require(rest.range(of: object), "\(claim): \(text)")
        rest = rest[found.upperBound...]
      }
    default:
      let text = claim.verb == "does not print" ? printed : try text(file)
      for object in claim.objects { #expect(!text.contains(object), "\(claim): \(text)") }
    }
  }

  @Test(arguments: chapter.answers)
  func theAnswerHasThePromisedResult(answer: Answer) throws {
    let commands = try write(Self.chapter.tables + answer.blocks)
    var printed = ""
    for command in commands.isEmpty ? ["pomona build"] : commands { printed = try run(command) }
    let folder = sandbox.url("museum/build").path(percentEncoded: false)
    let built = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    try #require(built.count <= 1)
    for claim in try Self.claims(of: answer.result) {
      try expect(claim, in: "museum/build/\(built.first ?? "")", printed: printed)
    }
  }
}
