import CatalogKit
import Foundation
import TestKit
import Testing

@testable import Demo

/// The story of the live example, in two browsers.
@Suite(.serialized) struct DemoTests {
  private static func files() throws -> [String: String] {
    let folder = packageFolder.appending(path: "Examples/Live/catalog")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: paths.filter { $0.contains(".") }.map {
        ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      })
  }

  private static let search = "document.querySelector('pomona-view').shadowRoot.querySelector('input')"

  private func cells(_ tab: Tab) throws -> [String] {
    try tab.evaluate("[...document.querySelectorAll('[data-part*=\"#\"]')].map(({ dataset }) => dataset.part)")
      as? [String] ?? []
  }

  private func wait(_ tab: Tab, _ condition: String) throws {
    try tab.poll("(\(condition)) && !document.querySelector('[aria-busy]')")
  }

  @Test func fruitypediaIsAlive() async throws {
    let files = try Self.files()
    try await onOwnThread {
      let stage = try Stage(files) { catalog in FruitypediaLive.extend(&catalog) }
      let (one, other) = (try stage.open(""), try stage.open(""))
      for tab in [one, other] {
        try tab.evaluate(EventStand.helpers)
        try tab.poll("document.querySelector('pomona-view') && document.querySelector('pomona-messages')")
      }
      let all = try cells(other)
      #expect(all.contains("citrus#fruits/Lemon") && all.contains("pome-fruits##banner"))

      // One reader searches; the other's page stays as it is.
      try one.evaluate("\(Self.search).focus()")
      for letter in ["l", "e", "m"] { try one.type(letter) }
      try one.poll("document.querySelectorAll('[data-part*=\"#fruits\"]').length === 1")
      #expect(try cells(one).first { $0.contains("#fruits") } == "citrus#fruits/Lemon")
      #expect(try cells(other) == all)
      #expect(try one.evaluate("location.search") as? String == "?q=lem")

      // What is not found can be added, and comes to both.
      try one.evaluate("\(Self.search).select()")
      try one.type("kiwi")
      try wait(one, "document.querySelector('[data-part=\"##add\"]')")
      try one.click(element: "document.querySelector('[data-part=\"##add\"]')")
      try wait(one, "said().includes('Kiwi is a fruit now.')")
      try wait(one, "part('newcomers#fruits/Kiwi')")
      try wait(other, "part('newcomers#fruits/Kiwi')")
      #expect(try one.evaluate("\(Self.search).value") as? String == "kiwi")

      // The banner goes, and comes back with another newcomer.
      try one.evaluate("\(Self.search).value = ''")
      try one.evaluate("\(Self.search).dispatchEvent(new Event('input'))")
      try wait(one, "part('pome-fruits##banner')")
      try one.click(element: "part('pome-fruits##banner')")
      try wait(one, "!part('pome-fruits##banner')")
      try wait(other, "!part('pome-fruits##banner')")

      // Fruits and vegetables have handlers of their own.
      try other.click(element: "part('citrus#fruits/Lime').querySelector('h3 a')")
      try wait(other, "said().includes('Lime tastes sour, and a little bitter.')")
      try other.click(element: "part('roots#vegetables/Radish').querySelector('h3 a')")
      try wait(other, "part('roots#vegetables/Radish').textContent.trim() === 'hot'")

      // Delete, reorder, and move to another section.
      try one.evaluate("control('citrus#fruits/Lime', 'delete').click()")
      try wait(one, "!part('citrus#fruits/Lime')")
      try wait(other, "!part('citrus#fruits/Lime')")
      try one.evaluate("control('citrus#fruits/Lemon', 'move').focus()")
      try one.press("ArrowDown")
      let order =
        "[...document.querySelectorAll('[data-part^=\"citrus#\"]')].map(({ dataset }) => dataset.part.slice(14))"
      for tab in [one, other] { try wait(tab, "\(order).join() === 'Orange,Lemon,Grapefruit'") }
      try one.evaluate("control('citrus#fruits/Grapefruit', 'move').focus()")
      try one.press("ArrowDown")
      for tab in [one, other] { try wait(tab, "part('berries#fruits/Grapefruit')") }
      #expect(try one.evaluate("focused()") as? String == "berries#fruits/Grapefruit move")
      // A fruit is no vegetable.
      try one.evaluate("control('berries#fruits/Raspberry', 'move').focus()")
      try one.press("ArrowDown")
      try wait(one, "said().length > 0 || part('newcomers#fruits/Raspberry')")
      #expect(one.problems == [] && other.problems == [])
    }
  }
}
