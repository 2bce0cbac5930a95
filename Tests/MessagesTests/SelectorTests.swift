import Changesets
import DataSources
import Messages
import Testing

@Suite struct SelectorTests {
  @Test func aNameIsOneSelector() throws {
    let first = MessageSelector<ItemPath, Int>("test:intern:", family: .menu)
    let second = try MessageSelector<ItemPath, Int>(declaring: "test:intern:")
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(Set([first, second]).count == 1)
    // As it was declared first.
    #expect(second.family == .menu)
    #expect("\(second)" == "test:intern:")
  }

  @Test func otherNamesAreOtherSelectors() {
    #expect(MessageSelector.drop != MessageSelector.dropNearby)
  }

  @Test(arguments: 0..<3) func aNameHasOneSignature(_ other: Int) throws {
    _ = MessageSelector<ItemPath, Int>("test:conflict:")
    let error = error { () throws(MessageError) in
      switch other {
      case 0: _ = try MessageSelector<ItemPath, String>(declaring: "test:conflict:")
      case 1: _ = try MessageSelector<SectionIndex, Int>(declaring: "test:conflict:")
      default: _ = try MessageSelector<[ItemPath], Void>(declaring: "test:conflict:")
      }
    }
    let types = ["(ItemPath) -> String", "(SectionIndex) -> Int", "(Array<ItemPath>) -> ()"][other]
    #expect(error?.code == .signatureConflict)
    #expect(error?.selector == "test:conflict:")
    #expect(
      error?.description
        == "“test:conflict:” is (ItemPath) -> Int, and cannot be \(types), too. Choose another name.")
  }

  @Test func aConflictEndsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = MessageSelector<ItemPath, Int>("test:fatal:")
      _ = MessageSelector<ItemPath, String>("test:fatal:")
    }
  }

  /// In a program of its own, where nobody has used the catalog yet.
  @Test func aNameFromElsewhereIsNoneOfTheCatalog() async {
    await #expect(processExitsWith: .success) {
      #expect(throws: MessageError.self) { try MessageSelector<NoArguments, Int>(declaring: "catalog:didSelectItemAtPath:") }
      #expect(MessageSelector.didSelectItem.family == .selection)
    }
  }

  /// In a program of its own, where nobody has used the catalog yet: it is the one who takes the name who hears of it.
  @Test func whoTakesANameOfTheCatalogHearsOfIt() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = MessageSelector<NoArguments, Int>("catalog:didSelectItemAtPath:")
    }
    let text = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        "“catalog:didSelectItemAtPath:” is (ItemPath) -> (), and cannot be (NoArguments) -> Int, too. Choose another name."
      ))
  }

  /// In a program of its own, where nobody has used the catalog yet.
  @Test func aNameOfTheCatalogIsItsSelectorWhoeverComesFirst() async {
    await #expect(processExitsWith: .success) {
      let selector = MessageSelector<ItemPath, Bool>("catalog:canEditItemAtPath:", default: { _ in true })
      let answer = try ArraySource([1]).send(selector, ItemPath(section: 0, item: 0))
      #expect(selector == MessageSelector.canEditItem && selector.family == .editing && !answer)
    }
  }

  @Test func whatAsksForNoResultHasADefault() throws {
    let source = ArraySource(["a"])
    #expect(try source.deliver(.note, ItemPath(section: 0, item: 0)).result == nil)
    try source.send(.note, ItemPath(section: 0, item: 0))
  }
}
