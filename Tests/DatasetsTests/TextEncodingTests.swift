import Datasets
import Diagnostics
import TestKit
import Testing

@Suite struct TextEncodingTests {
  private static let texts: [(DatasetFormat, String)] = [
    (.csv, "name,v\nÄpfel,🍎\n"), (.tsv, "name\tv\nÄpfel\t🍎\n"), (.json, #"[{"name":"Äpfel","v":"🍎"}]"#),
    (.jsonLines, #"{"name":"Äpfel","v":"🍎"}"#), (.yaml, "- name: Äpfel\n  v: 🍎\n"),
    (.toml, "[[f]]\nname = 'Äpfel'\nv = '🍎'\n"),
  ]

  private func bytes(of text: String, bigEndian: Bool, mark: Bool = true) -> (utf16: [UInt8], utf32: [UInt8]) {
    let text = (mark ? "\u{FEFF}" : "") + text
    func bytes<Unit: FixedWidthInteger>(_ units: some Sequence<Unit>) -> [UInt8] {
      units.flatMap { unit in withUnsafeBytes(of: bigEndian ? unit.bigEndian : unit.littleEndian) { Array($0) } }
    }
    return (bytes(text.utf16), bytes(text.unicodeScalars.map(\.value)))
  }

  @Test(arguments: texts)
  func `a byte-order mark tells UTF-16 and UTF-32`(format: DatasetFormat, text: String) throws {
    for bigEndian in [false, true] {
      let (utf16, utf32) = bytes(of: text, bigEndian: bigEndian)
      for bytes in [utf16, utf32, [0xEF, 0xBB, 0xBF] + Array(text.utf8)] {
        #expect(try Dataset(bytes: bytes, file: "f", format: format).texts == [["Äpfel", "🍎"]])
      }
    }
  }

  @Test func `pages of a folder may be in UTF-16, too`() throws {
    try withFolder { folder in
      try folder.write("a.md", bytes(of: "---\ntitle: Ä\n---\nText", bigEndian: false).utf16)
      #expect(try Dataset(contentsOf: folder.path).records.first?["title"]?.text == "Ä")
      try folder.write("a.md", "---\ntitle: A\n---\nTe\0xt")
      try folder.write("b.md", "Te\0xt")
      let message = message(of: try Dataset(contentsOf: folder.path, options: .init(file: "posts")))
      #expect(message.contains("error: posts/a.md, line 4, column 3: the file holds a NUL byte"))
      #expect(message.contains("error: posts/b.md, line 1, column 3: the file holds a NUL byte"))
    }
  }

  @Test func `half of a character is an error with its place`() {
    let (utf16, utf32) = bytes(of: "name\nab", bigEndian: false)
    for (bytes, expected) in [
      (utf16 + [0x3C, 0xD8], "UTF-16, and half of a character stands here alone"),
      (utf16 + [0x4E, 0xDF, 0x61, 0], "UTF-16, and half of a character stands here alone"),
      (utf16 + [0x61], "UTF-16, and ends within a character"),
      (utf32 + [0, 0xD8, 0, 0], "UTF-32, and half of a character stands here alone"),
      (utf32 + [0x61, 0], "UTF-32, and ends within a character"),
    ] {
      #expect(
        message(of: try Dataset(bytes: bytes, file: "a.csv", format: .csv)) == """
          error: a.csv, line 2, column 3: the file is \(expected).
            Save it with the encoding UTF-8.
          """)
    }
  }

  @Test(arguments: texts)
  func `UTF-16 without a mark is recognized`(format: DatasetFormat, text: String) {
    for bigEndian in [false, true] {
      let bytes = bytes(of: text.filter(\.isASCII), bigEndian: bigEndian, mark: false).utf16
      let message = message(of: try Dataset(bytes: bytes, file: "f", format: format))
      #expect(message.hasPrefix("error: f, line 1, column "))
      #expect(
        message.hasSuffix(
          """
          : the file looks like UTF-16, but has no byte-order mark.
            Save it with the encoding UTF-8.
          """))
    }
  }

  @Test(arguments: texts)
  func `a NUL is an error with its place`(format: DatasetFormat, text: String) {
    let damaged = Array(text.replacing("fel", with: "f\0l").utf8)
    let message = message(of: try Dataset(bytes: damaged, file: "f", format: format))
    #expect(message.contains("error: f, line "))
    #expect(
      message.hasSuffix(
        """
        : the file holds a NUL byte: it is damaged, or UTF-16 text without a byte-order mark.
          Copy it again from where it comes from, or save it with the encoding UTF-8.
        """))
  }

  @Test func `a file of zeros is no empty table`() throws {
    try withFolder { folder in
      for format in ["csv", "tsv", "json", "jsonl", "yaml", "toml"] {
        let path = try folder.write("a.\(format)", [UInt8](repeating: 0, count: 15))
        let message = message(of: try Dataset(contentsOf: path))
        #expect(message.hasPrefix("error: \(path), line 1, column 1: the file holds a NUL byte"))
      }
    }
  }

  /// It has no end: the reading ends where it is no text.
  @Test func `an endless file of zeros is an error`() {
    #expect(
      message(of: try Dataset(contentsOf: "/dev/zero", options: .init(format: .csv))).contains("holds a NUL byte"))
  }
}
