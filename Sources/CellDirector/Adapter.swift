public import Cells
public import Changesets
import DataSources
public import Messages

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
/// selector. One adapter may be registered with several sources, and handlers may be set before and after.
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

  /// Registers a handler with the source that receives the messages.
  private typealias Handler = (_ container: any CellHost, _ scope: HandlerScope) -> HandlerRegistration

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
  /// Where the adapter is registered.
  private final class Attachment {
    private(set) weak var container: (any CellHost)?
    let scope: HandlerScope
    let configure: () -> Void
    var registrations: [String: HandlerRegistration] = [:]

    init(_ container: any CellHost, _ scope: HandlerScope, configure: @escaping () -> Void) {
      self.container = container
      self.scope = scope
      self.configure = configure
    }

    func set(_ handler: Handler?, named name: String) {
      registrations.removeValue(forKey: name)?.cancel()
      if let container, let handler { registrations[name] = handler(container, scope) }
    }
  }

  /// Shows objects by cells of a source, and answers the messages that a container gets about them, whose places are the source's.
  func attach<Object, Shown: ReusableCell>(to cells: CellSource<Object, Shown>, in container: any CellHost) {
    let tag = ConfiguratorTag()
    let scope = HandlerScope.items(named: "adapter of \(Model.self)") { [weak cells] _, path in
      cells?.configuratorTag(at: path) === tag
    }
    cells.registerCells(identifier, make: make)
    attach(to: container, scope: scope) { [weak self, weak cells] in
      guard let self, let cells else { return }
      cells.register(Model.self, as: identifier, tag: tag, configurator: configure)
    }
  }

  private func attach(to container: any CellHost, scope: HandlerScope, configure: @escaping () -> Void) {
    let attachment = Attachment(container, scope, configure: configure)
    // Those whose sources are gone do nothing any more.
    attachments.removeAll { $0.container == nil }
    attachments.append(attachment)
    configure()
    for (name, handler) in handlers { attachment.set(handler, named: name) }
  }

  /// Sets the handler of a message; nil for none.
  private func set(_ handler: Handler?, named name: String) {
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

// MARK: - Messages

extension Adapter {
  /// What a message is about.
  public struct Context {
    /// The object.
    public let model: Model
    /// The cell that shows it, if there is one at present.
    public let cell: Cell?
    /// Its place in the container; where it is gone, the one that it had.
    public let path: ItemPath
    /// The source that the adapter is registered with: a cell source, or a director.
    public let container: any CellHost
    /// What else is known of the message.
    public let delivery: Delivery
  }

  /// Answers a message about one object, beside which it may have other arguments.
  ///
  /// ```swift
  /// adapter.on(.commitEdit) { context, edit in delete(context.model) }
  /// ```
  ///
  /// - Parameters:
  ///   - selector: The message. An earlier answer to it is replaced.
  ///   - answer: Gets the object that the message's first place is about, and the arguments in the container's places.
  public func on<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>,
    _ answer: @escaping (_ context: Context, _ arguments: Arguments) throws -> Result
  ) {
    set(selector) { container, arguments, delivery in
      guard let path = arguments.firstPlace?.path, let context = Self.context(at: path, in: container, delivery)
      else { throw MessageError.noObject(of: Model.self, selector.name) }
      return try answer(context, arguments)
    }
  }

  /// Answers a message about one object.
  ///
  /// - Parameters:
  ///   - selector: The message. An earlier answer to it is replaced.
  ///   - answer: Gets the object.
  public func on<Result>(
    _ selector: MessageSelector<ItemPath, Result>, _ answer: @escaping (_ context: Context) throws -> Result
  ) {
    on(selector) { context, _ in try answer(context) }
  }

  /// Answers a message about many objects: all of those that are this adapter's, at once.
  ///
  /// - Parameters:
  ///   - selector: The message. An earlier answer to it is replaced.
  ///   - answer: Gets the objects, in the order of the message.
  public func on<Result>(
    _ selector: MessageSelector<[ItemPath], Result>, _ answer: @escaping (_ contexts: [Context]) throws -> Result
  ) {
    set(selector) { container, paths, delivery in
      try answer(paths.compactMap { Self.context(at: $0, in: container, delivery, isOneOfMany: true) })
    }
  }

  /// Answers a message no more; it comes to the selector's default.
  public func off<Arguments, Result>(_ selector: MessageSelector<Arguments, Result>) { set(nil, named: selector.name) }

  private func set<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>,
    _ answer: @escaping (any CellHost, Arguments, Delivery) throws -> Result
  ) {
    set(
      { container, scope in
        container.on(selector, in: scope) { container, arguments, delivery in
          try answer(container, arguments, delivery)
        }
      }, named: selector.name)
  }

  private static func context(
    at path: ItemPath, in container: any CellHost, _ delivery: Delivery, isOneOfMany: Bool = false
  ) -> Context? {
    // What is gone is known by its cell alone.
    if let cell = delivery.subject as? Cell, let model = cell.shownModel as? Model {
      return Context(model: model, cell: cell, path: path, container: container, delivery: delivery)
    }
    guard container.contains(path), let model = container.cellObject(at: path) as? Model else { return nil }
    let cell = isOneOfMany ? delivery.cellOperator?.existingCell(of: path, in: container) : delivery.cell
    return Context(model: model, cell: cell as? Cell, path: path, container: container, delivery: delivery)
  }
}

extension CellOperator {
  /// The cell of an item of a source upstream.
  fileprivate func existingCell(of path: ItemPath, in source: any DataSource) -> Cell? {
    convert(path, from: source).flatMap(existingCell(at:))
  }
}

extension MessageError {
  fileprivate static func noObject<Model>(of type: Model.Type, _ selector: String) -> MessageError {
    MessageError(
      .noReceiver, selector: selector, "“\(selector)” is about no \(type) that the adapter's source has or had.")
  }
}
