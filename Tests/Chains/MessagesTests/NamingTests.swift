import Changesets
import DataSources
import Foundation
import Messages
import Testing

/// Messages that are sent by name, with arguments in JSON.
@Suite struct NamingTests {
  private struct Spoilt: Error {}

  private static let ratio = MessageSelector<ItemPath, Double>("test:ratio:")

  private let fruits = sectioned("fruits", [["apple", "fig"], ["kiwi", "lime"]])
  private let top: Transform<Mappings.Concatenate<String>>
  private let log = Log()

  init() {
    top = concatenation(leaf("nuts", ["pecan"]), fruits)
    fruits.answerAll(log)
    top.messages.allow(.describe)
    top.messages.allow(.describeAll)
    top.messages.allow(.rename)
  }

  private func send(_ name: String, _ json: String) -> Result<String, MessageError> {
    do { return .success(try top.send(named: name, json: json)) } catch { return .failure(error) }
  }

  private func failure(_ name: String, _ json: String) -> MessageError? {
    if case .failure(let error) = send(name, json) { error } else { nil }
  }

  @Test func aNameReachesTheHandler() throws {
    #expect(try send("test:describeItemAtPath:", "[2, 1]").get() == #""fruits (1, 1) lime""#)
    #expect(
      try send("test:renameItemAtPath:to:", #"{"path": [1, 1], "name": "a\"é"}"#).get() == #""fruits (0, 1) a\"é""#)
    #expect(try send("test:describeItemsAtPaths:", "[[2, 1], [1, 0]]").get() == #"["fruits (1, 1)","fruits (0, 0)"]"#)
  }

  @Test func theSenderIsKnown() throws {
    fruits.on(.describe) { _, _, delivery in "\(delivery.sender === log)" }
    #expect(try top.send(named: "test:describeItemAtPath:", json: "[1, 0]", from: log) == #""true""#)
  }

  @Test func thePathOfEachMessageIsKnown() {
    top.messages.allow(.describeSection)
    top.messages.allow(.wake)
    fruits.messages.forwarding = .only([])
    func paths(_ place: MessagePlace?) -> [String] { top.pathsOfMessages(at: place).map { "\($0.name) \($0.path)" } }
    let items = ["test:describeItemAtPath:", "test:describeItemsAtPaths:", "test:renameItemAtPath:to:"]
    #expect(
      paths(.item(ItemPath(2, 1))) == items.map { "\($0) Concatenate (2, 1) → fruits (1, 1) → handler for everything" })
    #expect(paths(.item(ItemPath(0, 0))) == items.map { "\($0) Concatenate (0, 0) → nuts (0, 0) → no handler" })
    #expect(
      paths(.item(ItemPath(0, 7)))
        == items.map {
          "\($0) Concatenate (0, 7) → no receiver: the place does not exist"
        })
    #expect(
      paths(.section(1)) == [
        "test:describeSection: Concatenate section 1 → fruits section 0 → handler for everything"
      ])
    #expect(paths(nil) == ["test:wake Concatenate → no handler"])
    #expect(fruits.pathsOfMessages(at: nil).isEmpty)
  }

  // MARK: - Errors

  @Test func anUnknownNameIsNotAllowed() {
    let error = failure("test:noSuchThing:", "[1, 0]")
    #expect(error?.code == .notAllowed)
    #expect(error?.selector == "test:noSuchThing:")
    #expect(failure("", "")?.code == .notAllowed)
    #expect(failure("test:describeItemAtPath: ", "[1, 0]")?.code == .notAllowed)
    #expect(log.entries.isEmpty)
  }

  @Test func namesThatAreNotListedAreNotAllowed() {
    fruits.messages.allow(.describeSection)
    let error = failure("test:describeSection:", "1")
    #expect(error?.code == .notAllowed)
    #expect(
      error?.description
        == "“test:describeSection:” cannot be sent by name: it is not on the list of Concatenate.")
    // The arguments are not even read.
    #expect(failure("test:describeSection:", "nonsense")?.code == .notAllowed)
    top.messages.allow(.describeSection)
    #expect(failure("test:describeSection:", "1") == nil)
    top.messages.disallow(.describeSection)
    #expect(failure("test:describeSection:", "1")?.code == .notAllowed)
  }

  @Test func allowedNamesAreSorted() {
    #expect(
      top.messages.allowedNames
        == ["test:describeItemAtPath:", "test:describeItemsAtPaths:", "test:renameItemAtPath:to:"])
    #expect(fruits.messages.allowedNames.isEmpty)
  }

  @Test(arguments: [
    ("", "“test:describeItemAtPath:” are not ItemPath: "), ("[1]", "ItemPath: A path is two numbers, [section, item]"),
    ("[1, 0, 0]", "ItemPath: A path is two numbers, [section, item]"), (#"{"section": 1, "item": 0}"#, "ItemPath: "),
    (#"[1, "0"]"#, "ItemPath: at Index 1: "), ("[1, 0.5]", "ItemPath: "), ("[1, null]", "ItemPath: "),
    ("null", "ItemPath: "), ("[1, 99999999999999999999]", "ItemPath: "), ("[1, 0", "ItemPath: "),
    ("[1, 0] [1, 0]", "ItemPath: "), ("[1, 0]x", "ItemPath: "), ("\u{0}", "ItemPath: "),
  ]) func invalidArgumentsAreExplained(_ json: String, _ text: String) throws {
    let error = try #require(failure("test:describeItemAtPath:", json))
    #expect(error.code == .badArguments)
    #expect(error.underlying is DecodingError)
    #expect(error.description.contains(text), "\(error)")
    #expect(error.description.hasPrefix("The arguments of “"))
    #expect(error.description.hasSuffix("."))
    #expect(!error.description.hasSuffix(".."))
    #expect(log.entries.isEmpty)
  }

  @Test func errorsNameTheInvalidArgument() {
    #expect(failure("test:renameItemAtPath:to:", #"{"path": [1, 0]}"#)?.message.contains("name") == true)
    #expect(
      failure("test:renameItemAtPath:to:", #"{"path": [1, "x"], "name": ""}"#)?.message.contains("at path.Index 1: ")
        == true)
  }

  @Test func aPlaceThatDoesNotExistHasNoReceiver() {
    for json in ["[9, 0]", "[-1, 0]", "[0, 1]", "[1, -9223372036854775808]", "[9223372036854775807, 0]"] {
      #expect(failure("test:describeItemAtPath:", json)?.code == .noReceiver)
    }
    #expect(failure("test:describeItemAtPath:", "[9, 0]")?.route.map(\.description) == ["Concatenate (9, 0)"])
    #expect(log.entries.isEmpty)
  }

  @Test func aDefaultDoesNotHideAMissingPlace() throws {
    top.messages.allow(.canEditItem)
    top.messages.allow(.didSelectItem)
    #expect(try send("catalog:canEditItemAtPath:", "[0, 0]").get() == "false")
    #expect(failure("catalog:canEditItemAtPath:", "[0, 1]")?.code == .noReceiver)
    #expect(try send("catalog:didSelectItemAtPath:", "[0, 0]").get() == "null")
    #expect(failure("catalog:didSelectItemAtPath:", "[0, 1]")?.code == .noReceiver)
  }

  @Test func aMissingHandlerIsAnError() {
    #expect(failure("test:describeItemAtPath:", "[0, 0]")?.code == .noHandler)
  }

  @Test func aHandlersErrorHasItsRoute() {
    fruits.on(.describe) { _ -> String in throw Spoilt() }
    let error = failure("test:describeItemAtPath:", "[1, 0]")
    #expect(error?.code == .failed)
    #expect(error?.underlying is Spoilt)
    #expect(error?.route.count == 2)
  }

  // MARK: - Results

  @Test func resultsAreJSON() throws {
    fruits.on(.willSelectItem) { path in path.item == 0 ? nil : path }
    fruits.on(.editActions) { _ in [ItemAction("a/b", title: "T", isDestructive: true)] }
    fruits.on(.titleOfHeader) { section in section == 0 ? nil : "Ä “\(section)”" }
    fruits.on(.heightOfRow) { _ in 44 }
    top.on(.sectionOfIndexTitle) { title in SectionIndex(title.position + 1) }
    top.messages.allow(.willSelectItem)
    top.messages.allow(.editActions)
    top.messages.allow(.titleOfHeader)
    top.messages.allow(.heightOfRow)
    top.messages.allow(.sectionOfIndexTitle)
    top.messages.allow(.indexTitles)
    top.messages.allow(.targetOfMove)
    #expect(try send("catalog:willSelectItemAtPath:", "[2,1]").get() == "[2,1]")
    #expect(try send("catalog:willSelectItemAtPath:", "[2,0]").get() == "null")
    #expect(
      try send("catalog:editActionsForItemAtPath:", "[2,0]").get()
        == #"[{"identifier":"a/b","isDestructive":true,"title":"T"}]"#)
    #expect(try send("catalog:titleForHeaderInSection:", "2").get() == #""Ä “1”""#)
    #expect(try send("catalog:titleForHeaderInSection:", "1").get() == "null")
    #expect(try send("catalog:heightForRowAtPath:", "[1, 0]").get() == "44")
    #expect(
      try send("catalog:sectionForSectionIndexTitle:atIndex:", #"{"title": "B", "position": 1}"#).get() == "2")
    #expect(try send("catalog:sectionIndexTitles", "{}").get() == "[]")
    #expect(
      try send("catalog:targetPathForMoveFromItemAtPath:toProposedPath:", #"{"from": [1, 0], "to": [2, 2]}"#).get()
        == "[2,2]")
  }

  @Test func aMessageWithoutResultAnswersNull() throws {
    fruits.on(.didSelectItem) { path in log("\(path)") }
    top.messages.allow(.didSelectItem)
    #expect(try send("catalog:didSelectItemAtPath:", "[1, 1]").get() == "null")
    #expect(log.entries == ["(0, 1)"])
  }

  @Test func aResultThatCannotBeEncodedIsAnError() {
    fruits.on(Self.ratio) { _ in .infinity }
    top.messages.allow(Self.ratio)
    let error = failure("test:ratio:", "[1, 0]")
    #expect(error?.code == .badResult)
    #expect(error?.underlying is EncodingError)
    #expect(error?.message.hasPrefix("The result of “test:ratio:” cannot be written as JSON: Unable to encode") == true)
    #expect(error?.message.hasSuffix("JSON.") == true)
  }

  // MARK: - Asynchronous handlers

  @Test func anAsynchronousHandlerIsAwaited() async throws {
    fruits.onAsync(.describe) { source, path, _ in
      await Task.yield()
      return source.item(at: path)
    }
    #expect(failure("test:describeItemAtPath:", "[1, 0]")?.code == .asynchronous)
    #expect(try await top.sendAsync(named: "test:describeItemAtPath:", json: "[1, 0]") == #""apple""#)
  }

  @Test func errorsOfAsynchronousSendingAreTheSame() async {
    func code(_ name: String, _ json: String) async -> MessageError.Code? {
      do {
        _ = try await top.sendAsync(named: name, json: json)
        return nil
      } catch { return error.code }
    }
    #expect(await code("test:noSuchThing:", "[1, 0]") == .notAllowed)
    #expect(await code("test:describeSection:", "0") == .notAllowed)
    #expect(await code("test:describeItemAtPath:", "[") == .badArguments)
    #expect(await code("test:describeItemAtPath:", "[7, 0]") == .noReceiver)
    #expect(await code("test:describeItemAtPath:", "[0, 0]") == .noHandler)
    #expect(await code("test:describeItemAtPath:", "[1, 0]") == nil)
  }
}
