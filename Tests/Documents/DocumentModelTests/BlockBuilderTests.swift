import DocumentModel
import Testing

@Suite struct BlockBuilderTests {
  @BlockBuilder private func blocks(_ names: [String], isLong: Bool) -> [Block] {
    Block.heading(level: 1, ["Apples"])
    if isLong {
      Block.paragraph(["All of them:"])
    }
    for name in names {
      Block.paragraph([.text(name)])
      Block.thematicBreak
    }
    if names.isEmpty {
      Block.paragraph(["none"])
    } else {
      [Block.paragraph(["some"]), Block.paragraph(["end"])]
    }
  }

  @Test func `conditions and loops`() {
    #expect(blocks([], isLong: false) == [.heading(level: 1, ["Apples"]), .paragraph(["none"])])
    #expect(
      blocks(["Gala", "Idared"], isLong: true) == [
        .heading(level: 1, ["Apples"]), .paragraph(["All of them:"]), .paragraph(["Gala"]), .thematicBreak,
        .paragraph(["Idared"]), .thematicBreak, .paragraph(["some"]), .paragraph(["end"]),
      ])
  }
}
