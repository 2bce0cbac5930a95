import Cells
import Changesets
import DataSources
import DatabaseSources
import Messages

extension MessageSelector<Rewrite, Void> {
  /// Somebody wrote another note about a fruit.
  static var rewriteItem: Self { Self("fruitypedia:rewriteItemAtPath:note:", family: .editing) }
}

/// A fruit, and another note about it.
struct Rewrite: Routable {
  var path: ItemPath
  var note: String

  mutating func route(with router: inout Router) { router.route(&path) }
}

/// What a handler heard: at which source, and about which of its places.
struct Heard: Equatable, CustomStringConvertible {
  var source: String
  var selector: String
  var path: ItemPath

  var description: String { "\(source) heard of \(path)" }
}

extension Encyclopedia {
  /// Who answers which messages: cells answer those about what is seen, the fruits those about what they are.
  func registerHandlers() {
    fruitCells.on(.didSelectItem) { [weak self] cells, path in
      self?.hear(.didSelectItem, path, cells)
      self?.open(cells.object(at: path))
    }
    bannerCells.on(.didSelectItem) { [weak self] cells, path in
      self?.hear(.didSelectItem, path, cells)
      self?.slogans.update("Eat them fresh!", at: path.item)
    }
    addCells.on(.didSelectItem) { [weak self] cells, path in
      self?.hear(.didSelectItem, path, cells)
      let name = cells.object(at: path)
      if !name.isEmpty { try self?.change(.adding(Fruit(name: name, family: "New", note: "Nobody knows yet."))) }
    }
    fruits.on(.canEditItem) { _ in true }
    fruits.on(.commitEdit) { [weak self] fruits, edit in
      self?.hear(.commitEdit, edit.path, fruits)
      if edit.style == .delete { try self?.change(.removing(fruits.item(at: edit.path))) }
    }
    fruits.on(.rewriteItem) { [weak self] fruits, rewrite in
      self?.hear(.rewriteItem, rewrite.path, fruits)
      try self?.change(.rewriting(fruits.item(at: rewrite.path), note: rewrite.note))
    }
  }

  private func hear<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ path: ItemPath, _ source: any DataSource
  ) {
    heard.append(Heard(source: source.link.name, selector: selector.name, path: path))
  }
}
