import DocumentModel

/// A document with every kind of block and inline.
enum Sample {
  @BlockBuilder static var blocks: [Block] {
    Block.heading(level: 1, ["Apples & pears"])
    Block.paragraph([
      "Some ", .emphasis(["fruit"]), " of ", .strong(["the ", .emphasis(["old"]), " orchard"]), ", sold as ",
      .code("kg"), .softBreak, "or by the ",
      .link(destination: "https://example.org/box?a=1&b=2", title: "A box", ["box"]),
      ";", .lineBreak, "see the ", .link(destination: "../pears.html", title: "", [.code("pears")]), ".",
    ])
    Block.heading(level: 2, ["Kinds"])
    lists
    Block.quote([
      .paragraph(["An apple a day", .lineBreak, "keeps the doctor away."]),
      .list(Block.List(items: [[.paragraph(["said once"])]])),
    ])
    Block.heading(level: 6, ["The smallest print"])
    Block.code("for apple in apples {\n\n  .eat(apple)\n}\n", info: "swift")
    Block.code("all: apples\n\tcc -o pie\tapples.c\n", info: "make")
    Block.code("```\na fence in `code`\n```", info: "")
    Block.thematicBreak
    data
    Block.paragraph([
      .image(source: "https://example.org/apple.png", title: "", ["An apple from afar"]), " and ",
      .image(source: "images/apple.png", title: "Ours", ["An apple of ours"]), " with ", .code("a `tick`"), ".",
    ])
  }

  @BlockBuilder private static var lists: [Block] {
    Block.list(
      Block.List(
        items: [
          [
            .paragraph(["Red"]),
            .list(
              Block.List(
                .ordered(start: 1),
                items: [[.paragraph(["Gala"])], [.paragraph(["Idared"])]])),
          ],
          [.paragraph(["Green"])],
        ]))
    Block.list(
      Block.List(
        .ordered(start: 3, delimiter: .parenthesis), isTight: false,
        items: [
          [.paragraph(["Wash it."]), .paragraph(["Dry it."]), .code("dry --all\n", info: "sh")],
          [
            .paragraph(["Cut it:"]),
            .list(Block.List(items: [[.paragraph(["in halves"])], [.paragraph(["in quarters"])]])),
          ],
        ]))
  }

  @BlockBuilder private static var data: [Block] {
    Block.properties([
      Block.Property(label: ["Colour"], value: ["red"]),
      Block.Property(label: ["Shelf life [days]"], value: ["90", .lineBreak, "in the cold"]),
    ])
    Block.table(
      Block.Table(
        header: [["Kind"], ["Weight"], ["Taste"]],
        rows: [[["Gala"], ["150 g"], [.emphasis(["sweet"])]], [["Idared"], ["180 g"]]],
        alignments: [.left, .right, .center], namesRows: true))
  }
}
