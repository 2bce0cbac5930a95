import CatalogSyntax
import Datasets
import Diagnostics
import Foundation
import JSONValues
import Synchronization
import SystemPackage
import TestKit
import Testing

@testable import LivePages

/// Rows that events append to CSV files.
@Suite struct EventFileTests {
  private let folder: CatalogFolder
  private static let time = Date(timeIntervalSince1970: 1_772_357_400)

  init() throws { folder = try CatalogFolder(["catalog.yml": ""]) }

  private func file(_ name: String) -> EventFile {
    EventFile(LocatedText(name, at: .init(file: "catalog.yml", line: 3, column: 5)), in: FilePath(folder.path))
  }

  private static func event(
    _ fields: KeyValuePairs<String, Value> = ["name": .text("Lemon")], section: String? = "Citrus",
    arguments: JSONValue = [0, 3]
  ) -> EventDescription {
    let schema = Schema(fields.map { Field(name: $0.key, reading: .text) })
    let record = Record(
      id: .init(dataset: "fruits", key: "lemon"), row: 2, schema: schema, values: fields.map(\.value))
    return EventDescription(
      event: "didSelectItem", selector: "catalog:didSelectItemAtPath:", page: "fruits/index.html", section: section,
      record: record, arguments: arguments)
  }

  /// Appends a row, and returns the text of the file.
  @discardableResult
  private func append(
    _ event: EventDescription = Self.event(), to name: String = "picks.csv", containing text: String? = nil
  ) async throws -> String {
    if let text { try folder.write(name, text) }
    try await file(name).append(event, at: Self.time)
    // Unlike this, other ways to read a text leave out a byte-order mark.
    return try String(decoding: Data(contentsOf: URL(filePath: "\(folder.path)/\(name)")), as: UTF8.self)
  }

