import Foundation
import FoundationXML

/// An element of an XML document, as read by an XML parser.
final class XMLTree: NSObject, XMLParserDelegate {
  let name: String
  let attributes: [String: String]
  private(set) var children: [XMLTree] = []
  /// The text within the element itself.
  private(set) var text = ""
  /// The open elements of the document that is being read.
  private var open: [XMLTree] = []

  private init(name: String, attributes: [String: String]) { (self.name, self.attributes) = (name, attributes) }

  /// Reads a document.
  ///
  /// - Returns: Its outermost element; `nil` if it is not well-formed.
  static func read(_ bytes: Data) -> XMLTree? {
    let document = XMLTree(name: "", attributes: [:])
    let parser = XMLParser(data: bytes)
    parser.delegate = document
    document.open = [document]
    return parser.parse() ? document.children.first : nil
  }

  /// The children of a name.
  func all(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

  /// The text of the first child of a name.
  func text(of name: String) -> String? { all(name).first?.text }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let element = XMLTree(name: name, attributes: attributes)
    open.last?.children.append(element)
    open.append(element)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }
}
