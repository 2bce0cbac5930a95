public import Cells
public import Changesets
import DataSources
import Messages

extension UpdateError.Code {
  /// There is no adapter for a model.
  public static let missingAdapter = Self(rawValue: "director/missing-adapter")
  /// There already is an adapter for the type.
  public static let duplicateAdapter = Self(rawValue: "director/duplicate-adapter")
}

/// Registration of adapters for models.
extension Director {
  /// Registers an adapter for identifiable models, which are compared by `==`.
  ///
  /// - Throws: `UpdateError` with the code `duplicateAdapter` if there already is an adapter for the type.
  public func register<Model: Identifiable & Equatable, Shown: ReusableCell>(_ adapter: Adapter<Model, Shown>) throws {
    try register(adapter, id: \.id, content: ==)
  }

  /// Registers an adapter for models that are compared by `==`.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - id: Returns the identity of a model among all models of its type: a closure, or a key path such as `\.self`.
  /// - Throws: `UpdateError` with the code `duplicateAdapter` if there already is an adapter for the type.
  public func register<Model: Equatable, Shown: ReusableCell, ID: Hashable>(
    _ adapter: Adapter<Model, Shown>, id: @escaping (Model) -> ID
  ) throws { try register(adapter, id: id, content: ==) }

  /// Registers an adapter for models of any type.
  ///
  /// - Parameters:
  ///   - adapter: The adapter. Its class of cells has to be that of the director, or a subclass.
  ///   - id: Returns the identity of a model among all models of its type.
  ///   - content: Returns whether two states of a model have the same content.
  /// - Throws: `UpdateError` with the code `duplicateAdapter` if there already is an adapter for the type.
  public func register<Model, Shown: ReusableCell, ID: Hashable>(
    _ adapter: Adapter<Model, Shown>, id: @escaping (Model) -> ID, content: @escaping (Model, Model) -> Bool
  ) throws {
    guard !adapters.contains(where: { $0.type == ObjectIdentifier(Model.self) }) else {
      throw UpdateError(
        .duplicateAdapter,
        "There is an adapter for \(String(reflecting: Model.self)) already. Register one for each type.")
    }
    adapters.append(DirectorAdapter(Model.self, id: id, content: content))
    // A type that was looked up before may have an adapter of its own now.
    knownAdapters = [:]
    adapter.attach(to: cells, in: self)
  }

  /// Returns the models with their adapters and identities.
  ///
  /// - Throws: `UpdateError` with the code `missingAdapter` if a model has no adapter.
  func adapted(_ models: [Any]) throws -> [DirectorModel] { try models.map(adapted) }

  private func adapted(_ model: Any) throws -> DirectorModel {
    let type = dynamicType(of: model)
    if let adapter = knownAdapters[ObjectIdentifier(type)] { return DirectorModel(model, adapter) }
    // Wrapped models are unwrapped, as the same model would otherwise have two types, and therefore two identities.
    if let wrapper = model as? any ModelWrapper {
      if let model = wrapper.wrappedModel { return try adapted(model) }
      throw UpdateError(
        .missingAdapter, "A model is nil, of the type \(String(reflecting: type)). Append models that exist.")
    }
    let found = adapters.first { $0.type == ObjectIdentifier(type) } ?? adapters.first { $0.accepts(model) }
    guard let found else {
      throw UpdateError(
        .missingAdapter, "There is no adapter for models of the type \(String(reflecting: type)). Register one first.")
    }
    knownAdapters[ObjectIdentifier(type)] = found
    return DirectorModel(model, found)
  }

  /// Returns a section whose models have their adapters and identities.
  ///
  /// - Throws: `UpdateError` with the code `missingAdapter` if a model, the header or the footer has no adapter.
  func adapted(_ section: DirectorSection) throws -> DirectorContent.Section {
    let missing = [section.header, section.footer].compactMap { $0 }.first { supplementaryAdapters[$0.key] == nil }
    if let missing {
      throw UpdateError(
        .missingAdapter,
        "There is no header or footer for \(missing.requirement). Register one with the director first.")
    }
    var bare = section
    bare.models = []
    return DirectorContent.Section(bare, items: try adapted(section.models))
  }
}

/// A value that can wrap a model.
private protocol ModelWrapper {
  var wrappedModel: Any? { get }
}