  /// The finding of an append that fails, which leaves the file as it was.
  private func finding(
    _ event: EventDescription = Self.event(), for name: String = "picks.csv", containing text: String? = nil
  ) async throws -> Diagnostic {
    if let text { try folder.write(name, text) }
    let before = FileManager.default.contents(atPath: "\(folder.path)/\(name)")
    let error = try await #require(throws: DiagnosticsError.self) {
      try await file(name).append(event, at: Self.time)
    }
    #expect(FileManager.default.contents(atPath: "\(folder.path)/\(name)") == before)
    return error.diagnostics[0]
  }

  // MARK: - Columns

  @Test func aNewFileHasAHeader() async throws {
    let first = "time,event,dataset,key,title,section\n2026-03-01T09:30:00Z,didSelectItem,fruits,lemon,lemon,Citrus\n"
    #expect(try await append() == first)
    let second = try await append(Self.event(section: nil))
    #expect(second == first + "2026-03-01T09:30:00Z,didSelectItem,fruits,lemon,lemon,\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["catalog.yml", "picks.csv"])
    // It can be read by whoever can read other files.
    try folder.write("other.csv", "a\n")
    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.posixPermissions] as? Int
    }
    #expect(try mode("picks.csv") == mode("other.csv"))
  }

  @Test func theHeaderDecidesWhatARowHas() async throws {
    let event = Self.event(
      ["name": .text("Lemon"), "colour": .text("yellow"), "key": .text("other")],
      arguments: ["count": 2, "note": "soon", "isGift": true, "colour": nil, "list": [1, 2]])
    let text = try await append(event, containing: "colour,nothing,key,name,count,note,isGift,list,page\n")
    // An argument wins over a field, and what an event has over both.
    #expect(text.split(separator: "\n").last == ",,lemon,Lemon,2,soon,true,\"[1,2]\",fruits/index.html")
  }

  @Test func anEventWithoutARow() async throws {
    let event = EventDescription(
      event: "didChangeSearchText", selector: "catalog:didChangeSearchText:", page: "index.html", section: nil,
      record: nil, arguments: ["text": "lem"])
    #expect(try await append(event, containing: "time,text,title") == "time,text,title\n2026-03-01T09:30:00Z,lem,\n")
  }

  @Test func aHeaderWithoutAnyKnownNameIsAMistake() async throws {
    let finding = try await finding(containing: "a,b\n1,2\n")
    #expect(finding.code == "event/no-column" && finding.location.file == "\(folder.path)/picks.csv")
    #expect(finding.hint?.contains("time, event") == true)
  }

  @Test func aFileWithoutAHeaderIsAMistake() async throws {
    let rows = (1...9).map { "\($0).5,\($0 * 7)\n" }.joined()
    #expect(try await finding(containing: rows).code == "csv/no-names")
  }

  @Test(arguments: ["", "\u{FEFF}"]) func anEmptyFileGetsAHeader(text: String) async throws {
    #expect(try await append(containing: text).hasPrefix(text + "time,event,"))
  }

  // MARK: - Forms

  @Test(arguments: [
    ("key,name", "key,name\nlemon,Lemon\n"), ("key,name\n1,A", "key,name\n1,A\nlemon,Lemon\n"),
    ("key;name\n1;A\n", "key;name\n1;A\nlemon;Lemon\n"), ("key\tname\n", "key\tname\nlemon\tLemon\n"),
    ("key,name\r\n1,A\r\n", "key,name\r\n1,A\r\nlemon,Lemon\r\n"),
    ("\u{FEFF}key,name\n", "\u{FEFF}key,name\nlemon,Lemon\n"),
    (" key ,\"name\"\n", " key ,\"name\"\nlemon,Lemon\n"), ("sep=;\nkey;name\n", "sep=;\nkey;name\nlemon;Lemon\n"),
    ("\"key\",\"a\nb\"\n", "\"key\",\"a\nb\"\nlemon,\n"),
  ])
  func theFormOfTheFileIsKept(text: String, result: String) async throws {
    #expect(try await append(containing: text) == result)
  }

  @Test(arguments: [
    "a,b", "\"", "a\"b\"", "a\nb", "a\r\nb", "\r", "=1+2", "@x", " a ", "ä\u{301}🍋\u{2028}", "", "#x", "007", "\u{0}x",
    "\\N",
  ])
  func whatIsAppendedIsWhatIsRead(value: String) async throws {
    // What a file of texts cannot contain is read as another character.
    for header in ["key,name\n", "name;key\n"] {
      let text = try await append(Self.event(["name": .text(value)]), containing: header)
      guard !value.contains("\u{0}") else {
        #expect(text.contains(value))
        continue
      }
      let options = Dataset.Options(types: ["name": .text, "key": .text])
      let record = try #require(Dataset(contentsOf: "\(folder.path)/picks.csv", options: options).records.first)
      #expect(record["key"]?.text == "lemon")
      // Line ends become LF in texts, and spaces around them are not part of them.
      let expected = value.replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
      let read = (record["name"]?.text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(read == expected, "\(text)")
    }
  }

  @Test func aRowWithoutValuesIsARow() async throws {
    #expect(try await append(Self.event(section: nil), containing: "section\n") == "section\n\"\"\n")
  }

  @Test func otherEncodingsAreNotMixed() async throws {
    let path = "\(folder.path)/picks.csv"
    try Data([UInt8]("key,name\n1,".utf8) + [0xE4, 0x0A]).write(to: URL(filePath: path))
    #expect(try await finding(Self.event(["name": .text("ä")])).code == "file/utf8")
    try "key,name\n1,ä\n".data(using: .utf16)?.write(to: URL(filePath: path))
    #expect(try await finding().code == "file/utf8")
    // Anywhere in the file, also if the row is ASCII.
    let rows = [UInt8]("key,name\n".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 17) + [0xE4, 0x0A]
    try Data(rows).write(to: URL(filePath: path))
    #expect(try await finding().code == "file/utf8")
  }

  // MARK: - Writers and readers

  @Test func rowsOfSeveralWritersAreNotMixed() async throws {
    // Two references are two writers, as two processes are: they have locks of their own.
    let name = "data/picks.csv"
    try FileManager.default.createDirectory(atPath: "\(folder.path)/data", withIntermediateDirectories: true)
    let count = 25
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        let file = file(name)
        group.addTask {
          for number in 0..<count {
            let section = String(repeating: "\(writer)\n", count: 300) + "\(number)"
            try await file.append(Self.event(section: section), at: Self.time)
          }
        }
      }
      try await group.waitForAll()
    }
    let rows = try Dataset(contentsOf: "\(folder.path)/\(name)", options: .init(key: .rowNumbers)).records
    #expect(rows.count == 4 * count)
    for writer in 0..<4 {
      let numbers = rows.compactMap { $0["section"]?.text.split(separator: "\n") }.filter { $0[0] == "\(writer)" }
      #expect(numbers.allSatisfy { $0.dropLast().allSatisfy { $0 == "\(writer)" } && $0.count == 301 })
      #expect(numbers.compactMap { $0.last.flatMap { Int($0) } } == Array(0..<count))
    }
  }

  @Test func readersFindWholeRows() async throws {
    let file = file("picks.csv")
    let section = String(repeating: "x", count: 5000)
    let path = "\(folder.path)/picks.csv"
    let isDone = Mutex(false)
    async let written: Void = {
      defer { isDone.withLock { $0 = true } }
      for _ in 0..<50 { try await file.append(Self.event(section: section), at: Self.time) }
    }()
    var rows = 0
    repeat {
      await Task.yield()
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      let lines = data.split(separator: UInt8(ascii: "\n"))
      #expect(
        data.last == UInt8(ascii: "\n") && lines.dropFirst().allSatisfy { $0.suffix(5000) == Data(section.utf8) })
      #expect(lines.count > rows)
      rows = lines.count - 1
    } while !isDone.withLock(\.self)
    try await written
  }

  @Test func ownersAndPermissionsAreKept() async throws {
    try folder.write("picks.csv", "key\n")
    let path = "\(folder.path)/picks.csv"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try await append()
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["catalog.yml", "picks.csv"])
  }

  @Test func aFileThatAnotherProgramReplacesGetsTheRow() async throws {
    let name = "picks.csv"
    try folder.write(name, "key\n")
    let path = "\(folder.path)/\(name)"
    let lock = open(path, O_RDONLY | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    let file = file(name)
    async let appended: Void = file.append(Self.event(), at: Self.time)
    try folder.write("new.csv", "key\nold\n")
    #expect(rename("\(folder.path)/new.csv", path) == 0)
    close(lock)
    try await appended
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "key\nold\nlemon\n")
  }

  @Test func whatIsNoFileIsAMistake() async throws {
    #expect(try await finding(for: "no/picks.csv").hint == "Make the folder.")
    try FileManager.default.createDirectory(atPath: "\(folder.path)/picks.csv", withIntermediateDirectories: true)
    #expect(try await finding().code == "event/unwritable")
    #expect(mkfifo("\(folder.path)/pipe.csv", 0o600) == 0)
    let error = await #expect(throws: DiagnosticsError.self) { try await file("pipe.csv").append(Self.event()) }
    #expect(error?.diagnostics.first?.code == "event/unwritable")
  }

  // MARK: - Links

  @Test func linksWithinTheFolderAreFollowed() async throws {
    try folder.write("data/real.csv", "key\n")
    #expect(symlink("data/real.csv", "\(folder.path)/picks.csv") == 0)
    #expect(symlink("data", "\(folder.path)/folder") == 0)
    #expect(try await append() == "key\nlemon\n")
    #expect(try await append(to: "folder/real.csv") == "key\nlemon\nlemon\n")
    #expect(try await append(to: "folder/new.csv").hasPrefix("time,"))
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/data/new.csv"))
    let type = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/picks.csv")[.type]
    #expect(type as? FileAttributeType == .typeSymbolicLink)
  }

  @Test func nothingIsWrittenOutsideOfTheFolder() async throws {
    let outside = try CatalogFolder(["secret.csv": "key\n"])
    #expect(symlink("\(outside.path)/secret.csv", "\(folder.path)/picks.csv") == 0)
    #expect(symlink("\(outside.path)/new.csv", "\(folder.path)/nothing.csv") == 0)
    #expect(symlink(outside.path, "\(folder.path)/folder") == 0)
    #expect(symlink("..", "\(folder.path)/up") == 0)
    for name in ["picks.csv", "nothing.csv", "folder/secret.csv", "folder/new.csv", "up/new-\(UUID()).csv"] {
      let error = await #expect(throws: DiagnosticsError.self) { try await file(name).append(Self.event()) }
      #expect(error?.diagnostics.first?.code == "event/outside", "\(name)")
      #expect(error?.diagnostics.first?.location.line == 3)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["secret.csv"])
    #expect(try String(contentsOfFile: "\(outside.path)/secret.csv", encoding: .utf8) == "key\n")
  }
}
