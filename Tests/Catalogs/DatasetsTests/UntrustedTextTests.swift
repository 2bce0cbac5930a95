import Datasets
import Testing

/// Data that looks like markup or code is read unchanged, as text, unless all of it is HTML.
@Suite struct UntrustedTextTests {
  private static let texts = [
    "<script>alert(1)</script>", "\"><img onerror=x>", "[x](javascript:alert(1))", "*not bold*", "| not | a | table |",
    "${x}", "{{x}}", ".TH roff", "\\LaTeX $5 & 50% #1_a", "../../etc/x", "=1+1", "&amp;", "a\u{1}b", "%s%n",
    "<!-- x -->",
    "' OR 1=1; --", "# no heading", "\u{202E}evil",
  ]

  /// A field of nothing but entities has the characters that they stand for.
  private static let decoded = ["&amp;": "&"]

  @Test(arguments: texts)
  func `from CSV`(text: String) throws {
    let field = "\"\(text.replacing("\"", with: "\"\""))\""
    let dataset = try read(csv: "id,v\n1,\(field)\n")
    #expect(dataset.records.first?["v"] == .text(Self.decoded[text] ?? text))
  }

  @Test(arguments: texts)
  func `from JSON`(text: String) throws {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\u{1}", with: "\\u0001")
    let dataset = try read(json: "[{\"id\":1,\"v\":\"\(escaped)\"}]")
    #expect(dataset.records.first?["v"] == .text(Self.decoded[text] ?? text))
  }

  @Test(arguments: texts)
  func `as names and keys`(text: String) throws {
    let field = "\"\(text.replacing("\"", with: "\"\""))\""
    let dataset = try read(csv: "name,\(field)\n\(field),1\n")
    #expect(dataset.fieldNames == ["name", text])
    #expect(dataset.keys == [text])
    #expect(dataset.records.first?.title == (text == "*not bold*" ? "not bold" : Self.decoded[text] ?? text))
  }

  @Test func `all of them together are a field of text`() throws {
    let rows = Self.texts.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
    let dataset = try read(csv: "name\n\(rows.joined(separator: "\n"))\n")
    #expect(dataset.types == [.text])
    #expect(dataset.texts == Self.texts.map { [$0] })
  }
}
