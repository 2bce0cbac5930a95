import Changesets
import DataSources
import Messages
import Testing

/// The routes of messages, and their receivers.
@Suite struct ForwardingTests {
  private let fruits = leaf("fruits", ["apple", "fig", "kiwi"])
  private let nuts = leaf("nuts", ["pecan", "walnut"])
  private let top: Transform<Mappings.Filter<String>>
  private let log = Log()

  init() {
    top = concatenation(fruits, nuts).applying(.filter { $0 != "fig" })
    fruits.answerAll(log)
    nuts.answerAll(log)
  }

  @Test func anItemsOwnerReceivesItsOwnPath() throws {
    #expect(try top.send(.describe, ItemPath(0, 1)) == "fruits (0, 2) kiwi")
    #expect(try top.send(.describe, ItemPath(1, 1)) == "nuts (0, 1) walnut")
  }

  @Test func aSectionsOwnerReceivesItsOwnIndex() throws {
    #expect(try top.send(.describeSection, 0) == "fruits section 0")
    #expect(try top.send(.describeSection, 1) == "nuts section 0")
  }

  @Test func messagesWithoutAPlaceAreNotForwarded() throws {
    fruits.on(.wake) { _ in 1 }
    #expect(error { () throws(MessageError) in try top.send(.wake, NoArguments()) }?.code == .noHandler)
    #expect(!top.responds(to: .wake))
    #expect(!top.responds(to: .wake, at: NoArguments()))
    #expect(fruits.responds(to: .wake))
    top.on(.wake) { _ in 2 }
    #expect(try top.send(.wake, NoArguments()) == 2)
    #expect(top.responds(to: .wake))
  }

  @Test func theFirstSourceWithAHandlerReceivesTheMessage() throws {
    top.on(.describe) { path in "top \(path)" }
    #expect(try top.send(.describe, ItemPath(0, 1)) == "top (0, 1)")
    #expect(log.entries.isEmpty)
  }

  @Test func messagesOutsideOfAllScopesAreForwarded() throws {
    top.on(.describe, in: .section(1)) { path in "top \(path)" }
    #expect(try top.send(.describe, ItemPath(0, 0)) == "fruits (0, 0) apple")
    #expect(try top.send(.describe, ItemPath(1, 0)) == "top (1, 0)")
  }

  /// With a table at the sender, and without.
  @Test(arguments: [false, true]) func messagesForMissingPlacesAreNotDelivered(_ hasTable: Bool) throws {
    if hasTable { top.on(.note) { _ in } }
    for section in [Int.min, -1, 0, 1, 2, 3, Int.max] {
      for item in [Int.min, -1, 0, 1, 2, Int.max] where !top.contains(ItemPath(section, item)) {
        #expect(try top.deliver(.describe, ItemPath(section, item)) == .unanswered(.noReceiver))
        #expect(try fruits.deliver(.describe, ItemPath(section, 5)) == .unanswered(.noReceiver))
        #expect(!top.responds(to: .describe, at: ItemPath(section, item)))
        let route = top.deliveryPaths(of: .describe, ItemPath(section, item))
        #expect(route.map(\.end) == [.unanswered(.noReceiver)])
      }
      if !(0..<2).contains(section) {
        #expect(try top.deliver(.describeSection, SectionIndex(section)) == .unanswered(.noReceiver))
        #expect(try fruits.deliver(.describeSection, SectionIndex(section)) == .unanswered(.noReceiver))
      }
    }
    #expect(log.entries.isEmpty)
  }

