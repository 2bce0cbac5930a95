import DocumentModel
import Testing

@Suite struct RewritingTests {
  @Test func `blocks are rewritten from the inside out, and results are not rewritten again`() {
    let blocks: [Block] = [
      .quote([.list(Block.List(items: [[.paragraph(["a"])], [.thematicBreak]]))]), .paragraph(["a"]),
    ]
    var visited: [Block] = []
    let rewritten = blocks.flatMapBlocks { block in
      visited.append(block)
      return switch block {
      case .paragraph: [block, .quote([.paragraph(["new"])])]
      case .thematicBreak: []
      default: [block]
      }
    }
    let twice: [Block] = [.paragraph(["a"]), .quote([.paragraph(["new"])])]
    let list = Block.list(Block.List(items: [twice, []]))
    #expect(rewritten == [.quote([list])] + twice)
    #expect(visited == [.paragraph(["a"]), .thematicBreak, list, .quote([list]), .paragraph(["a"])])
  }

  @Test func `inlines are rewritten from the inside out, and results are not rewritten again`() {
    let link = Inline.link(destination: "x", title: "t", ["a", .code("c")])
    let picture = Inline.image(source: "y", title: "", ["a"])
    let inlines: [Inline] = [.strong([.emphasis([link])]), picture, .softBreak, "a"]
    let rewritten = inlines.flatMapInlines { inline in
      switch inline {
      case .text("a"): ["a", .emphasis(["a"])]
      case .code: []
      case .emphasis(let inner): inner
      default: [inline]
      }
    }
    let twice: [Inline] = ["a", .emphasis(["a"])]
    #expect(
      rewritten == [
        .strong([.link(destination: "x", title: "t", twice)]), .image(source: "y", title: "", twice), .softBreak,
      ] + twice)
  }

  @Test func `inlines without a replacement are kept`() {
    let inlines: [Inline] = ["a", .strong(["b", .code("c")]), .link(destination: "x", title: "", ["b"])]
    #expect(inlines.flatMapInlines { _ in nil } == inlines)
    let rewritten = inlines.flatMapInlines { $0 == "b" ? ["d", "e"] : nil }
    #expect(
      rewritten == ["a", .strong(["d", "e", .code("c")]), .link(destination: "x", title: "", ["d", "e"])])
  }

  @Test func `every run of inlines is rewritten once`() {
    let blocks: [Block] = [
      .heading(level: 1, ["a"]), .paragraph(["b"]), .quote([.paragraph(["c"])]),
      .list(Block.List(items: [[.paragraph(["d"])]])),
      .properties([Block.Property(label: ["e"], value: ["f"])]),
      .table(Block.Table(header: [["g"]], rows: [[["h"]]], alignments: [.right], namesRows: true)),
      .code("code", info: "i"),
      .thematicBreak,
    ]
    var runs: [String] = []
    let same = blocks.mapInlines { inlines in
      runs.append(inlines.plainText)
      return inlines
    }
    #expect(same == blocks)
    #expect(runs == ["a", "b", "c", "d", "e", "f", "g", "h"])
    #expect(blocks.mapInlines { $0 + ["!"] }.plainText == "a!\nb!\nc!\nd!\ne!: f!\ng!\nh!\ncode\n")
  }

  @Test func `destinations of links and pictures, in each other too`() {
    let blocks: [Block] = [
      .quote([.paragraph([.link(destination: "a", title: "t", [.image(source: "b", title: "u", ["x"])])])])
    ]
    #expect(
      blocks.mapDestinations(ofLinks: { "../" + $0 }, ofImages: { "./" + $0 }) == [
        .quote([.paragraph([.link(destination: "../a", title: "t", [.image(source: "./b", title: "u", ["x"])])])])
      ])
  }

  @Test func `headings move down, to level 6 at most`() {
    let blocks: [Block] = [.heading(level: 1, ["a"]), .quote([.heading(level: 5, ["b"])]), .heading(level: 6, ["c"])]
    #expect(
      blocks.shiftingHeadings(by: 2) == [
        .heading(level: 3, ["a"]), .quote([.heading(level: 6, ["b"])]), .heading(level: 6, ["c"]),
      ])
    #expect(blocks.shiftingHeadings(by: 0) == blocks)
  }

  @Test(arguments: [(-3, "h1"), (0, "h1"), (1, "h1"), (6, "h6"), (7, "h6"), (Int.max, "h6")])
  func `a level that does not exist is the nearest one`(level: Int, element: String) {
    #expect([.heading(level: level, ["a"])].rendered(as: .html) == "<\(element)>a</\(element)>\n")
  }

  @Test(arguments: [(-3, 0), (0, 0), (3, 3), (Int.max, 999_999_998)])
  func `a number that does not exist is the nearest one`(start: Int, read: Int) {
    let blocks = [Block.list(Block.List(.ordered(start: start), items: [[.paragraph(["a"])]]))]
    #expect(
      [Block](markdown: blocks.rendered(as: .markdown)) == [
        .list(Block.List(.ordered(start: read), items: [[.paragraph(["a"])]]))
      ])
  }

  @Test func `the text of a table is that of its columns`() {
    let table = Block.Table(header: [["a"], ["b"]], rows: [[["1"]], [["2"], ["3"], ["4"]]])
    #expect([Block.table(table)].plainText == "a\tb\n1\t\n2\t3")
  }
}
