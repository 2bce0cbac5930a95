public import Cells
import Changesets
import DataSources
import Messages

/// The binding of a type of objects to a class of cells: how such a cell is created and configured, and how messages
/// about the objects are answered.
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
/// An adapter is a typed layer on the registrations of a cell source: a source that it is registered with gets the
/// type, the class, the configurator, and a handler for each message about the adapter's objects. A message without a
/// handler has the result of its selector's default. An adapter can be registered with several sources, and with
/// directors for headers and footers (``Director/registerSupplement(_:)``). Handlers can be set before and after the
/// registration.
///
/// The sources retain the closures of their adapters. These should not capture a source, or an object that owns one,
/// strongly.
public final class Adapter<Model, Cell: ReusableCell> {
  /// Configures a cell to show an object.
  public typealias Configurator = (_ cell: Cell, _ model: Model) -> Void
  /// Configures a cell to show an object, and uses the object's path and source.
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

  /// Creates an adapter with a configurator that uses the object's path and source.
  ///
  /// - Parameters:
  ///   - model: The type of the objects: a class (its subclasses without an adapter of their own are included), any
  ///     other type, or a protocol.
  ///   - cell: The class of the cells.
  ///   - identifier: The kind of the cells. By default, it is composed of the qualified names of both types.
  ///   - make: Creates a cell of the class.
  ///   - configure: Configures a cell to show an object. The source in its context is the one that the adapter is
  ///     registered with. For a header or footer, the path is that of the section's first item.
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
  ///   - model: The type of the objects, as in the initializer whose closure takes a context.
  ///   - cell: The class of the cells.
  ///   - identifier: The kind of the cells. By default, it is composed of the qualified names of both types.
  ///   - make: Creates a cell of the class.
  ///   - configure: Configures a cell to show an object.
  public convenience init(
    _ model: Model.Type = Model.self, _ cell: Cell.Type = Cell.self, as identifier: CellIdentifier? = nil,
    make: @escaping (CellIdentifier) -> Cell, configure: @escaping Configurator
  ) { self.init(model, cell, as: identifier, make: make) { cell, model, _ in configure(cell, model) } }

  /// Creates an adapter whose cells are created by the initializer of their class, with a configurator that uses the
  /// object's path and source.
  public convenience init(
    _ model: Model.Type = Model.self, _ cell: Cell.Type = Cell.self, as identifier: CellIdentifier? = nil,
    configure: @escaping ContextConfigurator
  ) { self.init(model, cell, as: identifier, make: { cell.init($0) }, configure: configure) }

  /// Creates an adapter whose cells are created by the initializer of their class.
  public convenience init(
    _ model: Model.Type = Model.self, _ cell: Cell.Type = Cell.self, as identifier: CellIdentifier? = nil,
    configure: @escaping Configurator = { _, _ in }
  ) { self.init(model, cell, as: identifier, make: { cell.init($0) }, configure: configure) }

  /// Replaces the configurator. Shown cells are configured again, including headers and footers.
  public func configure(_ configurator: @escaping Configurator) {
    self.configurator = { cell, model, _ in configurator(cell, model) }
  }

  /// Replaces the configurator by one that uses the object's path and source. Shown cells are configured again,
  /// including headers and footers.
  ///
  /// ```swift
  /// contacts.configure { cell, contact, context in cell.name = "\(context.path.item + 1). \(contact.name)" }
  /// ```
  public func configure(_ configurator: @escaping ContextConfigurator) { self.configurator = configurator }

  // MARK: - Sources

  /// Registers the handler of a message with a container that the adapter is attached to. Returns nil if the target is
  /// not of the kind that the message is about.
  typealias Handler = (_ container: any CellHost, _ target: Target) -> HandlerRegistration?

  /// What a message has to be about for the adapter to answer it.
  enum Target {
    /// The items in a scope.
    case items(HandlerScope)
    /// The headers and footers whose model a closure returns for a kind and a section. It returns nil if the model is
    /// not the adapter's.
    case supplements(model: (SupplementaryKind, Int) -> Model?)
  }

  /// A registration of the adapter with a source.
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

  /// Shows objects by cells of a source, and answers the messages about them that a container receives. The container
  /// has the same paths as the source.
  func attach<Object, Shown: ReusableCell>(to cells: CellSource<Object, Shown>, in container: any CellHost) {
    let tag = ConfiguratorTag()
    // Weak here and below: the container retains its handlers with their scopes, and the cell source its
    // configurators.
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

  /// Answers the messages about headers and footers that a container receives.
  ///
  /// - Parameters:
  ///   - model: Returns the model of a section's header or footer, or nil if it is not the adapter's.
  ///   - configure: Causes the headers and footers to be configured again.
  func attach(
    toSupplementsOf container: any CellHost, model: @escaping (SupplementaryKind, Int) -> Model?,
    configure: @escaping () -> Void
  ) { attach(to: container, .supplements(model: model), configure: configure) }

  private func attach(to container: any CellHost, _ target: Target, configure: @escaping () -> Void) {
    let attachment = Attachment(container, target, configure: configure)
    // Attachments whose container was deallocated have no effect any more.
    attachments.removeAll { $0.container == nil }
    attachments.append(attachment)
    for (name, handler) in handlers { attachment.set(handler, named: name) }
  }

  /// Sets the handler of a message, or removes it if it is nil.
  func set(_ handler: Handler?, named name: String) {
    handlers[name] = handler
    for attachment in attachments { attachment.set(handler, named: name) }
  }
}

extension CellSource {
  /// Shows the objects of an adapter's type by its cells, and answers messages about them by its handlers.
  ///
  /// - Parameter adapter: The adapter. Its class of cells has to be that of this source, or a subclass. It replaces an
  ///   earlier adapter for the same type.
  /// - Complexity: As for any other registration: O(1) if the source has neither observers nor links downstream.
  ///   Otherwise O(*n*), *n* being the number of objects.
  public func register<Model, Shown: ReusableCell>(_ adapter: Adapter<Model, Shown>) {
    adapter.attach(to: self, in: self)
  }
}
