import Foundation
import FoundationXML

/// The result of parsing HTML or XML: the text, the elements and their attributes.
final class MarkupText: NSObject, XMLParserDelegate {
  private(set) var text = ""
  private(set) var elements: Set<String> = []
  private(set) var attributes: [(element: String, name: String, value: String)] = []
  private(set) var isWellFormed = false

  /// The elements within a line.
  private static let inlines: Set<String> = [
    "a", "em", "strong", "code", "img", "text", "emph", "link", "image",
  ]
  private var isInText: Bool
  private let isXML: Bool

  init(html: String) {
    isXML = false
    isInText = true
    super.init()
    parse("<root>\(html)</root>")
  }

  init(xml: String) {
    isXML = true
    isInText = false
    super.init()
    parse(xml)
  }

  private func parse(_ source: String) {
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes found: [String: String]
  ) {
    elements.insert(element)
    attributes += found.sorted { $0.key < $1.key }.map { (element, $0.key, $0.value) }
    if !Self.inlines.contains(element) { text += " " }
    if isXML { isInText = ["text", "code", "code_block"].contains(element) }
    if element == "img" { text += found["alt"] ?? "" }
  }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    if !Self.inlines.contains(element) { text += " " }
    if isXML { isInText = false }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if isInText { text += string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) { text += "CDATA" }
}
