import Diagnostics
import Foundation
import JSONValues
import RendererTesting
import Rendering
import TestKit
import Testing

@testable import PluginHosting

/// The conversations of `docs/plugins/transcripts`, repeated by the host, and by plugins in Swift.
@Suite struct TranscriptTests {

  private static let names = ["assets", "cancel", "cells", "collect", "errors", "render", "text", "version"]

  private let schema: MessageSchema

  init() throws {
    schema = try MessageSchema(
      JSONValue(parsing: Array(Data(contentsOf: packageFolder.appending(path: "docs/plugins/messages.schema.json")))))
  }

  private func transcript(_ name: String) throws -> PluginTranscript {
    let file = packageFolder.appending(path: "docs/plugins/transcripts/\(name).jsonl")
    return try PluginTranscript(parsing: Array(Data(contentsOf: file)))
  }

  @Test func allTranscriptsAreTested() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: packageFolder.appending(path: "docs/plugins/transcripts").path())
    #expect(files.sorted() == Self.names.map { "\($0).jsonl" })
  }

  @Test func aProgramRepeatsAConversation() throws {
    let program = packageFolder.appending(path: "Plugins/rst/pomona-rst").path()
    func transcript(_ name: String) -> String {
      packageFolder.appending(path: "docs/plugins/transcripts/\(name).jsonl").path()
    }
    try PluginTesting.replay(transcriptAt: transcript("render"), with: program)
    #expect(throws: PluginTranscript.Mismatch.self) {
      try PluginTesting.replay(transcriptAt: transcript("text"), with: program)
    }
  }

  // MARK: - The host's side

  /// The host repeats the conversations of the transcripts: its messages are of the expected kind, and valid by the
  /// schema.
  @Test(arguments: names.filter { $0 != "cancel" }) func theHostSendsTheExpectedMessages(_ name: String) throws {
    var transcript = try transcript(name)
    // Messages that the host never sends.
    let unknown = transcript.lines.indices.filter { index in
      switch transcript.lines[index] {
      case .to(let message): message["t"] == "unknown"
      case .from(let message): index > 0 && message["id"] == 5 && name == "errors"
      }
    }
    for index in unknown.reversed() { transcript.lines.remove(at: index) }

    let connection = RecordingConnection(transcript.plugin())
    try converse(by: transcript, on: connection)
    let conversation = connection.transcript(about: name)
    for line in conversation.lines {
      guard case .to(let message) = line else { continue }
      #expect(schema.problems(of: message, as: "toPlugin") == [])
    }
    let expected = transcript.lines.filter { $0.kind != "shutdown" }
    #expect(conversation.lines.map(\.kind) == expected.map(\.kind))
  }

  private func converse(by transcript: PluginTranscript, on connection: any LineConnection) throws {
    let session = try PluginSession(connection)
    var catalog = CatalogInfo(title: "")
    var cells: [String: JSONValue] = [:]
    var fragments: [Artifact] = []
    var isRepetition = false
    for line in transcript.lines {
      switch line {
      case .from(let message): isRepetition = message["t"] == "resync"
      case .to(let message):
        switch message["t"]?.string {
        case "configure":
          catalog = CatalogInfo(json: message["catalog"])
          let format = message["format"]?.string ?? ""
          answered {
            try session.configure(
              PluginSession.Setting(format: format, options: message["options"]?.object ?? [:], catalog: catalog))
          }
        case "render":
          // The host repeats a request by itself.
          let pages = (message["pages"]?.array ?? []).compactMap { page in
            Page(json: page.whole(&cells), catalog: catalog)
          }
          #expect(pages.count == message["pages"]?.array?.count)
          if !isRepetition { answered { _ = try session.render(pages) } }
        case "fragment":
          let bytes = try message.content()
          fragments.append(Artifact(path: message["page"]?.string ?? "", bytes: bytes))
        case "end":
          try session.collect(fragments) { _ in }
          fragments = []
        default: break
        }
      }
    }
    session.close()
  }

  /// An error of a plugin is an answer, too.
  private func answered(_ request: () throws -> Void) {
    do {
      try request()
    } catch PluginSession.Failure.refused(let findings) {
      #expect(!findings.isEmpty)
    } catch {
      Issue.record(error)
    }
  }

  // MARK: - The plugin's side

  /// Renders the title of a page, and reports some as wrong.
  private struct Picky: PageRenderer {
    let format: String
    var fileExtension = "txt"
    var assets: [Artifact] = []
    var encoding: @Sendable (String) -> [UInt8] = { Array($0.utf8) }

    func render(_ page: Page) throws -> [UInt8] {
      if ["Durian", "Kiwi"].contains(page.title) { throw PluginViolation("smells") }
      return encoding(page.title)
    }
  }

  private var formats: [RendererFormat] {
    [
      RendererFormat("picky", title: "Picky", options: #"{ "properties": { "level": { "type": "integer" } } }"#) {
        (settings) throws(DiagnosticsError) in
        guard settings.options["level"]?.integer ?? 1 <= 3 else {
          throw DiagnosticsError(Diagnostic(code: "picky/level", "there is no such level"))
        }
        return Picky(format: "picky")
      },
      RendererFormat(Picky(format: "slow")),
      RendererFormat("card", title: "Card", options: #"{ "properties": { "ending": { "type": "string" } } }"#) {
        (settings) throws(DiagnosticsError) in
        _ = settings.input("templates/card.htm")
        let assets = [
          Artifact(path: "card/style.css", text: "h1 { color: #c8102e }\n"),
          Artifact(path: "card/dot.gif", bytes: Array("GIF89a\u{1}\0\u{1}\0\0".utf8) + [0xFF, 0, 0x2C]),
        ]
        return Picky(format: "card", fileExtension: settings.options["ending"]?.string ?? "htm", assets: assets) {
          "<h1>\($0)</h1>\n".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        }
      },
    ]
  }

  @Test(arguments: ["assets", "errors", "version"]) func aPluginInSwiftAnswersAsInTheTranscripts(_ name: String) throws
  {
    try transcript(name).replay(to: MemoryPlugin(formats)) { answer, expected in
      #expect(schema.problems(of: answer, as: "fromPlugin") == [])
      return answer["t"] == expected["t"] && answer["id"] == expected["id"]
        && files(of: answer, "assets") == files(of: expected, "assets")
        && files(of: answer, "artifacts") == files(of: expected, "artifacts")
    }
  }

  /// The places and the bytes of the files in a message.
  private func files(of message: JSONValue, _ member: String) -> [[UInt8]?] {
    (message[member]?.array ?? []).flatMap { file in
      [(file["path"] ?? file["page"])?.string.map { Array($0.utf8) }, try? file.content()]
    }
  }

  @Test func anotherAnswerIsAMismatch() throws {
    let plugin = MemoryPlugin([RendererFormat(Picky(format: "other"))])
    #expect(throws: PluginTranscript.Mismatch.self) { try transcript("assets").replay(to: plugin) }
  }
}

