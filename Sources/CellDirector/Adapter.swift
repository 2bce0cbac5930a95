public import Cells
import Changesets
import DataSources
import Messages

/// Binds the objects of a type to a class of cells: how such a cell is made and configured, and what is done when something happens to
/// one of the objects on display.
///
/// ```swift
/// let contacts = Adapter<Contact, ContactCell> { cell, contact in cell.name = contact.name }
/// contacts.on(.didSelectItem) { context in open(context.model) }
/// contacts.on(.canEditItem) { context in context.model.isMine }
/// contacts.on(.commitEdit) { context, edit in delete(context.model) }
/// contacts.on(.prefetchItems) { contexts in loadPictures(of: contexts.map(\.model)) }
/// cells.register(contacts)
/// ```
///
/// It is a typed layer on what there is: a cell source that it is registered with gets the type, the class and the configurator, and a
/// handler for each message, for the objects that this adapter is for. A message without a handler comes to the default of its
/// selector. One adapter may be registered with several sources, and with directors for headers and footers
/// (``Director/registerSupplement(_:)``), and handlers may be set before and after.
public final class Adapter<Model, Cell: ReusableCell> {
  /// Configures a cell to show an object.
  public typealias Configurator = (_ cell: Cell, _ model: Model) -> Void
  /// Configures a cell to show an object, and uses its place.
  public typealias ContextConfigurator = (_ cell: Cell, _ model: Model, _ context: ConfigurationContext) -> Void

  /// The kind of the cells.
  public let identifier: CellIdentifier
  /// Configures a cell to show an object.
  private(set) var configurator: ContextConfigurator {
    didSet { for attachment in attachments { attachment.configure() } }
  }
  let make: (CellIdentifier) -> Cell

  /// The handlers, by the names of their selectors.
  private var handlers: [String: Handler] = [:]
  private var attachments: [Attachment] = []

  /// Creates an adapter whose configurator uses the place of the object.
  ///
  /// - Parameters:
  ///   - model: The type of the objects: a class, also for those that inherit from it and have no adapter of their own, any other type, or
  ///     a protocol.
  ///   - cell: The class of the cells.
  ///   - identifier: The kind of the cells; the qualified names of both types unless given.
  ///   - make: Creates a cell of the class.
  ///   - configure: Configures a cell to show an object. The source that it gets is the one that the adapter is registered with; for a header
  ///     or a footer, the item of the place is the section's first.
  public init(
    _ model: Model.Type = Model.self, _ cell: Cell.Type = Cell.self, as identifier: CellIdentifier? = nil,
    make: @escaping (CellIdentifier) -> Cell, configure: @escaping ContextConfigurator
  ) {
    self.identifier =
      identifier ?? CellIdentifier(rawValue: "\(String(reflecting: model)) in \(String(reflecting: cell))")
    self.make = make
    configurator = configure
  }

  /// Creates an adapter.
  ///
  /// - Parameters:
  ///   - model: The type of the objects, as in ``init(_:_:as:make:configure:)-(_,_,_,_,ContextConfigurator)``.
  ///   - cell: The class of the cells.
  ///   - identifier: The kind of the cells; the qualified names of both types unless given.
  ///   - make: Creates a cell of the class.
  ///   - configure: Configures a cell to show an object.
  public convenience init(
    _ model: Model.Type = Model.self, _ cell: Cell.Type = Cell.self, as identifier: CellIdentifier? = nil,
    make: @escaping (CellIdentifier) -> Cell, configure: @escaping Configurator
  ) {
    self.init(model, cell, as: identifier, make: make) { cell, model, _ in configure(cell, model) }
  }

  /// Creates an adapter whose cells are made by their class, and whose configurator uses the place of the object.
  public convenience init(
    _ model: Model.Type = Model.self, _ cell: Cell.Type = Cell.self, as identifier: CellIdentifier? = nil,
    configure: @escaping ContextConfigurator
  ) {
    self.init(model, cell, as: identifier, make: { cell.init($0) }, configure: configure)
  }

  /// Creates an adapter whose cells are made by their class.
  public convenience init(
    _ model: Model.Type = Model.self, _ cell: Cell.Type = Cell.self, as identifier: CellIdentifier? = nil,
    configure: @escaping Configurator = { _, _ in }
  ) {
    self.init(model, cell, as: identifier, make: { cell.init($0) }, configure: configure)
  }

