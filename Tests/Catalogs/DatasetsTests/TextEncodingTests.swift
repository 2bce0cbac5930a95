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
  func `a byte-order mark identifies UTF-16 and UTF-32`(format: DatasetFormat, text: String) throws {
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
      (utf16 + [0x3C, 0xD8], "UTF-16, and a character is incomplete here"),
      (utf16 + [0x4E, 0xDF, 0x61, 0], "UTF-16, and a character is incomplete here"),
      (utf16 + [0x61], "UTF-16, and ends within a character"),
      (utf32 + [0, 0xD8, 0, 0], "UTF-32, and a character is incomplete here"),
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
  func `UTF-16 without a mark is recognized`(format: DatasetFormat, text: String) throws {
    for bigEndian in [false, true] {
      let bytes = bytes(of: text, bigEndian: bigEndian, mark: false).utf16
      let dataset = try Dataset(bytes: bytes, file: "f", format: format)
      #expect(dataset.texts == [["Äpfel", "🍎"]] && dataset.warnings.isEmpty)
      try withFolder { folder in
        let path = try folder.write("a.\(format.rawValue)", bytes)
        #expect(try Dataset(contentsOf: path).texts == [["Äpfel", "🍎"]])
      }
    }
  }

  @Test func `UTF-16 of few ASCII characters has to be chosen`() throws {
    let text = "名前,色\nりんご,赤\n" + String(repeating: "りんごりんごりんご,赤\n", count: 3)
    for bigEndian in [false, true] {
      let bytes = bytes(of: text, bigEndian: bigEndian, mark: false).utf16
      let dataset = try Dataset(bytes: bytes, file: "f", format: .csv, options: .init(key: "@row", encoding: .utf16))
      #expect(dataset.fieldNames == ["名前", "色"] && dataset.records.count == 4)
    }
  }

  @Test func `Windows-1252 is recognized, and reported`() throws {
    let text: [UInt8] = Array("name,price\n".utf8) + [0xC4] + Array("pfel,1 ".utf8) + [0x80, 0x0A]
    let dataset = try Dataset(bytes: text, file: "f.csv", format: .csv)
    #expect(dataset.texts == [["Äpfel", "1 €"]])
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: f.csv: the file is not UTF-8, and is read as Windows-1252.
          If that is right, say so with --encoding windows-1252, or with `encoding: windows-1252` in catalog.yml; else \
        save it with the encoding UTF-8.
        """
      ])
    let chosen = try Dataset(bytes: text, file: "f.csv", format: .csv, options: .init(encoding: .windows1252))
    #expect(chosen.texts == dataset.texts && chosen.warnings.isEmpty)
    #expect(
      message(of: try Dataset(bytes: text, file: "f.csv", format: .csv, options: .init(encoding: .utf8)))
        .contains("the byte C4 (byte 1 of its line) is not valid UTF-8"))
  }

  @Test(arguments: texts)
  func `every format is read from Windows-1252`(format: DatasetFormat, text: String) throws {
    let text = text.replacing("🍎", with: "x")
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    #expect(try Dataset(bytes: bytes, file: "f", format: format).texts == [["Äpfel", "x"]])
  }

  @Test func `all bytes of Windows-1252 have a character`() throws {
    let bytes = Array("a\n\"".utf8) + (0x80...0xFF) + Array("\"\n".utf8)
    let dataset = try Dataset(bytes: bytes, file: "f", format: .csv, options: .init(encoding: .windows1252))
    #expect(
      dataset.texts == [
        [
          "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ"
            + String(String.UnicodeScalarView((0xA0...0xFF).compactMap(Unicode.Scalar.init)))
        ]
      ])
  }

  @Test(arguments: [0x81, 0x8D, 0x8F, 0x90, 0x9D] as [UInt8])
  func `a byte without a character does not change the encoding`(byte: UInt8) throws {
    let text = Array("name\nCaf".utf8) + [0xE9] + Array(" na".utf8) + [0xEF] + Array("f\nx".utf8) + [byte, 0x0A]
    let control = String(Unicode.Scalar(byte))
    #expect(try Dataset(bytes: text, file: "f", format: .csv).texts == [["Café naïf"], ["x" + control]])
    // Of the others some are UTF-8.
    let damaged = text + Array("Ä\n".utf8)
    let dataset = try Dataset(bytes: damaged, file: "f", format: .csv, options: .init(problems: .warn))
    #expect(dataset.texts.last == ["Ä"] && dataset.problems.counts == [.encoding: 2])
  }

  @Test func `names of encodings`() {
    #expect(TextEncoding(name: "UTF-8") == .utf8 && TextEncoding(name: "utf-16") == .utf16)
    #expect(TextEncoding(name: "ISO-8859-1") == .windows1252 && TextEncoding(name: "windows-1252") == .windows1252)
    #expect(TextEncoding(name: "ebcdic") == nil)
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

  /// The file has no end: reading stops where it is no text.
  @Test func `an endless file of zeros is an error`() {
    #expect(
      message(of: try Dataset(contentsOf: "/dev/zero", options: .init(format: .csv))).contains("holds a NUL byte"))
  }
}
