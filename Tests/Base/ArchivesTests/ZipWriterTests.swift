import Archives
import Foundation
import TestKit
import Testing

/// Archives as read by other programs: Info-ZIP's `unzip`, and the `zipfile` of Python.
@Suite struct ZipWriterTests {
  /// An entry as listed by Python.
  private struct Listed: Decodable, Equatable {
    var path: String
    var hex: String
    var isStored: Bool
    var time: [Int]
    var mode: Int
  }

  private static let list = """
    from json import dumps
    from sys import argv
    from zipfile import ZipFile
    with ZipFile(argv[1]) as archive:
      assert archive.testzip() is None
      print(dumps([{
        "path": entry.filename, "hex": archive.read(entry).hex(), "isStored": entry.compress_type == 0,
        "time": list(entry.date_time), "mode": entry.external_attr >> 16} for entry in archive.infolist()]))
    """

  private static let count = """
    from sys import argv
    from zipfile import ZipFile
    with ZipFile(argv[1]) as archive:
      names = archive.namelist()
      print(len(names), names[0], names[-1], archive.getinfo(names[-1]).header_offset, archive.testzip())
    """

  private func output(of program: String, _ arguments: String...) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(program): \(String(decoding: data.suffix(1000), as: UTF8.self))")
    return data
  }

  /// Writes an archive to a file, which may be empty up to where the archive begins.
  private func withFile(_ bytes: [UInt8], at position: Int = 0, body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "zip-\(UUID().uuidString).zip").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seek(toOffset: UInt64(position))
    try file.write(contentsOf: bytes)
    try file.close()
    try body(path)
  }

  private func archive(_ entries: [(path: String, content: [UInt8])], isCompressed: Bool = true) -> [UInt8] {
    var zip = ZipWriter()
    var bytes: [UInt8] = []
    for (path, content) in entries { bytes += zip.entry(path, content, isCompressed: isCompressed) }
    return bytes + zip.end()
  }

  /// Checks that an archive has these entries and no others, in this order.
  private func check(_ bytes: [UInt8], has entries: [(path: String, content: [UInt8])]) throws -> [Bool] {
    try withFile(bytes) { path in _ = try output(of: "unzip", "-tqq", path) }
    var areStored: [Bool] = []
    try withFile(bytes) { path in
      let listed = try JSONDecoder().decode([Listed].self, from: output(of: "python3", "-c", Self.list, path))
      areStored = listed.map(\.isStored)
      #expect(listed.map(\.path) == entries.map(\.path))
      for (entry, (path, content)) in zip(listed, entries) {
        #expect(entry.hex == content.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(), "\(path)")
        #expect(entry.time == [1980, 1, 1, 0, 0, 0] && entry.mode == 0o100644)
      }
    }
    return areStored
  }

  @Test func `entries are read as they were written`() throws {
    let text = Array(String(repeating: "an apple and a fig, ", count: 5000).utf8)
    let entries: [(path: String, content: [UInt8])] = [
      ("mimetype", Array("application/epub+zip".utf8)), ("empty", []), ("one", [7]), ("früchte/Äpfel & 日本.html", text),
      ("a/b/c.txt", text),
    ]
    #expect(try check(archive(entries), has: entries) == [true, true, true, false, false])
    #expect(try check(archive(entries, isCompressed: false), has: entries) == [true, true, true, true, true])
    #expect(archive(entries) == archive(entries))
    #expect(archive(entries).count < text.count)
  }

  @Test func `an archive may be empty`() throws {
    // `unzip` warns of an empty archive.
    try withFile(archive([])) { path in
      let listed = try output(of: "python3", "-c", Self.list, path)
      #expect(listed == Data("[]\n".utf8))
    }
  }

  @Test(arguments: Seeds.fixed(1, fresh: 1)) func `random entries are read as they were written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var entries: [(path: String, content: [UInt8])] = []
    for index in 0..<60 {
      // Of few letters, of all bytes, and long runs.
      let (size, letters) = (Int.random(in: 0..<4000, using: &random), UInt8.random(in: 0...255, using: &random))
      var content = (0..<size).map { _ in UInt8.random(in: 0...letters, using: &random) }
      if index.isMultiple(of: 5) { content += [UInt8](repeating: letters, count: 200_000) }
      entries.append(("\(seed)/\(index)", content))
    }
    _ = try check(archive(entries), has: entries)
  }

  @Test func `a stored entry begins the archive as EPUB requires`() {
    let type = "application/epub+zip"
    let bytes = archive([("mimetype", Array(type.utf8))], isCompressed: false)
    #expect(String(decoding: bytes[30..<58], as: UTF8.self) == "mimetype" + type)
  }

  @Test func `there may be more entries than 16 bits can count`() throws {
    for count in [65_534, 65_535] {
      let bytes = archive((0..<count).map { ("\($0).txt", [UInt8](String($0).utf8)) })
      // No ZIP64 records before they are needed.
      #expect(bytes.suffix(200).contains([0x50, 0x4b, 0x06, 0x06]) == (count == 65_535))
      try withFile(bytes) { path in
        _ = try output(of: "unzip", "-tqq", path)
        let words = String(decoding: try output(of: "python3", "-c", Self.count, path), as: UTF8.self).split(
          separator: " ")
        #expect(words[0] == "\(count)" && words[1] == "0.txt" && words[2] == "\(count - 1).txt")
        #expect(words[4] == "None\n")
      }
    }
  }

  @Test func `an archive may be larger than four gigabytes`() throws {
    // The first entry begins before the limit, and the others behind it; the file has a hole up to there.
    let start = 1 << 32 - 50
    var zip = ZipWriter(at: start)
    let content = [UInt8](repeating: 65, count: 3000)
    let bytes = zip.entry("a", content) + zip.entry("b", content) + zip.entry("c", [1]) + zip.end()
    try withFile(bytes, at: start) { path in
      _ = try output(of: "unzip", "-tqq", path)
      let words = String(decoding: try output(of: "python3", "-c", Self.count, path), as: UTF8.self).split(
        separator: " ")
      #expect(words[0] == "3" && words[2] == "c" && words[4] == "None\n")
      #expect(Int(words[3]).map { $0 > 1 << 32 } == true)
    }
  }
}
