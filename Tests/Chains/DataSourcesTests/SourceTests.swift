import Changesets
import DataSources
import Testing

@Suite struct SourceTests {
  @Test func anArrayHasOneSectionEvenWhenItIsEmpty() {
    let source = ArraySource([Int](), name: "Nothing")
    #expect(source.numberOfSections == 1)
    #expect(source.numberOfItems(inSection: 0) == 0)
    #expect(source.isEmpty)
    #expect(source.name(ofSection: 0) == "Nothing")
  }

  @Test func queriesIncludeAllSections() {
    let source = sections(["a", "b"], [], ["c", "b"], names: ["one", "two", "three"])
    #expect(source.numberOfItems == 4)
    #expect(!source.isEmpty)
    #expect(source.sectionNames == ["one", "two", "three"])
    #expect(source.items == ["a", "b", "c", "b"])
    #expect(source.itemsBySection == [["a", "b"], [], ["c", "b"]])
    #expect(source.paths.map(\.description) == ["(0, 0)", "(0, 1)", "(2, 0)", "(2, 1)"])
    #expect(source.path(of: "b") == ItemPath(0, 1))
    #expect(source.path(of: "z") == nil)
    #expect(source.contains(ItemPath(2, 1)))
    #expect(!source.contains(ItemPath(1, 0)))
    #expect(!source.contains(ItemPath(3, 0)))
  }

  @Test func pathsAreInReadingOrder() {
    let paths = [ItemPath(1, 0), ItemPath(0, 2), ItemPath(0, 1)]
    #expect(paths.sorted().map(\.description) == ["(0, 1)", "(0, 2)", "(1, 0)"])
  }
}
