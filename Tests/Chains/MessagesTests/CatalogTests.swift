import Changesets
import DataSources
import Foundation
import Messages
import TestKit
import Testing

/// Every standard selector: its name, its family, its default, and its route to the owner and back.
@Suite struct CatalogTests {
  @Test(arguments: Case.all) func selectorsAreAsExpected(_ selector: Case) throws { try selector.check() }

  @Test func everySelectorIsTested() throws {
    let text = try text(of: "Sources/Chains/Messages/Selectors/StandardSelectors.swift")
    let names = text.matches(of: /"(catalog:[^"]*)"/).map { String($0.output.1) }
    #expect(Set(Case.all.map(\.name)) == Set(names))
    #expect(Set(names).count == names.count && Case.all.count == names.count)
  }

  private func text(of file: String) throws -> String {
    return try String(contentsOf: packageFolder.appending(path: file), encoding: .utf8)
  }

  /// The expectations of a selector.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let check: @Sendable () throws -> Void

    var testDescription: String { name }

    /// - Parameters:
    ///   - arguments: The arguments sent to the chain.
    ///   - owned: The arguments that the owner receives; `nil` if the chain itself receives them.
    ///   - standard: The default, given the arguments.
    ///   - answer: The result of the owner's handler.
    ///   - returned: The result that the sender receives.
    init<Arguments: Equatable & Sendable, Result: Sendable>(
      _ name: String, _ family: SelectorFamily, _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments,
      _ owned: Arguments?, standard: Result, answer: Result, returned: Result? = nil
    ) {
      self.name = name
      check = {
        #expect(selector.name == name)
        #expect(selector.family == family)
        // vegetables; fruits: kiwi, lime, and fig and apple in their own section.
        let fruits = sectioned("fruits", [["fig", "apple"], ["rotten", "kiwi", "lime"]])
        let chain = concatenation(leaf("vegetables", ["beet"]), fruits.applying(.filter { $0 != "rotten" }))

        #expect(!chain.responds(to: selector))
        let unanswered = try chain.send(selector, arguments)
        #expect("\(unanswered)" == "\(standard)")
        #expect(try chain.deliver(selector, arguments).result == nil)

        var received: [Arguments] = []
        let receiver: any DataSource<String> = owned == nil ? chain : fruits
        receiver.on(selector) { (arguments: Arguments) -> Result in
          received.append(arguments)
          return answer
        }
        #expect(chain.responds(to: selector))
        #expect(chain.responds(to: selector, at: arguments))
        let answered = try chain.send(selector, arguments)
        #expect("\(answered)" == "\(returned ?? answer)")
        #expect(received == [owned ?? arguments])

        // Forwarding of another family does not affect messages of this one, and vice versa.
        chain.messages.forwarding = .everything(but: [family])
        #expect(chain.responds(to: selector) == (owned == nil))
        chain.messages.forwarding = .only([family])
        #expect(chain.responds(to: selector))
      }
    }

    private static func item<Result: Sendable>(
      _ name: String, _ family: SelectorFamily, _ selector: MessageSelector<ItemPath, Result>, standard: Result,
      answer: Result, returned: Result? = nil
    ) -> Case {
      Case(
        name, family, selector, ItemPath(2, 1), ItemPath(1, 2), standard: standard, answer: answer, returned: returned)
    }

    private static func item(_ name: String, _ family: SelectorFamily, _ selector: MessageSelector<ItemPath, Void>)
      -> Case
    {
      item(name, family, selector, standard: (), answer: ())
    }

    private static func section(
      _ name: String, _ family: SelectorFamily, _ selector: MessageSelector<SectionIndex, Void>
    ) -> Case {
      Case(name, family, selector, 2, 1, standard: (), answer: ())
    }

    private static func height(_ name: String, _ selector: MessageSelector<SectionIndex, Double?>) -> Case {
      Case(name, .layout, selector, 2, 1, standard: nil, answer: 12)
    }

    private static func title(_ name: String, _ selector: MessageSelector<SectionIndex, String?>) -> Case {
      Case(name, .titles, selector, 2, 1, standard: nil, answer: "Title")
    }

    private static func items(_ name: String, _ family: SelectorFamily, _ selector: MessageSelector<[ItemPath], Void>)
      -> Case
    {
      Case(
        name, family, selector, [ItemPath(2, 1), ItemPath(1, 0), ItemPath(0, 0)], [ItemPath(1, 2), ItemPath(0, 0)],
        standard: (), answer: ()
      )
    }

    private static let action = ItemAction("rename", title: "Rename …", isDestructive: false)

    static var all: [Case] {
      [
        item(
          "catalog:willSelectItemAtPath:", .selection, MessageSelector.willSelectItem, standard: ItemPath(2, 1),
          answer: ItemPath(0, 1), returned: ItemPath(1, 1)),
        item("catalog:didSelectItemAtPath:", .selection, MessageSelector.didSelectItem),
        item(
          "catalog:willDeselectItemAtPath:", .selection, MessageSelector.willDeselectItem, standard: ItemPath(2, 1),
          answer: nil),
        item("catalog:didDeselectItemAtPath:", .selection, MessageSelector.didDeselectItem),
        item(
          "catalog:shouldHighlightItemAtPath:", .highlight, MessageSelector.shouldHighlightItem, standard: true,
          answer: false),
        item("catalog:didHighlightItemAtPath:", .highlight, MessageSelector.didHighlightItem),
        item("catalog:didUnhighlightItemAtPath:", .highlight, MessageSelector.didUnhighlightItem),
        item("catalog:canFocusItemAtPath:", .focus, MessageSelector.canFocusItem, standard: true, answer: false),
        item("catalog:willDisplayItemAtPath:", .display, MessageSelector.willDisplayItem),
        item("catalog:didEndDisplayingItemAtPath:", .display, MessageSelector.didEndDisplayingItem),
        section("catalog:willDisplayHeaderOfSection:", .display, MessageSelector.willDisplayHeader),
        section("catalog:didEndDisplayingHeaderOfSection:", .display, MessageSelector.didEndDisplayingHeader),
        section("catalog:willDisplayFooterOfSection:", .display, MessageSelector.willDisplayFooter),
        section("catalog:didEndDisplayingFooterOfSection:", .display, MessageSelector.didEndDisplayingFooter),
        items("catalog:prefetchItemsAtPaths:", .prefetching, MessageSelector.prefetchItems),
        items("catalog:cancelPrefetchingForItemsAtPaths:", .prefetching, MessageSelector.cancelPrefetchingItems),
        item(
          "catalog:sizeForItemAtPath:", .layout, MessageSelector.sizeOfItem, standard: nil,
          answer: ItemSize(width: 3, height: 4)),
        item("catalog:heightForRowAtPath:", .layout, MessageSelector.heightOfRow, standard: nil, answer: 44),
        item(
          "catalog:estimatedHeightForRowAtPath:", .layout, MessageSelector.estimatedHeightOfRow, standard: nil,
          answer: 44),
        item(
          "catalog:indentationLevelForItemAtPath:", .layout, MessageSelector.indentationLevelOfItem, standard: 0,
          answer: 2),
        height("catalog:heightForHeaderInSection:", MessageSelector.heightOfHeader),
        height("catalog:heightForFooterInSection:", MessageSelector.heightOfFooter),
        height("catalog:estimatedHeightForHeaderInSection:", MessageSelector.estimatedHeightOfHeader),
        height("catalog:estimatedHeightForFooterInSection:", MessageSelector.estimatedHeightOfFooter),
        Case(
          "catalog:shouldUpdateFocus:ofItemAtPath:", .focus, .shouldUpdateFocus,
          FocusUpdate(isFocused: true, at: ItemPath(2, 1)), FocusUpdate(isFocused: true, at: ItemPath(1, 2)),
          standard: true,
          answer: false),
        Case(
          "catalog:didUpdateFocus:ofItemAtPath:", .focus, .didUpdateFocus,
          FocusUpdate(isFocused: false, at: ItemPath(2, 1)), FocusUpdate(isFocused: false, at: ItemPath(1, 2)),
          standard: (),
          answer: ()),
        item(
          "catalog:shouldSpringLoadItemAtPath:", .selection, MessageSelector.shouldSpringLoadItem, standard: true,
          answer: false),
        item("catalog:willBeginEditingItemAtPath:", .editing, MessageSelector.willBeginEditingItem),
        item("catalog:didEndEditingItemAtPath:", .editing, MessageSelector.didEndEditingItem),
        item(
          "catalog:shouldIndentWhileEditingItemAtPath:", .editing, MessageSelector.shouldIndentWhileEditing,
          standard: true, answer: false),
        item(
          "catalog:editingStyleForItemAtPath:", .editing, MessageSelector.editingStyleOfItem, standard: .delete,
          answer: .insert),
        item(
          "catalog:titleForDeleteConfirmationButtonForItemAtPath:", .editing,
          MessageSelector.titleOfDeleteConfirmation, standard: nil, answer: "Bin"),
        item("catalog:canEditItemAtPath:", .editing, MessageSelector.canEditItem, standard: false, answer: true),
        Case(
          "catalog:commitEditingStyle:forItemAtPath:", .editing, .commitEdit,
          EditCommit(.delete, at: ItemPath(2, 1)), EditCommit(.delete, at: ItemPath(1, 2)), standard: (), answer: ()),
        items("catalog:deleteItemsAtPaths:", .editing, MessageSelector.deleteItems),
        item(
          "catalog:editActionsForItemAtPath:", .editing, MessageSelector.editActions, standard: [], answer: [action]),
        item("catalog:canMoveItemAtPath:", .moving, MessageSelector.canMoveItem, standard: false, answer: true),
        Case(
          "catalog:targetPathForMoveFromItemAtPath:toProposedPath:", .moving, .targetOfMove,
          ItemMove(from: ItemPath(2, 1), to: ItemPath(1, 2)), ItemMove(from: ItemPath(1, 2), to: ItemPath(0, 2)),
          standard: MoveTarget(ItemPath(1, 2)), answer: MoveTarget(ItemPath(1, 1)), returned: MoveTarget(ItemPath(2, 0))
        ),
        Case(
          "catalog:moveItemAtPath:toPath:", .moving, .moveItem, ItemMove(from: ItemPath(1, 1), to: ItemPath(2, 0)),
          ItemMove(from: ItemPath(0, 1), to: ItemPath(1, 1)), standard: (), answer: ()),
        title("catalog:titleForHeaderInSection:", MessageSelector.titleOfHeader),
        title("catalog:titleForFooterInSection:", MessageSelector.titleOfFooter),
        Case(
          "catalog:sectionIndexTitles", .titles, .indexTitles, NoArguments(), nil, standard: [],
          answer: ["A", "B"]),
        Case(
          "catalog:sectionForSectionIndexTitle:atIndex:", .titles, .sectionOfIndexTitle,
          IndexTitle("B", at: 1), nil, standard: 1, answer: 0),
        item("catalog:performPrimaryActionForItemAtPath:", .selection, MessageSelector.performPrimaryAction),
        Case(
          "catalog:didChangeSearchText:", .other, .didChangeSearchText, "pear", nil, standard: (), answer: ()),
        item("catalog:accessoryTappedForItemAtPath:", .accessory, MessageSelector.didTapAccessory),
        item(
          "catalog:shouldShowMenuForItemAtPath:", .menu, MessageSelector.shouldShowMenu, standard: false, answer: true),
        Case(
          "catalog:canPerformAction:forItemAtPath:", .menu, .canPerformAction,
          ItemCommand("copy", at: ItemPath(2, 1)), ItemCommand("copy", at: ItemPath(1, 2)), standard: false,
          answer: true),
        Case(
          "catalog:performAction:forItemAtPath:", .menu, .performAction, ItemCommand("copy", at: ItemPath(2, 1)),
          ItemCommand("copy", at: ItemPath(1, 2)), standard: (), answer: ()),
        item(
          "catalog:leadingSwipeActionsForItemAtPath:", .swipeActions, MessageSelector.leadingActions, standard: [],
          answer: [action]),
        item(
          "catalog:trailingSwipeActionsForItemAtPath:", .swipeActions, MessageSelector.trailingActions, standard: [],
          answer: [action]),
      ]
    }
  }

  // MARK: - Moves between sources

  @Test func aMoveBetweenSourcesIsRefusedAndItsTargetClamped() throws {
    let (fruits, nuts) = (leaf("fruits", ["a", "b"]), leaf("nuts", ["c"]))
    var moves: [ItemMove] = []
    for source in [fruits, nuts] {
      source.on(.moveItem) { move in moves.append(move) }
      source.on(.targetOfMove) { move in MoveTarget(move.to) }
    }
    let top = concatenation(fruits, nuts)
    let move = ItemMove(from: ItemPath(0, 0), to: ItemPath(1, 0))
    #expect(try top.deliver(.moveItem, move).result == nil)
    #expect(moves.isEmpty)
    #expect(try top.send(.targetOfMove, move) == MoveTarget(ItemPath(0, 1)))
    top.on(.moveItem, in: .acrossSources) { move in moves.append(move) }
    try top.send(.moveItem, move)
    #expect(moves == [move])
  }

  @Test func eachOwnerDeletesItsOwnItems() throws {
    let (fruits, nuts) = (leaf("fruits", ["a", "b", "c"]), leaf("nuts", ["d", "e"]))
    for source in [fruits, nuts] {
      source.on(.deleteItems) { source, paths in
        for path in paths.sorted().reversed() { source.remove(at: path.item) }
      }
    }
    let top = concatenation(fruits, nuts).applying(.reverse())
    try top.send(.deleteItems, [ItemPath(0, 0), ItemPath(1, 1), ItemPath(0, 2)])
    #expect(top.itemsBySection == [["b"], ["e"]])
  }

  // MARK: - Arguments as data

  @Test func argumentsAreCodable() throws {
    func check<Value: Codable & Equatable>(_ value: Value, _ json: String) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == json)
      #expect(try JSONDecoder().decode(Value.self, from: Data(json.utf8)) == value)
    }
    try check(SectionIndex(3), "3")
    try check(MoveTarget(ItemPath(1, 2)), "[1,2]")
    try check(ItemMove(from: ItemPath(0, 1), to: ItemPath(2, 3)), #"{"from":[0,1],"to":[2,3]}"#)
    try check(EditCommit(.insert, at: ItemPath(0, 1)), #"{"path":[0,1],"style":"insert"}"#)
    try check(ItemCommand("copy", at: ItemPath(0, 1)), #"{"action":"copy","path":[0,1]}"#)
    try check(FocusUpdate(isFocused: true, at: ItemPath(0, 1)), #"{"isFocused":true,"path":[0,1]}"#)
    try check(IndexTitle("A", at: 2), #"{"position":2,"title":"A"}"#)
    try check(NoArguments(), "{}")
    try check(ItemSize(width: 1.5, height: 2), #"{"height":2,"width":1.5}"#)
    try check(ItemAction("a", title: "b", isDestructive: true), #"{"identifier":"a","isDestructive":true,"title":"b"}"#)
  }
}