extension Optional: ModelWrapper {
  fileprivate var wrappedModel: Any? { self }
}

extension AnyHashable: ModelWrapper {
  fileprivate var wrappedModel: Any? { base }
}

/// Headers and footers.
extension Director {
  /// Registers the cells of headers and footers with models of a type, and the answers to messages about them.
  ///
  /// ```swift
  /// let titles = Adapter<Title, TitleCell> { cell, title in cell.text = title.text }
  /// titles.on(.heightOfSupplement) { context in context.kind == .header ? 40 : 20 }
  /// try director.registerSupplement(titles)
  /// try director.firstSection?.update { section in section.header = SupplementaryCell(Title("Fruits")) }
  /// ```
  ///
  /// - Parameter adapter: Binds the models to cells. It can be registered for items as well.
  /// - Throws: `UpdateError` with the code `duplicateAdapter` if there already is a registration for the type.
  public func registerSupplement<Model: Equatable, Shown: ReusableCell>(_ adapter: Adapter<Model, Shown>) throws {
    let key = SupplementaryCell.Key.model(ObjectIdentifier(Model.self))
    // The director retains this closure and its handlers, and calls them only while it exists. The adapter, which
    // retains the last closure below, may outlive it.
    try register(key, adapter.identifier, adapter.make) { [unowned self] cell, model, section in
      guard let cell = cell as? Shown, let model = model as? Model else { return }
      cell.shownModel = model
      let path = ItemPath(section: section.index, item: 0)
      adapter.configurator(cell, model, ConfigurationContext(path: path, source: self))
    }
    adapter.attach(
      toSupplementsOf: self, model: { [unowned self] in supplement($0, ofSection: $1, for: key)?.model as? Model },
      configure: { [weak self] in self?.configureSupplements(key) })
  }

  /// Registers the cells of headers and footers of a kind.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - type: The class of the cells.
  ///   - configure: Configures a cell as the header or footer of a section.
  /// - Throws: `UpdateError` with the code `duplicateAdapter` if there already is a registration for the kind.
  public func registerSupplement<Shown: ReusableCell>(
    _ identifier: CellIdentifier, _ type: Shown.Type,
    configure: @escaping (_ cell: Shown, _ section: NamedSection) -> Void
  ) throws {
    try register(.identifier(identifier), identifier, { type.init($0) }) { cell, _, section in
      if let cell = cell as? Shown { configure(cell, section) }
    }
  }

  private func register<Shown: ReusableCell>(
    _ key: SupplementaryCell.Key, _ identifier: CellIdentifier, _ make: @escaping (CellIdentifier) -> Shown,
    _ configure: @escaping (ReusableCell, Any?, NamedSection) -> Void
  ) throws {
    guard supplementaryAdapters[key] == nil else {
      throw UpdateError(
        .duplicateAdapter,
        "There are headers and footers “\(identifier)” already. Register each kind and each type once.")
    }
    supplementaryAdapters[key] = SupplementaryAdapter(identifier: identifier, configure: configure)
    cells.registerCells(identifier, make: make)
  }

  private func supplement(
    _ kind: SupplementaryKind, ofSection section: Int, for key: SupplementaryCell.Key
  ) -> SupplementaryCell? {
    guard (0..<numberOfSections).contains(section) else { return nil }
    return supplement(kind, ofSection: section).flatMap { $0.key == key ? $0 : nil }
  }

  /// Records an update of the sections whose header or footer is of a kind or type, so that it is configured again.
  private func configureSupplements(_ key: SupplementaryCell.Key) {
    // The edit uses no paths, and removes or inserts nothing; therefore it does not throw.
    try? leaf.edit { (content) throws(UpdateError) in
      try content.updateSections { $0.header?.key == key || $0.footer?.key == key }
      return ([], [])
    }
  }
}

/// Prefetching.
extension Director {
  /// Whether the prefetching messages about the director's models are delivered. If false, they end here, and no
  /// handler receives them. True by default.
  public var isPrefetchingEnabled: Bool {
    get { !messages.refuses(.prefetchItems) }
    set {
      messages.setRefuses(!newValue, .prefetchItems)
      messages.setRefuses(!newValue, .cancelPrefetchingItems)
    }
  }
}
