import Diagnostics
import Messages
import TestKit
import Testing

@testable import CatalogSyntax

/// The handlers of events that a `catalog.yml` names under `on`.
@Suite struct ConfiguredHandlerTests {
  private func handlers(_ yaml: String) throws -> [ConfiguredHandler] {
    try CatalogConfiguration(yaml: yaml, file: "catalog.yml", title: "").handlers
  }

  @Test func shortNamesAreThoseOfTheStandardMessages() {
    let selectors: [StandardEvent: String] = [
      .didSelectItem: MessageSelector.didSelectItem.name, .didDeselectItem: MessageSelector.didDeselectItem.name,
      .deleteItems: MessageSelector.deleteItems.name, .commitEdit: MessageSelector.commitEdit.name,
      .moveItem: MessageSelector.moveItem.name, .didTapAccessory: MessageSelector.didTapAccessory.name,
      .performAction: MessageSelector.performAction.name,
    ]
    for (event, selector) in selectors { #expect(event.selector == selector) }
    for event in StandardEvent.allCases { #expect(StandardEvent(selector: event.selector) == event) }
  }

  @Test func oneHandlerOrAList() throws {
    let found = try handlers(
      """
      datasets: { a: a.csv }
      on:
        didSelectItem: [{ section: Citrus, run: ./notify.sh }, { append: picks.csv }]
        moveItem: { run: [tools/move, --slowly, ""], cell: card }
      """)
    #expect(found.map(\.event) == ["didSelectItem", "didSelectItem", "moveItem"])
    #expect(found.map(\.selector).last == "catalog:moveItemAtPath:toPath:")
    #expect(found.map(\.dataset) == [nil, nil, nil])
    #expect(found.map(\.section?.text) == ["Citrus", nil, nil])
    #expect(found.map(\.cell?.text) == [nil, nil, "card"])
    guard case .run(let notify, []) = found[0].action, case .append(let picks) = found[1].action,
      case .run(let move, let arguments) = found[2].action
    else {
      Issue.record("\(found)")
      return
    }
    #expect(notify == .init("./notify.sh", at: .init(file: "catalog.yml", line: 3, column: 43)))
    #expect(picks.text == "picks.csv")
    #expect(move.text == "tools/move" && arguments == ["--slowly", ""])
  }

  @Test func thoseOfDataSetsComeFirst() throws {
    let found = try handlers(
      """
      on: { didSelectItem: { run: all } }
      datasets:
        a: { file: a.csv, on: { didSelectItem: { run: one }, moveItem: { run: one } } }
        b: b.csv
        c: { file: c.csv, on: { didSelectItem: { run: other } } }
      """)
    #expect(found.map(\.dataset) == ["a", "a", "c", nil])
    #expect(found.map(\.event) == ["didSelectItem", "moveItem", "didSelectItem", "didSelectItem"])
  }

  @Test(arguments: ["shop:buyItem:", "a:", "shop:order_2:ofItem:", "catalog:openItemAtPath:"])
  func eventsOfTheCatalogsOwn(name: String) throws {
    let found = try handlers("datasets: { a: a.csv }\non: { \"\(name)\": { run: x } }")
    #expect(found.map(\.event) == [name] && found.map(\.selector) == [name])
  }

  @Test func theFullNameOfAStandardMessageIsItsShortName() throws {
    let found = try handlers("datasets: { a: a.csv }\non: { \"catalog:didSelectItemAtPath:\": { run: x } }")
    #expect(found.map(\.event) == ["didSelectItem"])
  }

  @Test(arguments: ["picks.csv", "./picks.csv", "data/picks.CSV", "ä b.csv"]) func files(path: String) throws {
    let found = try handlers("datasets: { a: a.csv }\non: { moveItem: { append: \"\(path)\" } }")
    guard case .append(let file) = found.first?.action else {
      Issue.record("\(found)")
      return
    }
    #expect(file.text == path)
  }

  // MARK: - Mistakes

  /// In a second line, after `datasets: { a: a.csv }`.
  @Test(arguments: [
    (
      "on: didSelectItem",
      [
        """
        2:5 a mapping is expected here → Its keys are didSelectItem, didDeselectItem, performPrimaryAction, \
        deleteItems, commitEdit, moveItem, didTapAccessory, performAction, didChangeSearchText.
        """
      ]
    ),
    (
      "on: { didSelectItme: { run: x } }",
      ["2:7 the key “didSelectItme” is not known here → Did you mean “didSelectItem”?"]
    ),
    (
      "on: { \"shop:buyItem\": { run: x }, \"shop::\": { run: x } }",
      [
        """
        2:7 “shop:buyItem” is not the name of an event → Write a name of your own with all of its colons, in quotes: \
        "shop:buyItem:".
        """,
        """
        2:35 “shop::” is not the name of an event → Write a name of your own with all of its colons, in quotes: \
        "shop:buyItem:".
        """,
      ]
    ),
    (
      "on: { moveItem: x }",
      ["2:17 a mapping is expected here → Its keys are run, append, section, cell."]
    ),
    (
      "on: { moveItem: { ran: x } }",
      ["2:19 the key “ran” is not known here → Did you mean “run”?"]
    ),
    (
      "on: { moveItem: { section: x } }",
      ["2:17 the handler does nothing → Add `run:` with a program, or `append:` with a CSV file."]
    ),
    (
      "on: { moveItem: { run: x, append: x.csv } }",
      ["2:35 “run” and “append” cannot be combined → Keep one of them; a program can append to a file itself."]
    ),
    (
      "on: { moveItem: { run: ../x } }",
      [
        """
        2:24 “../x” is not the path of a program in the catalog's folder → Name it by its path in the folder, with \
        arguments in a list: [./notify.sh, --quiet].
        """
      ]
    ),
    (
      "on: { moveItem: { run: [] } }",
      [
        """
        2:24 “” is not the path of a program in the catalog's folder → Name it by its path in the folder, with \
        arguments in a list: [./notify.sh, --quiet].
        """
      ]
    ),
    (
      "on: { moveItem: { run: [x, [y]] } }",
      ["2:28 a text is expected here"]
    ),
    (
      "on: { moveItem: { append: picks.json } }",
      [
        """
        2:27 “picks.json” is not the path of a CSV file in the catalog's folder → Name it by its path in the folder: \
        picks.csv.
        """
      ]
    ),
    (
      "on: { didChangeSearchText: { append: x.csv, section: x } }",
      ["2:54 “didChangeSearchText” is not about a row, so that it has no section → Delete `section:`."]
    ),
    (
      "on: { moveItem: [{ section: x, run: a }, { run: b }, { section: y, run: c }] }",
      [
        """
        2:54 this handler is never asked, because the one in line 2 answers all of its events → Put it before that \
        one, or delete it.
        """
      ]
    ),
  ])
  func mistakes(line: String, messages: [String]) throws {
    #expect(try ConfigurationMessageTests.findings("datasets: { a: a.csv }\n\(line)") == messages)
  }

  @Test(arguments: [
    "/bin/x", "..", ".", "a/..", "a/../../x", "x/", ".git/hooks/x", "a/.pomona/x", "\\0", "x\\0y",
  ])
  func programsAreInTheFolder(path: String) throws {
    let yaml = "datasets: { a: a.csv }\non: { moveItem: { run: \"\(path)\" } }"
    #expect(try findings { _ = try handlers(yaml) }.map(\.brief) == ["catalog/program 2:24"])
  }

  @Test(arguments: ["/tmp/x.csv", "../x.csv", ".git/x.csv", "x.csv/", "x.csv/..", ".", "picks"])
  func filesAreInTheFolder(path: String) throws {
    let yaml = "datasets: { a: a.csv }\non: { moveItem: { append: \"\(path)\" } }"
    #expect(try findings { _ = try handlers(yaml) }.map(\.brief) == ["catalog/table 2:27"])
  }

  @Test func handlersOfOneScopeAreComparedWithinADataSetOnly() throws {
    let found = try handlers(
      """
      datasets: { a: { file: a.csv, on: { moveItem: { run: x } } }, b: { file: b.csv, on: { moveItem: { run: x } } } }
      on: { moveItem: [{ cell: a, run: x }, { cell: b, run: x }, { section: a, run: x }, { run: x }] }
      """)
    #expect(found.count == 6)
  }
}
