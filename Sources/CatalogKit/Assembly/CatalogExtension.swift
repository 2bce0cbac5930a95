public import Cells
public import DataSources
public import Datasets
public import Fingerprints
public import Rendering

/// What a program adds to the catalog of a folder: cells, rules, steps of the chain, and renderers of its own.
///
/// ```swift
/// let builder = CatalogBuilder(at: "fruits", into: "build/fruits") { catalog in
///   catalog.register("fruit") { cell, fruit in
///     cell.title = fruit.title
///     cell.target = fruit.objectID
///     cell.body = [.paragraph([.text(fruit["origin"]?.text ?? "")])]
///   }
///   catalog.show(.card, by: "fruit") { $0.dataset == "fruits" }
///   catalog.addStep("autumn") { $0.applying(.filter { $0["season"]?.text == "autumn" }) }
///   catalog.register(PlainText())
/// }
/// ```
///
/// What is added is asked for in each build. As long as all of it declares what it follows from, a build of what has not changed need not even
/// read the data.
public struct CatalogExtension {
  /// What a cell does for a row.
  public enum Role: Sendable {
    /// It shows the row in listings.
    case card
    /// It shows the row on a page of its own.
    case page
  }

  /// Where rows are led through a step of a program.
  public typealias Step = (any DataSource<Record>) -> any DataSource<Record>

  /// Registers the cells of a kind of the program.
  typealias Registration = (CellSource<Record, DocumentCell>, CellIdentifier) -> Void

  /// A rule of a program.
  struct Rule {
    let role: Role
    let cell: CellIdentifier
    let matches: (Record) -> Bool
  }

  private(set) var cells: [CellIdentifier: Registration] = [:]
  /// The rules, of which the first that matches counts.
  private(set) var rules: [Rule] = []
  private(set) var steps: [(name: String, apply: Step)] = []
  /// The formats of the program, and those of Pomona that it does not replace.
  private(set) var formats = RendererFormat.builtIn
  /// What is made by the extension follows from this, the program and the catalog; nil where that is not declared of all of it.
  private(set) var origin: Fingerprint? = Fingerprint("")

  init() {}

  /// Registers what configures the cells of a kind; a later registration of the kind replaces it, and so it does a template of that name.
  ///
  /// Cells are of a kind where a rule of the catalog or of the program says so: in `catalog.yml`, `card: fruit`.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - configurator: Makes a cell show a row.
  public mutating func register(
    _ identifier: CellIdentifier, configurator: @escaping (_ cell: DocumentCell, _ row: Record) -> Void
  ) {
    cells[identifier] = { $0.register($1, configurator: configurator) }
    origin = nil
  }

  /// Registers what the cells of a kind show, and declares what that follows from: they are not made to find out whether a page has changed.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - origin: The fingerprint of all that a cell follows from beside its row and the program: of whatever the closure captures.
  ///   - file: The file of the closure, which tells it from others of the program.
  ///   - line: The line of the closure.
  ///   - content: Returns what the cell of a row shows.
  public mutating func register(
    _ identifier: CellIdentifier, following origin: Fingerprint, file: String = #fileID, line: Int = #line,
    content: @escaping (_ row: Record) -> CellContent
  ) {
    cells[identifier] = { $0.register($1, following: origin, file: file, line: line, content: content) }
    declare("cell", identifier.rawValue, origin.declared(inFile: file, line))
  }

  /// Has rows shown by the cells of a kind, whatever `catalog.yml` says of them. Of several rules for a row the first counts.
  ///
  /// - Parameters:
  ///   - role: Whether it is about cards or about pages.
  ///   - cell: The kind: a registered one, or one that has a template.
  ///   - origin: The fingerprint of all that the closure captures; nil where that is not known.
  ///   - file: The file of the closure, which tells it from others of the program.
  ///   - line: The line of the closure.
  ///   - predicate: Returns whether the rule is about a row.
  public mutating func show(
    _ role: Role, by cell: CellIdentifier, following origin: Fingerprint? = nil, file: String = #fileID,
    line: Int = #line, where predicate: @escaping (_ row: Record) -> Bool
  ) {
    rules.append(Rule(role: role, cell: cell, matches: predicate))
    declare(role == .card ? "card" : "page", cell.rawValue, origin?.declared(inFile: file, line))
  }

  /// Adds a step to the chain: where `catalog.yml` has `step: NAME`, or, where the chain does not name it, after its steps for rows.
  ///
  /// - Parameters:
  ///   - name: The name of the step; a later one of the same name replaces it.
  ///   - origin: The fingerprint of all that the closures of the step capture; nil where that is not known.
  ///   - file: The file of the closure, which tells it from others of the program.
  ///   - line: The line of the closure.
  ///   - step: Returns a live source over the rows, such as a transform.
  public mutating func addStep(
    _ name: String, following origin: Fingerprint? = nil, file: String = #fileID, line: Int = #line,
    _ step: @escaping Step
  ) {
    if let index = steps.firstIndex(where: { $0.name == name }) {
      steps[index].apply = step
    } else {
      steps.append((name, step))
    }
    declare("step", name, origin?.declared(inFile: file, line))
  }

  /// Adds a renderer, for `catalog.yml` to name by its format. It takes the place of an earlier one of the format, and of a built-in one.
  public mutating func register(_ renderer: some PageRenderer) {
    add(RendererFormat(renderer))
    declare(
      "renderer", renderer.format,
      renderer.fingerprint.map { pages in
        // What goes with the pages, and where all of it is, is no part of what the pages follow from.
        var parts = Fingerprinter()
        parts.combine(String(reflecting: type(of: renderer)))
        parts.combine(pages)
        parts.combine(renderer.fileExtension)
        parts.combine(renderer.assets) { parts, asset in
          parts.combine(asset.path)
          parts.combine(Fingerprint(asset.bytes))
        }
        return parts.finish()
      })
  }

  /// Adds a format about which something can be decided: in `catalog.yml`, `formats: { NAME: { … } }`. It takes the place of an earlier one of
  /// the name, and of a built-in one.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - origin: The fingerprint of all that the closure of the format captures; nil where that is not known.
  ///   - file: The file of the closure, which tells it from others of the program.
  ///   - line: The line of the closure.
  public mutating func register(
    _ format: RendererFormat, following origin: Fingerprint? = nil, file: String = #fileID, line: Int = #line
  ) {
    add(format)
    declare("format", format.name, origin?.declared(inFile: file, line))
  }

  private mutating func add(_ format: RendererFormat) {
    formats.removeAll { $0.name == format.name }
    formats.insert(format, at: 0)
  }

  private mutating func declare(_ kind: String, _ name: String, _ other: Fingerprint?) {
    origin = origin.flatMap { origin in
      other.map { other in
        var parts = Fingerprinter()
        parts.combine(origin)
        parts.combine(kind)
        parts.combine(name)
        parts.combine(other)
        return parts.finish()
      }
    }
  }

  /// The kind of the cell for a row, where a rule says so.
  func cell(_ role: Role, for row: Record) -> CellIdentifier? {
    rules.first { $0.role == role && $0.matches(row) }?.cell
  }
}
