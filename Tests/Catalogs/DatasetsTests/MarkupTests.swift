import Datasets
import Foundation
import Testing

/// HTML in texts: which fields have it, and what their values are.
@Suite struct MarkupTests {
  private func field(_ values: [String], _ options: Dataset.Options = .init()) throws -> (FieldReading, [Value]) {
    let rows = values.enumerated().map { "\($0);\"\($1.replacing("\"", with: "\"\""))\"" }
    let dataset = try read(csv: (["id;v"] + rows).joined(separator: "\n"), options)
    return (dataset.schema.fields[1].reading, dataset.records.map { $0["v"] ?? .missing })
  }

  @Test(arguments: [
    ("<p>A <em>cup</em> &amp; saucer.</p>", "A *cup* & saucer."),
    ("<a href=\"https://a.org\">jug</a>", "[jug](https://a.org)"),
    ("one<br>two<p>three", "one\\\ntwo\n\nthree"), ("<ul><li>a</li><li>b</li></ul>", "- a\n  - b"),
  ])
  func `blocks and links are HTML, and read as Markdown`(html: String, markdown: String) throws {
    let (reading, values) = try field([html])
    #expect(reading == .html)
    guard case .markdown(let text)? = values.first else {
      Issue.record("\(values)")
      return
    }
    #expect(text.trimmingCharacters(in: .whitespacesAndNewlines) == markdown)
  }

  @Test func `tags and entities in short texts are left out and decoded`() throws {
    let (reading, values) = try field(["<i>Rosa</i> canina", "Dog &amp; cat", "O&#039;Brien", "a < b", "R & D"])
    #expect(reading == .htmlText)
    #expect(values == ["Rosa canina", "Dog & cat", "O'Brien", "a < b", "R & D"].map { .text($0) })
  }

  @Test(arguments: [
    ["The <p> element", "<div> and <span>"], ["Vec<String>", "List<a>"], ["a <b", "c > d"], ["AT&T (x)", "R&D!"],
    ["<unknown>", "<none>"], ["<img onerror=x>"], ["me <me@example.org>"],
  ])
  func `other signs are text`(values: [String]) throws {
    let (reading, read) = try field(values)
    #expect(reading == .text)
    #expect(read == values.map { .text($0) })
  }

  @Test func `one value with tags among many is text`() throws {
    let values = (0..<40).map { "Title \($0)" } + ["A <b>bold</b> one"]
    #expect(try field(values).0 == .text)
  }

  @Test func `long texts of brackets are text`() throws {
    for sign in ["<b>", "<img ", "&#", "[", "{'a':", "(["] {
      let text = String(repeating: sign, count: 100_000)
      let (reading, values) = try field([text, "x"])
      #expect(reading == .text)
      #expect(values.first == .text(text))
    }
    let nested = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(try field([nested]).1.count == 1)
  }

  @Test func `a person decides`() throws {
    #expect(try field(["<p>a</p>"], .init(types: ["v": .text])).1 == [.text("<p>a</p>")])
    #expect(try field(["<p>a</p><p>b</p>"], .init(types: ["v": .htmlText])).1 == [.text("a b")])
    #expect(try field(["<script>alert(1)</script>"], .init(types: ["v": .html])).1 == [.missing])
    let plain = try field(["2 * 3\n<none>"], .init(types: ["v": .html])).1
    #expect(plain.first?.text.contains("\\*") == true)
  }

  @Test func `titles are one line of text without markup`() throws {
    let dataset = try read(
      csv: "id,title\n1,_Studies in Art_\n2,**Bold** one\n3,[A](https://a.org) link\n4,snake_case_x\n")
    #expect(dataset.records.map(\.title) == ["Studies in Art", "Bold one", "A link", "snake_case_x"])
    #expect(dataset.records.first?["title"] == .text("_Studies in Art_"))
    let html = try read(csv: "id,title\n1,<i>Rosa</i> canina\n2,Tom &amp; Jerry\n")
    #expect(html.records.map(\.title) == ["Rosa canina", "Tom & Jerry"])
  }
}
