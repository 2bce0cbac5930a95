import DataSources
import Messages

/// Binds the objects of a type to a class of cells: how such a cell is made and configured, and what is done when something happens to
/// one of the objects on display.
///
/// ```swift
/// let contacts = Adapter<Contact, ContactCell> { cell, contact in cell.name = contact.name }
/// contacts.on.didSelect { context in open(context.model) }
/// contacts.on.canEdit { context in context.model.isMine }
/// cells.register(contacts)
/// ```
///
/// It is a typed layer on what there is: a cell source that it is registered with gets the type, the class and the configurator, and a
/// handler for each event, for the objects that this adapter is for. An event without a handler comes to the default of its selector. One
/// adapter may be registered with several sources, and events may be set before and after.
public final class Adapter<Model, Cell: ReusableCell> {
  /// The kind of the cells.
  public let identifier: CellIdentifier
  /// Makes a cell show an object. It may be replaced while cells are shown: they are configured again.
  public var configure: (_ cell: Cell, _ model: Model) -> Void {
    didSet { for attachment in attachments { attachment.configure() } }
  }
  let make: (CellIdentifier) -> Cell

  /// What is done for each event, by the name of its selector.
  private var events: [String: Event] = [:]
  private var attachments: [Attachment] = []

  /// Registers what is done for an event with the source of the messages' receiver.
  typealias Event = (_ container: any CellHost, _ scope: HandlerScope) -> HandlerRegistration

  /// Makes an adapter.
  ///
  /// - Parameters:
  ///   - model: The type of the objects: a class, also for those that inherit from it and have no adapter of their own, any other type, or
  ///     a protocol.
  ///   - cell: The class of the cells.
  ///   - identifier: The kind of the cells; the qualified names of both types unless given.
  ///   - make: Makes a cell of the class.
  ///   - configure: Makes a cell show an object.
  public init(
    _ model: Model.Type = Model.self, _ cell: Cell.Type = Cell.self, as identifier: CellIdentifier? = nil,
    make: @escaping (CellIdentifier) -> Cell, configure: @escaping (_ cell: Cell, _ model: Model) -> Void
  ) {
    self.identifier =
      identifier ?? CellIdentifier(rawValue: "\(String(reflecting: model)) in \(String(reflecting: cell))")
    self.make = make
    self.configure = configure
  }

  /// Makes an adapter whose cells are made by their class.
  ///
  /// - Parameters:
  ///   - model: The type of the objects, as in ``init(_:_:as:make:configure:)``.
  ///   - cell: The class of the cells.
  ///   - identifier: The kind of the cells; the qualified names of both types unless given.
  ///   - configure: Makes a cell show an object.
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

    func set(_ event: Event?, named name: String) {
      registrations.removeValue(forKey: name)?.cancel()
      if let container, let event { registrations[name] = event(container, scope) }
    }
  }

  /// Shows objects by cells of a source, and answers the messages that a container gets about them, whose places are the source's.
  func attach<Object, Shown: ReusableCell>(to cells: CellSource<Object, Shown>, in container: any CellHost) {
    let tag = AdapterTag()
    let scope = HandlerScope.items(named: "adapter of \(Model.self)") { [weak cells] _, path in
      cells?.adapterTag(at: path) === tag
    }
    cells.makeCells(of: self)
    attach(to: container, scope: scope) { [weak self, weak cells] in
      if let self { cells?.configureCells(of: self, tag) }
    }
  }

  private func attach(to container: any CellHost, scope: HandlerScope, configure: @escaping () -> Void) {
    let attachment = Attachment(container, scope, configure: configure)
    // Those whose sources are gone do nothing any more.
    attachments.removeAll { $0.container == nil }
    attachments.append(attachment)
    configure()
    for (name, event) in events { attachment.set(event, named: name) }
  }

  /// Sets what is done for an event, or that nothing is.
  func set(_ event: Event?, named name: String) {
    events[name] = event
    for attachment in attachments { attachment.set(event, named: name) }
  }
}

/// What tells the objects of a registered adapter from others: their configurator has it.
final class AdapterTag {}
