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
  /// The kind of the cells.
  public let identifier: CellIdentifier
  /// Configures a cell to show an object. It may be replaced while cells are shown: they are configured again.
  public var configure: (_ cell: Cell, _ model: Model) -> Void {
    didSet { for attachment in attachments { attachment.configure() } }
  }
  let make: (CellIdentifier) -> Cell

  /// The handlers, by the names of their selectors.
  private var handlers: [String: Handler] = [:]
  private var attachments: [Attachment] = []

  /// Creates an adapter.
  ///
  /// - Parameters:
  ///   - model: The type of the objects: a class, also for those that inherit from it and have no adapter of their own, any other type, or
  ///     a protocol.
  ///   - cell: The class of the cells.
  ///   - identifier: The kind of the cells; the qualified names of both types unless given.
  ///   - make: Creates a cell of the class.
  ///   - configure: Configures a cell to show an object.
  public init(
    _ model: Model.Type = Model.self, _ cell: Cell.Type = Cell.self, as identifier: CellIdentifier? = nil,
    make: @escaping (CellIdentifier) -> Cell, configure: @escaping (_ cell: Cell, _ model: Model) -> Void
  ) {
    self.identifier =
      identifier ?? CellIdentifier(rawValue: "\(String(reflecting: model)) in \(String(reflecting: cell))")
    self.make = make
    self.configure = configure
  }

  /// Creates an adapter whose cells are made by their class.
  ///
  /// - Parameters:
  ///   - model: The type of the objects, as in ``init(_:_:as:make:configure:)``.
  ///   - cell: The class of the cells.
  ///   - identifier: The kind of the cells; the qualified names of both types unless given.
  ///   - configure: Configures a cell to show an object.
  public convenience init(
    _ model: Model.Type = Model.self, _ cell: Cell.Type = Cell.self, as identifier: CellIdentifier? = nil,
    configure: @escaping (_ cell: Cell, _ model: Model) -> Void = { _, _ in }
  ) {
    self.init(model, cell, as: identifier, make: { cell.init($0) }, configure: configure)
  }
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
    let configure = { [weak self, weak cells] in
      guard let self, let cells else { return }
      cells.register(Model.self, as: identifier, tag: tag, configurator: self.configure)
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
