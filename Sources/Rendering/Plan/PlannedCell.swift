import Cells
import Changesets
import DataSources
import Fingerprints

/// What a document knows of a cell before it is made.
struct PlannedCell: Sendable {
  /// The number of the object that it shows; nil where it shows none that has a page.
  var object: Int32?
  /// Whether it shows the object as all cells of its listing do, with the links of cards; any other cell may have all links of the object.
  var isCard = false
  /// All that it shows follows from this, and from the address of its object; nil where only the cell itself tells.
  var origin: Fingerprint?
  /// Whether it shows an object, or would if that had a page.
  var mayShowObject = false
}

/// What is asked of an object for its cells.
struct ObjectFacts: Sendable {
  let id: ObjectID
  let title: String
  /// What its cells may show; nil where it does not know.
  let content: Fingerprint?

  init(_ object: some DocumentObject) { (id, title, content) = (object.objectID, object.title, object.fingerprint) }
}

/// What a cell follows from beside its object, where that was declared.
typealias CellDeclaration = (identifier: CellIdentifier, origin: CellOrigin)?

extension ObjectFacts {
  /// All that a cell that shows the object follows from; nil where that is not known.
  func origin(of declaration: CellDeclaration, _ parts: inout Fingerprinter) -> Fingerprint? {
    guard let declaration, let content else { return nil }
    parts.combine(declaration.identifier.rawValue)
    parts.combine(Fingerprint(high: declaration.origin.high, low: declaration.origin.low))
    parts.combine(content)
    parts.combine(title)
    return parts.finish()
  }
}

/// A source of cells that show objects of a document, of whatever type.
protocol ObjectCells: DataSource {
  /// What is known of some cells before they are made, and which objects they show.
  func facts(at paths: [ItemPath]) -> [(id: ObjectID, origin: Fingerprint?)]
}

extension CellSource: ObjectCells where Object: DocumentObject, Cell == DocumentCell {
  func facts(at paths: [ItemPath]) -> [(id: ObjectID, origin: Fingerprint?)] {
    let models = paths.map(object(at:))
    // Closures that were registered are called one after the other: they may not be called on other threads.
    let declarations = declarations(of: models)
    return models.indices.concurrentMap(with: Fingerprinter.init) { index, parts in
      let facts = ObjectFacts(models[index])
      return (facts.id, facts.origin(of: declarations[index], &parts))
    }
  }
}

/// Finds the sources of cells behind transforms. What kind of source each is, is found out once.
struct SourceKinds<Object> {
  enum Kind {
    /// Cells of objects of the document's type.
    case objects(CellSource<Object, DocumentCell>)
    /// Cells of objects of another type.
    case others(any ObjectCells)
    /// One that shows cells as they come.
    case arranging(any ArrangingSource)
    /// One that may make or change cells.
    case unknown
  }

  private var kinds: [ObjectIdentifier: Kind] = [:]

  init() {}

  /// The source that a cell comes from as it is, and the cell's place there.
  mutating func owner(of path: ItemPath, in source: any DataSource) -> (kind: Kind, path: ItemPath) {
    var (source, path) = (source, path)
    while true {
      let kind = kind(of: source)
      guard case .arranging(let transform) = kind, let owner = transform.owner(at: path) else { return (kind, path) }
      (source, path) = owner
    }
  }

  private mutating func kind(of source: any DataSource) -> Kind {
    let key = ObjectIdentifier(source)
    if let known = kinds[key] { return known }
    let kind: Kind =
      if let cells = source as? CellSource<Object, DocumentCell> {
        .objects(cells)
      } else if let cells = source as? any ObjectCells {
        .others(cells)
      } else if let transform = source as? any ArrangingSource {
        .arranging(transform)
      } else {
        .unknown
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
