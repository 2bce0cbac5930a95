import Cells
import Changesets
import DataSources
import Fingerprints

/// A cell of a page, with the facts that are known before it is created.
struct PlannedCell: Sendable {
  enum Place: Sendable {
    /// On the page of its object.
    case article
    /// Among the highlights of the home page, where an object is shown as by the main listing of its collection.
    case highlight
    /// In a listing.
    case card(listing: Int, path: ItemPath)
  }

  let place: Place
  /// The number of the object that the cell shows, or `nil` if it shows no object of the plan.
  let object: ObjectNumber?
  /// The kind of the cell in the collection of its object; `nil` if it does not show its object as all cells of a kind
  /// do.
  var kind: Int?
  /// The fingerprint of everything that determines what the cell shows, except for the address of its object and its
  /// links; `nil` if that is known only once the cell has been created.
  let origin: Fingerprint?

  /// Whether the cell has the links of cards only. A cell that is not of its listing's kind may have all links of its
  /// object.
  var isCard: Bool { if case .article = place { false } else { kind != nil } }
}

/// The properties of an object that the plan of its cells needs.
struct ObjectFacts: Sendable {
  let id: ObjectID
  let title: String
  /// The fingerprint of what the object's cells may show, or `nil` if the object does not provide one.
  let content: Fingerprint?

  init(_ object: some DocumentObject) { (id, title, content) = (object.objectID, object.title, object.fingerprint) }

  /// The identifier and the origin that a cell's registration declares for an item, or `nil` if it declares none.
  /// Together with the object, they determine what the cell shows.
  typealias CellDeclaration = (identifier: CellIdentifier, origin: CellOrigin)?

  /// Returns the fingerprint of everything that determines what a cell of the object shows, or `nil` if that is not
  /// known.
  func origin(of declaration: CellDeclaration, _ parts: inout Fingerprinter) -> Fingerprint? {
    guard let declaration, let content else { return nil }
    parts.combine(declaration.identifier.rawValue)
    parts.combine(Fingerprint(high: declaration.origin.high, low: declaration.origin.low))
    parts.combine(content)
    parts.combine(title)
    return parts.finish()
  }
}

/// A source of cells that show objects of a document, of any type.
protocol ObjectCells: DataSource {
  /// Returns the identities of the objects that some cells show, and the origins of these cells, without creating the
  /// cells.
  func facts(at paths: [ItemPath]) -> [(id: ObjectID, origin: Fingerprint?)]
}

extension CellSource: ObjectCells where Object: DocumentObject, Cell == DocumentCell {
  func facts(at paths: [ItemPath]) -> [(id: ObjectID, origin: Fingerprint?)] {
    let models = paths.map(object(at:))
    // The closures of registrations are called one after the other: they must not be called on other threads.
    let declarations = declarations(of: models)
    return models.indices.concurrentMap(with: Fingerprinter.init) { index, parts in
      let facts = ObjectFacts(models[index])
      return (facts.id, facts.origin(of: declarations[index], &parts))
    }
  }
}

/// A search for the sources of cells behind transforms. The kind of each source is determined only once.
struct SourceKinds<Object> {
  enum Kind {
    /// A source of cells of objects of the document's type.
    case objects(CellSource<Object, DocumentCell>)
    /// A source of cells of objects of another type.
    case others(any ObjectCells)
    /// A transform that shows the cells of its upstream sources unchanged.
    case arranging(any ArrangingSource)
    /// A source that may create or change cells.
    case unknown
  }

  private var kinds: [ObjectIdentifier: Kind] = [:]

  /// Returns the kind of the source that a cell comes from, and the path of the cell in that source. Transforms that
  /// show cells unchanged are skipped.
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

extension DataSource where Item: ReusableCell {
  /// Reads a property of the cell of an item: creates the cell, and recycles it.
  func reading<Value>(_ path: ItemPath, _ read: (Item) -> Value) -> Value {
    let cell = item(at: path)
    defer { cell.recycle() }
    return read(cell)
  }
}