  @Test func anErrorSaysThatAPlaceDoesNotExist() {
    let error = error { () throws(MessageError) in try top.send(.describe, ItemPath(0, 5)) }
    #expect(error?.code == .noReceiver)
    #expect(
      error?.description
        == "“test:describeItemAtPath:” is about a place that does not exist. The message went to Filter (0, 5)."
    )
  }

  @Test func anErrorSaysThatNoHandlerResponds() {
    let error = error { () throws(MessageError) in try top.send(.neighbour, ItemPath(1, 1)) }
    #expect(error?.code == .noHandler)
    #expect(
      error?.description
        == "Nobody responds to “test:neighbourOfItemAtPath:”, and it has no default result. "
        + "The message went to Filter (1, 1) → Concatenate (1, 1) → nuts (0, 1).")
  }

  @Test func defaultsReplaceMissingHandlers() throws {
    #expect(try top.send(.willSelectItem, ItemPath(0, 1)) == ItemPath(0, 1))
    #expect(try top.deliver(.willSelectItem, ItemPath(0, 1)) == .unanswered(.noHandler))
    #expect(try top.send(.canEditItem, ItemPath(0, 1)) == false)
    nuts.on(.canEditItem) { _ in true }
    #expect(try top.send(.canEditItem, ItemPath(0, 1)) == false)
    #expect(try top.send(.canEditItem, ItemPath(1, 1)))
  }

  // MARK: - Forwarding

  @Test func aSourceForwardsTheGivenFamilies() throws {
    let selection = MessageSelector<ItemPath, String>("test:selection:", family: .selection)
    let focus = MessageSelector<ItemPath, String>("test:focus:", family: .focus)
    let titles = MessageSelector<ItemPath, String>("test:titles:", family: .titles)
    for selector in [selection, focus, titles] { nuts.on(selector) { _ in selector.name } }

    func forwarded(_ forwarding: Forwarding) throws -> [String] {
      top.messages.forwarding = forwarding
      return try [selection, focus, titles].compactMap { selector in
        let result = try top.deliver(selector, ItemPath(1, 0)).result
        #expect(top.responds(to: selector) == (result != nil))
        #expect(top.responds(to: selector, at: ItemPath(1, 0)) == (result != nil))
        #expect(forwarding.includes(selector) == (result != nil))
        return result
      }
    }
    #expect(try forwarded(.everything) == ["test:selection:", "test:focus:", "test:titles:"])
    #expect(try forwarded(.only([])) == [])
    #expect(try forwarded(.only([.focus])) == ["test:focus:"])
    #expect(try forwarded(.only([.focus], andSelectors: ["test:titles:"])) == ["test:focus:", "test:titles:"])
    #expect(try forwarded(.everything(but: [.focus])) == ["test:selection:", "test:titles:"])
    #expect(
      try forwarded(.everything(but: [.focus, .titles], andSelectors: ["test:focus:"]))
        == ["test:selection:", "test:focus:"])
    #expect(try forwarded(.everything(but: [])) == ["test:selection:", "test:focus:", "test:titles:"])
  }

  @Test func messagesThatAreNotForwardedReachOwnHandlers() throws {
    top.messages.forwarding = .only([])
    #expect(try top.deliver(.describe, ItemPath(0, 0)) == .unanswered(.noHandler))
    top.on(.describe) { _ in "top" }
    #expect(try top.send(.describe, ItemPath(0, 0)) == "top")
    #expect(log.entries.isEmpty)
  }

  @Test func eachSourceHasItsOwnForwarding() throws {
    let other = fruits.applying(.reverse())
    top.messages.forwarding = .only([])
    #expect(try other.send(.describe, ItemPath(0, 0)) == "fruits (0, 2) kiwi")
  }

  @Test func aLinkInTheMiddleStopsForwarding() throws {
    let outer = top.applying(.sort { $0 < $1 })
    top.messages.forwarding = .everything(but: [.other])
    #expect(!outer.responds(to: .describe))
    #expect(try outer.deliver(.describe, ItemPath(0, 0)) == .unanswered(.noHandler))
    #expect(
      outer.deliveryPaths(of: .describe, ItemPath(0, 0)).map(\.description)
        == ["Sort (0, 0) → Filter (0, 0) → no handler"])
  }

  // MARK: - A source's own items and sections

  @Test func aTransformReceivesMessagesForItsOwnItems() throws {
    let listed = fruits.applying(
      Mappings.InsertSeparators<String, String> { before, after in before == nil ? nil : "—" })
    let outer = listed.applying(.notify())
    // apple — fig — kiwi —
    #expect(try outer.send(.describe, ItemPath(0, 4)) == "fruits (0, 2) kiwi")
    #expect(try outer.deliver(.describe, ItemPath(0, 1)) == .unanswered(.noHandler))
    #expect(try outer.deliver(.describe, ItemPath(0, 6)) == .unanswered(.noReceiver))
    listed.on(
      .describe,
      in: .items(named: "separators") { source, path in
        source.sourcePath(for: path) == nil
      }
    ) { path in "separator \(path)" }
    #expect(try outer.send(.describe, ItemPath(0, 1)) == "separator (0, 1)")
    #expect(try outer.send(.describe, ItemPath(0, 4)) == "fruits (0, 2) kiwi")
  }

  @Test func aTransformReceivesMessagesForMergedSections() throws {
    let groceries = concatenation(fruits, nuts)
    let all = groceries.applying(.flatten())
    #expect(try all.send(.describe, ItemPath(0, 4)) == "nuts (0, 1) walnut")
    #expect(try all.deliver(.describeSection, 0) == .unanswered(.noHandler))
    #expect(try all.deliver(.describeSection, 1) == .unanswered(.noReceiver))
    all.on(.describeSection) { section in "all \(section)" }
    #expect(try all.send(.describeSection, 0) == "all 0")
  }

  @Test func placesOfAllTransformsAreConvertedCorrectly() throws {
    let sections = sectioned("leaf", [["a", "b", "c"], [], ["d", "e"]])
    let other = leaf("other", ["x", "y"])
    let transforms: [any DataSource<String>] = [
      sections.applying(.filter { $0 != "b" }), sections.applying(.removeEmptySections()),
      sections.applying(.flatten()), sections.applying(.sort { $0 > $1 }), sections.applying(.group { $0 }),
      sections.applying(.window(offset: 1, count: 1)), sections.applying(.collapse([0], showing: 1)),
      sections.applying(.reverse(reversesSections: true)), sections.applying(.notify()),
      sections.applying(.switch(isOn: true)), sections.applying(.switch(isOn: false)), sections.applying(.hide()),
      sections.applying(.removeDuplicates()), sections.applying(.sortSections { $0.count > $1.count }),
      sections.applying(.map { $0 + "!" }),
      Transform(of: [sections, other], by: .insert(at: ItemPath(0, 1))),
      Transform(of: [sections, other], by: .showPlaceholder()),
      Transform(of: [sections, other], by: .select(selection: 1)), concatenation(sections, other),
      Transform(of: [sections, other], by: .filterByKey(.except, by: { $0 })),
    ]
    sections.on(.describe) { source, path in source.item(at: path) }
    other.on(.describe) { source, path in source.item(at: path) }
    for transform in transforms {
      let outer = transform.applying(.notify())
      for source in [transform, outer] {
        for section in [Int.min, -1, 0, 1, 2, 3, 4, 5, Int.max] {
          for item in [Int.min, -1, 0, 1, 2, 3, 4, 5, 6, Int.max] {
            let place = ItemPath(section, item)
            let expected = source.contains(place) ? String(source.item(at: place).prefix(1)) : nil
            let outcome = try source.deliver(.describe, place)
            #expect(
              outcome == (expected.map { .answered($0) } ?? .unanswered(.noReceiver)), "\(transform.link.name) \(place)"
            )
          }
        }
      }
    }
  }

  // MARK: - Queries without sending

  @Test func routesListEveryHop() {
    #expect(
      top.deliveryPaths(of: .describe, ItemPath(0, 1)).map(\.description)
        == ["Filter (0, 1) → Concatenate (0, 2) → fruits (0, 2) → handler for everything"])
    #expect(
      top.deliveryPaths(of: .describeSection, 1).map(\.description)
        == ["Filter section 1 → Concatenate section 1 → nuts section 0 → handler for everything"])
    #expect(
      top.deliveryPaths(of: .wake, NoArguments()).map(\.description) == ["Filter → no handler"])
    #expect(log.entries.isEmpty)
  }

  @Test func respondingDependsOnThePlace() {
    let silent = leaf("silent", ["x"])
    let both = concatenation(fruits, silent)
    #expect(both.responds(to: .describe))
    #expect(both.responds(to: .describe, at: ItemPath(0, 0)))
    #expect(!both.responds(to: .describe, at: ItemPath(1, 0)))
    #expect(both.responds(to: .describeAll, at: [ItemPath(1, 0), ItemPath(0, 0)]))
    #expect(!both.responds(to: .describeAll, at: [ItemPath(1, 0), ItemPath(2, 0)]))
    #expect(!both.responds(to: .describeAll, at: []))
    #expect(log.entries.isEmpty)
  }
}
