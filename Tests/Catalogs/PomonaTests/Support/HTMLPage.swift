import Foundation

/// The elements of an HTML page, as strictly as the catalog's pages are written: every attribute is quoted, every
/// element that has content is closed.
struct HTMLPage {
  struct Element {
    var name: String
    var attributes: [String: String] = [:]
    /// The text within the element, as it is displayed.
    var text = ""
    /// The positions of the elements that contain it.
    var ancestors: [Int] = []

    func hasClass(_ name: String) -> Bool {
      attributes["class"]?.split(separator: " ").contains { $0 == name } ?? false
    }
  }

  /// The elements, in the order of their opening tags.
  private(set) var elements: [Element] = []
  /// The violations of well-formedness.
  private(set) var problems: [String] = []

  private static let voidElements: Set<String> = ["meta", "link", "img", "br", "hr", "wbr"]

  init(_ source: String) {
    var scanner = HTMLScanner(source)
    var open: [Int] = []
    while let piece = scanner.next() {
      switch piece {
      case .text(let text):
        for index in open { elements[index].text += text }
      case .opening(let name, let attributes):
        elements.append(Element(name: name, attributes: attributes, ancestors: open))
        if !Self.voidElements.contains(name) { open.append(elements.count - 1) }
      case .closing(let name):
        if open.popLast().map({ elements[$0].name }) != name { problems.append("</\(name)> closes nothing") }
      case .problem(let text):
        problems.append("no tag: \(text)")
      }
    }
    problems += open.map { "<\(elements[$0].name)> is not closed" }
  }

  /// The elements of a name, and of a class.
  func all(_ name: String, class className: String? = nil, in ancestor: String? = nil) -> [Element] {
    elements.filter { element in
      element.name == name && className.map(element.hasClass) ?? true
        && (ancestor == nil || element.ancestors.contains { elements[$0].hasClass(ancestor ?? "") })
    }
  }

  /// The destinations of links and pictures, and other files that the page loads.
  var references: [String] { elements.flatMap { [$0.attributes["href"], $0.attributes["src"]].compactMap(\.self) } }

  /// The destination of the link to the next or the previous page.
  func neighbour(_ relation: String) -> String? {
    all("a").first { $0.attributes["rel"] == relation }?.attributes["href"]
  }
}
