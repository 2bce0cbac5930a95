import CatalogKit
import Foundation
import JSONValues
import PluginHosting
import TestKit
import Testing

@testable import LivePages

/// Handlers of events that `catalog.yml` names.
struct ConfiguredHandlingTests {
  private static func stand(_ on: String, script: String = "", allows: Bool = true) async throws -> EventTests.Stand {
    let files = EventTests.files.merging(["catalog.yml": (EventTests.files["catalog.yml"] ?? "") + "\n" + on]) { $1 }
    let folder = try CatalogFolder(files)
    try folder.write("notify.sh", "#!/bin/sh\n" + script)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/notify.sh")
    var options = CatalogOptions()
    options.allowsCommands = allows
    let stand = EventTests.Stand(folder, LiveCatalog(at: folder.path, options: options))
    await stand.live.setAllowedCommands(AllowedPlugins(path: folder.path + "/state/plugins"))
    let update = await stand.live.update()
    #expect(update.problems == [])
    #expect(update.warnings.map(\.code) == (allows ? [] : ["event/not-allowed"]))
    return stand
  }

  private static let lime = EventTests.part("citrus#fruits/Lime")

  @Test func theFirstHandlerThatIncludesTheEventAnswers() async throws {
    let on = """
      on:
        didSelectItem:
          - { section: Citrus, run: [./notify.sh, citrus] }
          - { cell: banner, run: [./notify.sh, banner] }
          - { append: picks.csv }
        "shop:buyItem:": { section: Roots, run: [./notify.sh, own] }
      """
    let script = #"""
      input=$(cat)
      echo "{\"say\": \"$1 $(echo "$input" | sed 's/.*"event":"\([^"]*\)".*/\1/')\", \"stay\": true}"
      """#
    let stand = try await Self.stand(on, script: script)
    func said(_ selector: String, _ arguments: JSONValue) async -> String? {
      let answer = await stand.send(selector, arguments)
      return answer.answer["reply"]?["say"]?.string ?? answer.answer["error"]?.string
    }
    await #expect(said(EventTests.select, Self.lime) == "citrus didSelectItem")
    await #expect(said(EventTests.select, EventTests.part("pome##banner")) == "banner didSelectItem")
    await #expect(said(EventTests.select, EventTests.part("pome#fruits/Pear")) == nil)
    let picks = try String(contentsOfFile: stand.folder.path + "/picks.csv", encoding: .utf8)
    #expect(
      picks.split(separator: "\n").map { $0.drop { $0 != "," } } == [
        ",event,dataset,key,title,section", ",didSelectItem,fruits,Pear,Pear,Pome",
      ])
    let beet = EventTests.part("roots#vegetables/Beet")
    await #expect(said("shop:buyItem:", beet) == "own shop:buyItem:")
    await #expect(said("shop:buyItem:", ["count": 2, "path": beet]) == "own shop:buyItem:")
    // Pages offer what is handled.
    let parts = await Dictionary(uniqueKeysWithValues: stand.parts("").map { ($0.name, $0.events) })
    #expect(parts["roots#vegetables/Beet"] == [EventTests.select, "shop:buyItem:"])
    #expect(parts["citrus#fruits/Lime"] == [EventTests.select])
  }

  @Test func aProgramReceivesWhatTheGuideSays() async throws {
    let stand = try await Self.stand("on: { didSelectItem: { run: ./notify.sh } }", script: "cat > event.json\n")
    await #expect(stand.send(EventTests.select, Self.lime).answer == ["reply": [:]])
    let event = try String(contentsOfFile: stand.folder.path + "/event.json", encoding: .utf8)
    #expect(
      event == #"""
        {"event":"didSelectItem","selector":"catalog:didSelectItemAtPath:","page":"index.html","dataset":"fruits",\#
        "key":"Lime","title":"Lime","section":"Citrus","row":{"name":"Lime","family":"Citrus","colour":"green"},\#
        "arguments":[1,1]}
        """# + "\n")
  }

  @Test func aRowHasTheKindOfItsCardOnItsOwnPage() async throws {
    let stand = try await Self.stand("on: { didSelectItem: { cell: card, append: picks.csv } }")
    #expect(await stand.page("fruits/lime.html").contains("data-events=\"\(EventTests.select)\""))
    _ = await stand.send(EventTests.select, EventTests.part("#fruits/Lime"), on: "fruits/lime.html")
    let picks = try String(contentsOfFile: stand.folder.path + "/picks.csv", encoding: .utf8)
    #expect(picks.contains(",Lime,Lime,Citrus"))
  }

  @Test func aSearchIsNoted() async throws {
    let stand = try await Self.stand("on: { didChangeSearchText: { append: searches.csv } }")
    try stand.folder.write("searches.csv", "event,text\n")
    await #expect(stand.send("catalog:didChangeSearchText:", "pear").answer == ["reply": [:]])
    let searches = try String(contentsOfFile: stand.folder.path + "/searches.csv", encoding: .utf8)
    #expect(searches == "event,text\ndidChangeSearchText,pear\n")
  }

  @Test func aProgramMustBeAllowed() async throws {
    let stand = try await Self.stand("on: { didSelectItem: { run: ./notify.sh } }", allows: false)
    await #expect(!stand.page("").contains("data-events"))
    await #expect(stand.send(EventTests.select, Self.lime).status == 403)
  }

  @Test func mistakesOfProgramsAreSaid() async throws {
    let stand = try await Self.stand(
      "on: { didSelectItem: { run: ./notify.sh } }", script: "echo The till is closed. >&2\nexit 3\n")
    let answer = await stand.send(EventTests.select, Self.lime)
    #expect(answer.status == 500)
    #expect(answer.answer["error"]?.string?.contains("The till is closed.") == true)
  }

  @Test func handlersOfAProgramComeBeforeThem() async throws {
    let folder = try CatalogFolder(
      EventTests.files.merging([
        "catalog.yml": EventTests.files["catalog.yml"]! + "\non: { didSelectItem: { append: picks.csv } }"
      ]) { $1 })
    let live = LiveCatalog(at: folder.path) { catalog in
      catalog.handle(.didSelectItem, in: "fruits") { _ in .say("program") }
    }
    await live.update()
    let stand = EventTests.Stand(folder, live)
    await #expect(stand.send(EventTests.select, Self.lime).answer["reply"]?["say"]?.string == "program")
    await #expect(stand.send(EventTests.select, EventTests.part("roots#vegetables/Beet")).answer == ["reply": [:]])
    let picks = try String(contentsOfFile: folder.path + "/picks.csv", encoding: .utf8)
    #expect(picks.contains(",Beet,Roots"))
  }
}

extension LiveCatalog {
  fileprivate func setAllowedCommands(_ allowed: AllowedPlugins) { allowedCommands = allowed }
}
