public import Cells
public import DataSources
public import Datasets
package import Diagnostics
public import Fingerprints
public import Rendering

/// The additions of a program to the catalog of a folder: its own cells, rules, steps of the chain, and renderers.
///
/// ```swift
/// let builder = CatalogBuilder(at: "fruits", into: "build/fruits") { catalog in
///   catalog.register("fruit") { cell, fruit in
///     cell.title = fruit.title
///     cell.target = fruit.objectID
///     cell.body = [.paragraph([.text(fruit["origin"]?.text ?? "")])]
///   }
///   catalog.show(.card, by: "fruit") { $0.id.dataset == "fruits" }
///   catalog.addStep("autumn") { $0.applying(.filter { $0["season"]?.text == "autumn" }) }
///   catalog.register(PlainText())
/// }
/// ```
///
/// The closure that registers the additions runs in each build. If every addition declares its origin, a build for
/// which nothing has changed need not even read the data.
public struct CatalogExtension {
  /// The role of a cell.
  public enum Role: Sendable {
    /// The cell shows a row in listings.
    case card
    /// The cell shows a row on the row's own page.
    case page
  }

  /// A function from a source of rows to a source of rows.
  public typealias Step = (any DataSource<Record>) -> any DataSource<Record>

  /// Registers the program's configurator of a kind of cell with a source of cells.
  typealias Registration = (CellSource<Record, DocumentCell>, CellIdentifier) -> Void

  struct Rule {
    let role: Role
    let cell: CellIdentifier
    let matches: (Record) -> Bool
  }

  private(set) var cells: [CellIdentifier: Registration] = [:]
  /// The rules, in order of precedence.
  private(set) var rules: [Rule] = []
  private(set) var steps: [(name: String, apply: Step)] = []
  /// The formats of the program, and the built-in formats that it does not replace.
  private(set) var formats = RendererFormat.builtIn
  private(set) var views: [ReaderView] = []
  /// The functions that prepare an opened catalog for messages, and return what is wrong.
  private(set) var preparations: [(Catalog) -> [Diagnostic]] = []
  /// The fingerprint of everything that determines the additions, apart from the program and the catalog; `nil` if one
  /// of them does not declare its origin.
  private(set) var origin: Fingerprint? = Fingerprint("")

  var isEmpty: Bool { origin == Fingerprint("") && views.isEmpty && preparations.isEmpty }

  /// Warnings about additions that later ones have replaced.
  private(set) var warnings: [Diagnostic] = []

  /// Registers the configurator of a kind of cell. It replaces a template with its name and, with a warning, an earlier
  /// registration of the kind.
  ///
  /// Rules of the catalog or of the program assign the kind to rows: in `catalog.yml`, `card: fruit`.
  ///
  /// - Parameters:
  ///   - identifier: The kind of cell.
  ///   - configurator: Configures a cell to show a row.
  public mutating func register(
    _ identifier: CellIdentifier, configurator: @escaping (_ cell: DocumentCell, _ row: Record) -> Void
  ) {
    add(identifier) { $0.register($1, configurator: configurator) }
    origin = nil
  }

  /// Registers the content of a kind of cell, and declares its origin. The content then need not be created to
  /// determine whether a page has changed.
  ///
  /// - Parameters:
  ///   - identifier: The kind of cell.
  ///   - origin: The fingerprint of everything that determines a cell apart from its row and the program: of all values
  ///     that the closure captures.
  ///   - file: The file of the closure, which distinguishes it from other closures of the program.
  ///   - line: The line of the closure.
  ///   - content: Returns the content of the cell of a row.
  public mutating func register(
    _ identifier: CellIdentifier, following origin: Fingerprint, file: String = #fileID, line: Int = #line,
    content: @escaping (_ row: Record) -> CellContent
  ) {
    add(identifier) { $0.register($1, following: origin, file: file, line: line, content: content) }
    declare("cell", identifier.rawValue, origin.declared(inFile: file, line))
  }

  /// Assigns a kind of cell to rows, whatever `catalog.yml` says about them. The first rule that matches a row wins.
  ///
  /// - Parameters:
  ///   - role: Whether the rule is about cards or about pages.
  ///   - cell: The kind of cell: one that is registered, or one with a template.
  ///   - origin: The fingerprint of all values that the closure captures, or `nil` if it is not known.
  ///   - file: The file of the closure, which distinguishes it from other closures of the program.
  ///   - line: The line of the closure.
  ///   - predicate: Returns whether the rule applies to a row.
  public mutating func show(
    _ role: Role, by cell: CellIdentifier, following origin: Fingerprint? = nil, file: String = #fileID,
    line: Int = #line, where predicate: @escaping (_ row: Record) -> Bool
  ) {
    rules.append(Rule(role: role, cell: cell, matches: predicate))
    declare(role == .card ? "card" : "page", cell.rawValue, origin?.declared(inFile: file, line))
  }

