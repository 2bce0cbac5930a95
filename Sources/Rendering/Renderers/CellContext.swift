import Cells
import DocumentModel
import Mustache

/// What the template finds of a cell. There is always a title, an address and an accent, if only empty ones.
final class CellContext: MustacheObject {
  static let names = TemplateNames(pageNames: [.identifier, .title, .href, .accent, .initial, .hue, .body])

  private let cell: Page.Cell
  private let path: PagePath
  private let headingLevel: Int
  private let href: String

  init(_ cell: Page.Cell, from path: PagePath, headingLevel: Int) {
    self.cell = cell
    self.path = path
    self.headingLevel = headingLevel
    href = cell.path.map(path.href(to:)) ?? ""
  }

  func value(for name: MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .identifier: .text(cell.identifier.rawValue)
    case .title: .text(cell.title)
    case .href: .text(href)
    case .accent: .text(cell.accent?.css ?? "")
    case .initial: .text(cell.title.initial)
    case .hue: .text(String(hue))
    case .body:
      .made { [self] bytes in
        cell.body.blocks.placed(on: path, headingLevel: headingLevel).write(as: .html, to: &bytes)
      }
    default: nil
    }
  }

  /// A hue from 0 to 359 that follows from the title: what a theme decorates a cell with that has no accent.
  private var hue: Int {
    cell.title.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) % 360 }
  }
}

extension String {
  /// The first letter or digit in upper case; empty where there is none.
  fileprivate var initial: String {
    // A letter of ASCII is a character of its own if what follows is ASCII too: nothing combines with it.
    if let first = utf8.first, UnicodeScalar(first).properties.isAlphabetic, first < 0x80,
      utf8.dropFirst().first ?? 0 < 0x80
    {
      return String(UnicodeScalar(first)).uppercased()
    }
    return first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? ""
  }
}
