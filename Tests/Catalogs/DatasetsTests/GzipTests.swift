import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

@Suite struct GzipTests {
  /// Compresses with the real program.
  private func gzip(_ text: some Sequence<UInt8>) throws -> [UInt8] {
    try withFolder { folder in
      let path = try folder.write("text", text)
      let process = Process()
      process.executableURL = URL(filePath: "/bin/gzip")
      process.arguments = ["-n", path]
      try process.run()
      process.waitUntilExit()
      return [UInt8](try Data(contentsOf: URL(filePath: path + ".gz")))
    }
  }

  @Test func `compressed text is read as it was`() throws {
    let rows = (0..<5000).map { "name \($0),\($0 * 7)\n" }.joined()
    let bytes = try gzip("name,number\n\(rows)".utf8)
    try withFolder { folder in
      let dataset = try Dataset(contentsOf: try folder.write("fruits.csv.gz", bytes))
      #expect(dataset.name == "fruits")
      #expect(dataset.records.count == 5000)
      #expect(dataset.records.last?.values.map(\.text) == ["name 4999", "34993"])
      // The bytes suffice to recognize it.
      #expect(try Dataset(contentsOf: try folder.write("other.csv", bytes)).records.count == 5000)
    }
    let json = try gzip("[{\"name\":\"Apple\"}]".utf8)
    #expect(try Dataset(bytes: json, file: "a.json", format: .json).keys == ["Apple"])
  }

  @Test func `several members are one text`() throws {
    let bytes = try gzip("name\nApple\n".utf8) + gzip("Fig\n".utf8) + [0, 0, 0]
    #expect(try Dataset(bytes: bytes, file: "a.csv.gz", format: .csv).keys == ["Apple", "Fig"])
  }

  @Test func `damaged content is an error`() throws {
    let bytes = try gzip("name\n\((0..<100).map { "x\($0)\n" }.joined())".utf8)
    for length in [2, 5, 10, 20, bytes.count - 9, bytes.count - 1] {
      #expect(
        message(of: try Dataset(bytes: Array(bytes.prefix(length)), file: "a.csv.gz", format: .csv))
          == """
          error: a.csv.gz: the compressed file ends early.
            Compress it again, or copy it again from where it comes.
          """, "\(length) bytes")
    }
    var damaged = bytes
    damaged[bytes.count - 6] ^= 1
    #expect(
      message(of: try Dataset(bytes: damaged, file: "a.csv.gz", format: .csv))
        .hasPrefix("error: a.csv.gz: the compressed file is damaged."))
  }

  @Test func `random damage is an error or other text`() throws {
    let bytes = try gzip("name,n\n\((0..<200).map { "x\($0),\($0)\n" }.joined())".utf8)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var damaged = bytes
      damaged[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = try? Dataset(bytes: damaged, file: "a.csv.gz", format: .csv).texts
    }
  }
}
