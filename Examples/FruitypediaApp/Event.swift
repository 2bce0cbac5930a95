import Cells
import Changesets
import Messages
import Rendering

/// What a reader does.
enum Event {
  case search(String)
  case select(ItemPath)
  case delete(ItemPath)
  case rewrite(ItemPath, String)
  case sort(isDescending: Bool)
  case animate(Bool)
  case undo

  /// Does it. What is about a cell is told to the document, which sends messages to whom the cell belongs to.
  @MainActor func happen(to encyclopedia: Encyclopedia) throws {
    let document = encyclopedia.document
    switch self {
    case .search(let text): encyclopedia.search(text)
    case .select(let path): try document.display.select(path)
    case .delete(let path): try document.display.commit(.delete, at: path)
    case .rewrite(let path, let note): try document.send(.rewriteItem, Rewrite(path: path, note: note))
    case .sort(let isDescending): try encyclopedia.sort(isDescending: isDescending)
    case .animate(let isAnimated): encyclopedia.isAnimated = isAnimated
    case .undo: try encyclopedia.undo()
    }
  }

  /// The messages that matter, each with the way that it would take.
  @MainActor func routes(in encyclopedia: Encyclopedia) -> [String] {
    func route<Arguments, Result>(_ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments) -> [String] {
      encyclopedia.document.cells.deliveryPaths(of: selector, arguments).map { "\(selector) \($0)" }
    }
    switch self {
    case .select(let path): return route(.didSelectItem, path)
    case .delete(let path):
      return route(.canEditItem, path) + route(.commitEdit, EditCommit(.delete, at: path))
    case .rewrite(let path, let note): return route(.rewriteItem, Rewrite(path: path, note: note))
    case .search, .sort, .animate, .undo: return []
    }
  }
}

extension Event: CustomStringConvertible {
  var description: String {
    switch self {
    case .search(""): "The search is cleared"
    case .search(let text): "“\(text)” stands in the search"
    case .select(let path): "\(path) is selected"
    case .delete(let path): "\(path) is deleted"
    case .rewrite(let path, let note): "Of \(path) is written: “\(note)”"
    case .sort(let isDescending):
      isDescending ? "The fruits are sorted from Z to A" : "The fruits are sorted from A to Z"
    case .animate(let isAnimated): "Animations are switched \(isAnimated ? "on" : "off")"
    case .undo: "The latest change is undone"
    }
  }
}