extension PluginTranscript {
  /// Returns a plugin that answers as in the transcript, whatever the numbers of the requests. It ends when it receives
  /// a message of another kind.
  fileprivate func plugin() -> MemoryPlugin {
    MemoryPlugin { [lines] read, write in
      var lines = lines[...]
      while let line = read(), case .to(let expected)? = lines.popFirst() {
        guard let message = try? JSONValue(parsing: line), message["t"] == expected["t"] else { return }
        while case .from(let answer)? = lines.first {
          lines.removeFirst()
          guard var members = answer.object else { return }
          if let id = message["id"] { members["id"] = id }
          write(members.line)
        }
      }
    }
  }
}

extension PluginTranscript.Line {
  /// The direction and the kind of the message.
  fileprivate var kind: String {
    switch self {
    case .to(let message): message["t"]?.string ?? ""
    case .from(let message): "from: " + (message["t"]?.string ?? "")
    }
  }
}

extension JSONValue {
  /// The page with all cells in full, and with readable bodies.
  fileprivate func whole(_ cells: inout [String: JSONValue]) -> JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map { $0.whole(&cells) })
    case .object(var members):
      if let digest = members["digest"]?.string {
        if members["identifier"] == nil { return cells[digest] ?? self }
        cells[digest] = self
      }
      for name in members.members.map(\.name) {
        if name == "body" || name == "introduction", let text = members[name]?.string {
          members[name] = [["type": "paragraph", "content": [.string(text)]]]
        } else {
          members[name] = members[name]?.whole(&cells)
        }
      }
      return .object(members)
    default: return self
    }
  }
}
