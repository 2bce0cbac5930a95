import Changesets
import DataSources
import Messages
import Testing

@Suite struct SelectorTests {
  @Test func aNameIsOneSelector() {
    let first = MessageSelector<ItemPath, Int>("test:one:", family: .menu)
    let second = MessageSelector<ItemPath, Int>("test:one:")
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(Set([first, second]).count == 1)
    #expect(first.family == .menu && second.family == .other)
    #expect("\(second)" == "test:one:")
  }

  @Test func otherNamesAreOtherSelectors() {
    #expect(MessageSelector.drop != .dropNearby)
  }

  /// One name, also of a standard selector, may be used with other types: a handler receives only the messages it was
  /// registered for.
  @Test func aNameWithOtherTypesIsAnotherSelector() throws {
    let source = ArraySource(["a"])
    let path = ItemPath(0, 0)
    source.on(MessageSelector<ItemPath, Int>("test:types:")) { _ in 1 }
    source.on(MessageSelector<SectionIndex, Int>("test:types:")) { _ in 2 }
    source.on(MessageSelector<NoArguments, Int>("catalog:didSelectItemAtPath:")) { _ in 3 }
    #expect(try source.send(MessageSelector<ItemPath, Int>("test:types:"), path) == 1)
    #expect(try source.send(MessageSelector<SectionIndex, Int>("test:types:"), 0) == 2)
    #expect(try source.deliver(MessageSelector<ItemPath, String>("test:types:"), path) == .unanswered(.noHandler))
    #expect(try source.send(MessageSelector<NoArguments, Int>("catalog:didSelectItemAtPath:"), NoArguments()) == 3)
    #expect(!source.responds(to: .didSelectItem))
  }

  @Test func theDefaultIsThatOfTheSender() throws {
    let selector = MessageSelector<ItemPath, Bool>("catalog:canEditItemAtPath:", default: { _ in true })
    let source = ArraySource([1])
    let path = ItemPath(0, 0)
    #expect(try source.send(selector, path))
    #expect(try !source.send(.canEditItem, path))
    source.on(.canEditItem) { _ in false }
    #expect(try !source.send(selector, path), "It is the same selector.")
  }

  @Test func selectorsWithoutAResultHaveADefault() throws {
    let source = ArraySource(["a"])
    #expect(try source.deliver(.note, ItemPath(0, 0)).result == nil)
    try source.send(.note, ItemPath(0, 0))
  }
}