  /// Replaces what configures the cells. Those that are shown are configured again, also headers and footers.
  public func configure(_ configurator: @escaping Configurator) {
    self.configurator = { cell, model, _ in configurator(cell, model) }
  }

  /// Replaces what configures the cells, by a configurator that uses the place. Those that are shown are configured again, also headers and
  /// footers.
  ///
  /// ```swift
  /// contacts.configure { cell, contact, context in cell.name = "\(context.path.item + 1). \(contact.name)" }
  /// ```
  public func configure(_ configurator: @escaping ContextConfigurator) { self.configurator = configurator }
}

// MARK: - Sources

extension Adapter {
  /// What answers a message: registers a handler where the adapter is attached; nil where the message is about something else.
  typealias Handler = (_ container: any CellHost, _ target: Target) -> HandlerRegistration?

  /// What messages have to be about for the adapter to answer them.
  enum Target {
    /// The items in a scope.
    case items(HandlerScope)
    /// The headers and footers with a model, which is looked up by the kind and the section.
    case supplements(model: (SupplementaryKind, Int) -> Model?)
  }

  /// Where the adapter is registered.
  private final class Attachment {
    private(set) weak var container: (any CellHost)?
    let target: Target
    let configure: () -> Void
    var registrations: [String: HandlerRegistration] = [:]

    init(_ container: any CellHost, _ target: Target, configure: @escaping () -> Void) {
      self.container = container
      self.target = target
      self.configure = configure
    }

    func set(_ handler: Handler?, named name: String) {
      registrations.removeValue(forKey: name)?.cancel()
      if let container, let handler { registrations[name] = handler(container, target) }
    }
  }

  /// Shows objects by cells of a source, and answers the messages that a container gets about them, whose places are the source's.
  func attach<Object, Shown: ReusableCell>(to cells: CellSource<Object, Shown>, in container: any CellHost) {
    let tag = ConfiguratorTag()
    let scope = HandlerScope.items(named: "adapter of \(Model.self)") { [weak cells] _, path in
      cells?.configuratorTag(at: path) === tag
    }
    cells.registerCells(identifier, make: make)
    let configure = { [weak self, weak cells, weak container] in
      guard let self, let cells else { return }
      cells.register(Model.self, as: identifier, tag: tag) {
        [configurator, weak container] (cell: Cell, model: Model, context) in
        configurator(cell, model, ConfigurationContext(path: context.path, source: container ?? context.source))
      }
    }
    configure()
    attach(to: container, .items(scope), configure: configure)
  }

  /// Answers the messages that a container gets about headers and footers.
  ///
  /// - Parameters:
  ///   - container: What has them.
  ///   - model: The model of a section's header or footer, or nil if that is not the adapter's.
  ///   - configure: Has them configured again.
  func attach(
    toSupplementsOf container: any CellHost, model: @escaping (SupplementaryKind, Int) -> Model?,
    configure: @escaping () -> Void
  ) {
    attach(to: container, .supplements(model: model), configure: configure)
  }

  private func attach(to container: any CellHost, _ target: Target, configure: @escaping () -> Void) {
    let attachment = Attachment(container, target, configure: configure)
    // Those whose sources are gone do nothing any more.
    attachments.removeAll { $0.container == nil }
    attachments.append(attachment)
    for (name, handler) in handlers { attachment.set(handler, named: name) }
  }

  /// Sets the handler of a message; nil for none.
  func set(_ handler: Handler?, named name: String) {
    handlers[name] = handler
    for attachment in attachments { attachment.set(handler, named: name) }
  }
}

extension CellSource {
  /// Shows the objects of an adapter's type by its cells, and answers messages about them by its handlers.
  ///
  /// - Parameter adapter: The adapter. Its class of cells has to be that of this source, or a subclass. An earlier one for the same type is
  ///   replaced.
  /// - Complexity: As for any other registration: O(1) where nobody watches the source, else O(*n*), *n* being the number of objects.
  public func register<Model, Shown: ReusableCell>(_ adapter: Adapter<Model, Shown>) {
    adapter.attach(to: self, in: self)
  }
}