  /// Adds a step to the chain: at the place of `step: NAME` in `catalog.yml`, or after the steps for rows if no chain
  /// names it.
  ///
  /// - Parameters:
  ///   - name: The name of the step. A later step replaces an earlier one with the same name, with a warning.
  ///   - origin: The fingerprint of all values that the closures of the step capture, or `nil` if it is not known.
  ///   - file: The file of the closure, which distinguishes it from other closures of the program.
  ///   - line: The line of the closure.
  ///   - step: Returns a live source over the rows, such as a transform.
  public mutating func addStep(
    _ name: String, following origin: Fingerprint? = nil, file: String = #fileID, line: Int = #line,
    _ step: @escaping Step
  ) {
    if let index = steps.firstIndex(where: { $0.name == name }) {
      steps[index].apply = step
      warn(thatIsReplaced: "the step “\(name)”")
    } else {
      steps.append((name, step))
    }
    declare("step", name, origin?.declared(inFile: file, line))
  }

  /// Adds a renderer, which `catalog.yml` names by its format. It replaces an earlier one of the format, and a built-in
  /// one.
  public mutating func register(_ renderer: some PageRenderer) {
    add(RendererFormat(renderer))
    declare(
      "renderer", renderer.format,
      renderer.fingerprint.map { pages in
        // A renderer's own fingerprint covers its pages, but neither its assets nor the names of its files.
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

  /// Adds a format with options: in `catalog.yml`, `formats: { NAME: { … } }`. It replaces an earlier format with the
  /// name, and a built-in one.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - origin: The fingerprint of all values that the closure of the format captures, or `nil` if it is not known.
  ///   - file: The file of the closure, which distinguishes it from other closures of the program.
  ///   - line: The line of the closure.
  public mutating func register(
    _ format: RendererFormat, following origin: Fingerprint? = nil, file: String = #fileID, line: Int = #line
  ) {
    add(format)
    declare("format", format.name, origin?.declared(inFile: file, line))
  }

  /// A function from the rows of a listing to those that a reader wants to see, in their order.
  public typealias Arrangement = (_ rows: any DataSource<Record>, _ query: ViewQuery) -> any DataSource<Record>

  /// Lets each reader of live pages arrange a listing: by a text that the rows contain, and by choices.
  ///
  /// ```swift
  /// let order = ViewChoice("order", label: "Order", options: ["name": "By name", "-name": "Backwards"])
  /// catalog.addView(of: "fruits", search: "Find a fruit", choices: [order]) { fruits, query in
  ///   query["order"] == "-name" ? fruits.applying(.sort { $0.title > $1.title }) : fruits
  /// }
  /// ```
  ///
  /// The first page of the listing shows up to 200 cells of it. The cells that steps of the chain add, such as a
  /// placeholder, are added to what is found, too. A view lives as long as a reader has it open, and follows the data.
  ///
  /// - Parameters:
  ///   - dataset: The data set whose listing it is.
  ///   - prompt: What the field for the text says; `nil` for a view without a search.
  ///   - choices: What readers choose.
  ///   - arrange: Returns a live source over the rows that contain the text, such as a transform.
  public mutating func addView(
    of dataset: String, search prompt: String?, choices: [ViewChoice] = [],
    _ arrange: @escaping Arrangement = { rows, _ in rows }
  ) {
    if views.contains(where: { $0.dataset == dataset }) { warn(thatIsReplaced: "the view of “\(dataset)”") }
    views.append(ReaderView(dataset: dataset, prompt: prompt, choices: choices, arrange: arrange))
  }

  /// Adds a function that prepares the catalog for messages when it has been opened. It has no part in what pages show.
  ///
  /// - Parameter prepare: Registers handlers, for example, and returns what is wrong.
  package mutating func prepare(_ prepare: @escaping (Catalog) -> [Diagnostic]) { preparations.append(prepare) }

  private mutating func add(_ cell: CellIdentifier, _ registration: @escaping Registration) {
    if cells.updateValue(registration, forKey: cell) != nil { warn(thatIsReplaced: "the cell “\(cell.rawValue)”") }
  }

  private mutating func warn(thatIsReplaced addition: String) {
    warnings.append(
      Diagnostic(
        .warning, code: "program/replaced", "the program adds \(addition) twice, and the second replaces the first",
        hint: "Delete one of them, or give it another name."))
  }

  private mutating func add(_ format: RendererFormat) {
    formats.removeAll { $0.name == format.name }
    formats.insert(format, at: 0)
  }

  private mutating func declare(_ kind: String, _ name: String, _ other: Fingerprint?) {
    guard let before = origin, let other else { return origin = nil }
    var parts = Fingerprinter()
    parts.combine(before)
    parts.combine(kind)
    parts.combine(name)
    parts.combine(other)
    origin = parts.finish()
  }

  /// Returns the kind of cell that the rules assign to a row, or `nil` if none matches.
  func cell(_ role: Role, for row: Record) -> CellIdentifier? {
    rules.first { $0.role == role && $0.matches(row) }?.cell
  }
}
