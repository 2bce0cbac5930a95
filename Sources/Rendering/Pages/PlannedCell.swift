import Cells
import Changesets
import DataSources
import Fingerprints

/// What a document knows of a cell before it is made.
struct PlannedCell {
  /// The object that it shows; nil where it shows none that has a page.
  var object: Int32?
  /// Whether it shows just what a cell for the article's object would, so that it can be made of that.
  var showsArticleObject = false
  /// All that it shows follows from this, and from the address of its object; nil where only the cell itself tells.
  var origin: Fingerprint?
}

/// A source of cells that show objects of a document.
protocol ObjectCells: DataSource {
  /// What is known of the cells of all sections before they are made.
  ///
  /// - Complexity: O(*n*) in the number of cells. None is made.
  func plannedCells(among index: ObjectIndex) -> [[PlannedCell]]

  /// What is known of some cells before they are made.
  func plannedCells(at paths: [ItemPath], among index: ObjectIndex) -> [PlannedCell]
}

/// What the cells of some objects follow from beside the objects, where that was declared.
typealias CellDeclarations = [(identifier: CellIdentifier, origin: CellOrigin)?]

extension PlannedCell {
  /// What is known of the cells of some objects.
  ///
  /// - Parameters:
  ///   - objects: What the objects are called, and what they consist of.
  ///   - declarations: What their cells follow from beside them.
  ///   - article: Returns the object of the document that one is, by its index here.
  static func cells(
    of objects: [ObjectFacts], _ declarations: CellDeclarations, article: @Sendable (Int) -> (index: Int, isSame: Bool)?
  ) -> [PlannedCell] {
    objects.indices.concurrentMap(with: Fingerprinter.init) { index, parts in
      var cell = PlannedCell()
      if let declaration = declarations[index], let content = objects[index].content {
        parts.combine(declaration.identifier.rawValue)
        parts.combine(Fingerprint(high: declaration.origin.high, low: declaration.origin.low))
        parts.combine(content)
        parts.combine(objects[index].title)
        cell.origin = parts.finish()
      }
      if let article = article(index) {
        cell.object = Int32(article.index)
        cell.showsArticleObject = cell.origin != nil && article.isSame
      }
      return cell
    }
  }
}

/// What is asked of an object for its cells.
struct ObjectFacts: Equatable, Sendable {
  let id: ObjectID
  let title: String
  /// What its cells may show; nil where it does not know.
  let content: Fingerprint?

  init(_ object: some DocumentObject) { (id, title, content) = (object.objectID, object.title, object.fingerprint) }
}

extension CellSource: ObjectCells where Object: DocumentObject, Cell == DocumentCell {
  private func plannedCells(of models: [Object], among index: ObjectIndex) -> [PlannedCell] {
    let facts = models.concurrentMap(with: {}) { model, _ in ObjectFacts(model) }
    // Closures that were registered are called one after the other: they may not be called on other threads.
    return PlannedCell.cells(of: facts, declarations(of: models)) { place in
      index[facts[place].id].map { ($0, index.objects[$0].facts == facts[place]) }
    }
  }

  func plannedCells(among index: ObjectIndex) -> [[PlannedCell]] {
    var planned: [[PlannedCell]] = []
    planned.reserveCapacity(numberOfSections)
    // Sections may be short, and objects are worth another thread by the thousand; nor need all of them be held at once.
    var models: [Object] = [], counts: [Int] = []
    for section in 0..<numberOfSections {
      let items = objects.items(inSection: section)
      models += items
      counts.append(items.count)
      guard models.count >= 1 << 14 || section == numberOfSections - 1 else { continue }
      var rest = plannedCells(of: models, among: index)[...]
      for count in counts {
        planned.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      (models, counts) = ([], [])
    }
    return planned
  }

  func plannedCells(at paths: [ItemPath], among index: ObjectIndex) -> [PlannedCell] {
    plannedCells(of: paths.map(object(at:)), among: index)
  }
}

extension Listing {
  /// What is known of the listing's cells before they are made, by sections.
  ///
  /// A cell whose source shows no objects of a document is made, to see where it leads.
  func plannedCells(among index: ObjectIndex) -> [[PlannedCell]] {
    if let source = cells as? any ObjectCells { return source.plannedCells(among: index) }
    var planned = (0..<cells.numberOfSections).map { section in
      [PlannedCell](repeating: PlannedCell(), count: cells.numberOfItems(inSection: section))
    }
    var kinds = SourceKinds()
    // Where the cells of each source are there and here.
    var places: [ObjectIdentifier: (source: any ObjectCells, theirs: [ItemPath], ours: [ItemPath])] = [:]
    for path in cells.paths {
      if let owner = kinds.owner(of: path, in: cells) {
        places[ObjectIdentifier(owner.source), default: (owner.source, [], [])].theirs.append(owner.path)
        places[ObjectIdentifier(owner.source)]?.ours.append(path)
      } else {
        planned[path.section][path.item].object = display.reading(path, \.target).flatMap { index[$0] }.map(Int32.init)
      }
    }
    for (source, theirs, ours) in places.values {
      for (path, cell) in zip(ours, source.plannedCells(at: theirs, among: index)) {
        planned[path.section][path.item] = cell
      }
    }
    return planned
  }
}

/// Finds the sources of cells behind transforms. What kind of source each is, is found out once.
private struct SourceKinds {
  private enum Kind {
    case cells(any ObjectCells)
    /// One that shows cells as they come.
    case arranging(any ArrangingSource)
    /// One that may make or change cells.
    case other
  }

  private var kinds: [ObjectIdentifier: Kind] = [:]

  /// The source that a cell comes from as it is, and the cell's place there.
  mutating func owner(of path: ItemPath, in source: any DataSource) -> (source: any ObjectCells, path: ItemPath)? {
    var (source, path) = (source, path)
    while true {
      switch kind(of: source) {
      case .cells(let cells): return (cells, path)
      case .arranging(let transform):
        guard let owner = transform.owner(at: path) else { return nil }
        (source, path) = owner
      case .other: return nil
      }
    }
  }

  private mutating func kind(of source: any DataSource) -> Kind {
    let key = ObjectIdentifier(source)
    if let known = kinds[key] { return known }
    let kind: Kind =
      if let cells = source as? any ObjectCells {
        .cells(cells)
      } else if let transform = source as? any ArrangingSource {
        .arranging(transform)
      } else {
        .other
      }
    kinds[key] = kind
    return kind
  }
}

extension CellDisplay {
  /// What the cell of an item shows: the existing one, else one that is used for this, and recycled.
  func reading<Value>(_ path: ItemPath, _ read: (Cell) -> Value) -> Value {
    if let cell = existingCell(at: path) { return read(cell) }
    let cell = cells.item(at: path)
    defer { cell.recycle() }
    return read(cell)
  }
}
