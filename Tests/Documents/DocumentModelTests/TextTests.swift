import DocumentModel
import Foundation
import TestKit
import Testing

/// Blocks as plain text for people.
@Suite struct TextTests {
  private func text(width: Int = 72, @BlockBuilder _ blocks: () -> [Block]) -> String {
    blocks().renderedAsText(width: width)
  }

  @Test func paragraphsAreFilled() {
    let blocks: [Block] = [
      .paragraph(["Apples  keep ", .softBreak, .emphasis(["for"]), " months", .lineBreak, "in the cold."]),
      .paragraph([]), .paragraph(["Averyverylongword of an orchard"]),
    ]
    #expect(
      blocks.renderedAsText(width: 12) == """
        Apples keep
        for months
        in the cold.

        Averyverylongword
        of an
        orchard

        """)
    #expect(
      blocks.renderedAsText(width: 0) == """
        Apples keep for months
        in the cold.

        Averyverylongword of an orchard

        """)
    #expect(
      [Block.paragraph(["a bc d", .lineBreak, "e"])].renderedAsText(width: 1) == "a\nbc\nd\ne\n")
  }

  @Test func headingsAreUnderlined() {
    #expect(
      text {
        Block.heading(level: 1, ["Apples"])
        Block.heading(level: 2, ["リンゴ"])
        Block.heading(level: 3, ["Gala"])
        Block.paragraph(["red"])
      } == """
        Apples
        ======

        リンゴ
        ------

        Gala

        red

        """)
  }

  @Test func listsHaveHangingIndents() {
    let inner = Block.list(
      Block.List(.ordered(start: 9), items: [[.paragraph(["nine nine nine"])], [.paragraph(["ten"])]]))
    #expect(
      text(width: 14) {
        Block.list(Block.List(items: [[.paragraph(["an apple a day"]), inner], [], [inner], [.paragraph([])]]))
        Block.paragraph(["end"])
      } == """
        - an apple a
          day
          9.  nine
              nine
              nine
          10. ten
        -
        - 9.  nine
              nine
              nine
          10. ten
        -

        end

        """)
    #expect(
      text {
        Block.list(
          Block.List(
            .ordered(start: 1, delimiter: .parenthesis), isTight: false,
            items: [
              [.paragraph(["a"]), .code("x\n\n  y\n", info: "sh")], [.quote([.paragraph(["b"]), .paragraph(["c"])])],
            ]))
      } == """
        1) a

               x

                 y

        2) > b
           >
           > c

        """)
  }

  @Test func emptyBlocksAreOmitted() {
    let nothing: [Block] = [
      .paragraph([" ", .lineBreak, .emphasis([.text("")])]), .heading(level: 1, [.softBreak]), .quote([.quote([])]),
      .list(Block.List(items: [])), .properties([]), .table(Block.Table(header: [], rows: [[["lost"]]])),
      .table(Block.Table(header: [[]], rows: [[[]]])), .code("", info: "swift"),
    ]
    #expect(nothing.renderedAsText() == "")
    let between = nothing.flatMap { [$0, .paragraph(["a"])] } + nothing
    #expect(between.renderedAsText() == Array(repeating: "a\n", count: nothing.count).joined(separator: "\n"))
    #expect([.quote(between), .paragraph(["b"])].renderedAsText().hasPrefix("> a\n>\n> a\n"))
    #expect([.quote(between), .paragraph(["b"])].renderedAsText().hasSuffix("\n> a\n\nb\n"))
    #expect([Block.list(Block.List(items: [nothing + [.paragraph(["a"])]]))].renderedAsText() == "- a\n")
  }

  @Test func propertiesAreAligned() {
    #expect(
      text(width: 28) {
        Block.properties([
          Block.Property(label: ["Colour"], value: ["red, yellow and green stripes"]),
          Block.Property(label: ["Kg"], value: ["2", .lineBreak, "or so"]),
          Block.Property(label: ["None"], value: []),
          Block.Property(label: ["How long they are kept"], value: ["a year"]),
        ])
      } == """
        Colour: red, yellow and
                green stripes
        Kg:     2
                or so
        None:
        How long they are kept:
                a year

        """)
  }

  @Test func tablesAreAlignedOrRows() {
    let table = Block.table(
      Block.Table(
        header: [["Kind"], ["Weight"], ["Taste"]],
        rows: [[["Gala"], ["150 g"], ["sweet"]], [["りんご"], ["9 g", .lineBreak, "at least"]], []],
        alignments: [.left, .right, .center]))
    #expect(
      [table].renderedAsText() == """
        Kind      Weight  Taste
        ------  --------  -----
        Gala       150 g  sweet
        りんご       9 g
                at least

        """)
    #expect(
      [table, .paragraph(["end"])].renderedAsText(width: 20) == """
        Kind:   Gala
        Weight: 150 g
        Taste:  sweet

        Kind:   りんご
        Weight: 9 g
                at least

        end

        """)
    #expect(
      [Block.table(Block.Table(header: [["Kind"], ["Weight"]], rows: []))].renderedAsText(width: 8)
        == "Kind:\nWeight:\n")
  }

  @Test func linksHaveTheirAddresses() {
    func line(_ inline: Inline) -> String { [Block.paragraph([inline])].renderedAsText(width: 0) }
    #expect(line(.link(destination: "a.html", title: "t", ["apples"])) == "apples <a.html>\n")
    #expect(line(.link(destination: "https://e.org", title: "", ["https://e.org"])) == "<https://e.org>\n")
    #expect(line(.link(destination: "a b.html", title: "", [])) == "<a%20b.html>\n")
    #expect(line(.link(destination: "javascript:x()", title: "", ["apples"])) == "apples\n")
    #expect(line(.link(destination: "", title: "", ["apples"])) == "apples\n")
    #expect(line(.image(source: "a.png", title: "", ["an apple"])) == "[an apple]\n")
    #expect(
      line(.link(destination: "a", title: "", [.image(source: "a.png", title: "", ["an apple"])])) == "[an apple] <a>\n"
    )
  }

  @Test func wideCharactersTakeTwoColumns() {
    let paragraph = Block.paragraph(["日本 日本 e\u{301}e\u{301}e\u{301}e\u{301} 🍎🍎 👩‍👩‍👧 end"])
    #expect([paragraph].renderedAsText(width: 9) == "日本 日本\ne\u{301}e\u{301}e\u{301}e\u{301} 🍎🍎\n👩‍👩‍👧 end\n")
  }

  @Test func deepNestingLeavesSpaceForWords() {
    let deep = (0..<100).reduce([Block.paragraph(["an apple a day keeps the doctor away"])]) { blocks, level in
      level % 2 == 0 ? [.quote(blocks)] : [.list(Block.List(items: [blocks]))]
    }
    let lines = deep.renderedAsText().split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix(" an apple a day keeps the") == true)
    #expect(lines.last?.hasSuffix("> doctor away") == true)
  }

  @Test func aBreakIsARule() {
    #expect(text(width: 10) { Block.quote([.thematicBreak]) } == "> --------\n")
    #expect(text(width: 0) { Block.thematicBreak } == String(repeating: "-", count: 72) + "\n")
  }

  /// Any text is shown unchanged, without control characters of a terminal.
  @Test(arguments: Hostile.positions)
  func untrustedTextIsHarmless(position: Position) {
    for text in Hostile.texts {
      let rendered = position.blocks(text).renderedAsText(width: 0)
      for line in text.split(whereSeparator: \.isNewline) where position.isShown {
        #expect(rendered.visible.contains(String(line).visible), "\(rendered)")
      }
      #expect(!rendered.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    }
  }

  @Test(arguments: Seeds.fixed(2, fresh: 2))
  func theWidthDoesNotChangeWords(seed: UInt64) {
    var document = RandomDocument(seed: seed)
    for _ in 0..<20 {
      let blocks = document.blocks()
      let text = blocks.renderedAsText(width: 40)
      #expect(text == blocks.renderedAsText(width: 40), "seed \(seed)")
      let words = { (text: String) in
        text.unicodeScalars.filter { !$0.properties.isWhitespace && !">-=".unicodeScalars.contains($0) }.map(
          String.init
        ).joined()
      }
      #expect(words(text) == words(blocks.renderedAsText(width: 0)), "seed \(seed)")
      #expect(text.isEmpty || text.hasSuffix("\n"))
      // Only a line of code, which is indented, may end with a space. Scalars are compared: an accent may follow the
      // indentation.
      #expect(!text.contains(" \n") || text.unicodeScalars.contains("    ".unicodeScalars), "seed \(seed): \(text)")
    }
  }
}
