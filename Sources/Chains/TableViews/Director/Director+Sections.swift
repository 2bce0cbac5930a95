import Cells
public import Changesets
public import DataSources

/// The sections and models with all edits of the director, including those that are still pending, and including
/// collapsed sections.
extension Director {
  /// All sections, in order.
  ///
  /// - Complexity: O(1).
  public var sections: DirectorList<Section> {
    let sections = leaf.state.sections.sections
    return DirectorList(count: sections.count) { [self] in Section(sections[$0].header.identifier, of: self, at: $0) }
  }

  /// The first section, or nil if there is none.
  public var firstSection: Section? { sections.first }

  /// The last section, or nil if there is none.
  public var lastSection: Section? { sections.last }

  /// Returns the section at an index, or nil if there is none.
  ///
  /// - Complexity: O(1).
  public func section(at index: Int) -> Section? {
    let sections = sections
    return sections.indices.contains(index) ? sections[index] : nil
  }

  /// Returns the section with an identifier, or nil if there is none.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  public func section(_ identifier: String) -> Section? { index(ofSection: identifier).flatMap(section(at:)) }

  /// Returns the index of the section with an identifier, or nil if there is none.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  public func index(ofSection identifier: String) -> Int? { leaf.state.index(of: identifier) }

  /// Returns the model at a path, or nil if there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of models in the section.
  public func model(at path: ItemPath) -> Any? {
    let sections = leaf.state.sections
    return sections.contains(path) ? sections[path].model : nil
  }

  /// Returns the path of a model, or nil if the director does not contain it. Models are compared by identity, so that
  /// it is found in whatever state it is passed.
  ///
  /// - Complexity: O(*n*), *n* being the number of models; O(1) if it is not contained.
  public func path(of model: Any) -> ItemPath? {
    // A model without an adapter cannot be in the director.
    guard let model = try? adapted([model]).first, leaf.contains(model.key) else { return nil }
    return leaf.state.path { $0.key == model.key }
  }

  /// Returns the path of the model with an identity, or nil if there is none.
  ///
  /// ```swift
  /// let path = director.path(of: Contact.self, id: 7)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the model, or a type that it inherits from or conforms to.
  ///   - id: The model's identity among all models of its type.
  /// - Complexity: O(*n*), *n* being the number of models.
  public func path<Model>(of type: Model.Type, id: some Hashable) -> ItemPath? {
    let id = AnyHashable(id)
    return leaf.state.path { $0.key.id == id && $0.model is Model }
  }

  /// Returns a source of the models of a type, in the director's sections, including collapsed ones.
  ///
  /// ```swift
  /// let articles = CellSource<any DocumentObject, DocumentCell>(director.models(of: (any DocumentObject).self))
  /// ```
  ///
  /// - Parameter type: The type of the models, or a common superclass or protocol.
  public func models<Model>(of type: Model.Type) -> any DataSource<Model> {
    leaf.applying(.filter { $0 is Model }).applying(
      .map { model in
        guard let model = model as? Model else { preconditionFailure("No \(type) passes the filter but as one.") }
        return model
      })
  }

  // MARK: - A section

  /// A section of a director: its properties read the current state of the section, and its methods edit it.
  ///
  /// ```swift
  /// let contacts = try director.append(models: [ada, alan])
  /// try contacts.append(grace)
  /// try contacts.update { section in section.headerTitle = "Contacts" }
  /// print(contacts.models.count)
  /// ```
  ///
  /// The section is identified by its identifier, so that it stays the same when it moves. A section that was removed
  /// is empty, and each of its edits throws an `UpdateError` with the code `unknownIdentity`. Otherwise the edits are
  /// those of the director, and throw the same errors.
  public struct Section {
    /// The section's identity in the director.
    public let identifier: String
    private let director: Director
    /// The section's index when this value was created. The look-up begins there.
    private let formerIndex: Int

    init(_ identifier: String, of director: Director, at index: Int) {
      self.identifier = identifier
      self.director = director
      formerIndex = index
    }

    /// The section's index, or nil if it was removed.
    public var index: Int? { director.leaf.state.index(of: identifier, near: formerIndex) }

    /// The models, each of which is read when it is accessed.
    ///
    /// - Complexity: O(1).
    public var models: DirectorList<Any> {
      guard let content else { return DirectorList(count: 0) { _ in () } }
      return DirectorList(count: content.numberOfItems) { content[$0].model }
    }

    /// The title of the header, and the name of the section.
    public var headerTitle: String? { content?.header.headerTitle }
    /// The title of the footer.
    public var footerTitle: String? { content?.header.footerTitle }
    /// The header cell, which takes precedence over the title.
    public var header: SupplementaryCell? { content?.header.header }
    /// The footer cell, which takes precedence over the title.
    public var footer: SupplementaryCell? { content?.header.footer }
    /// The title in the section index.
    public var indexTitle: String? { content?.header.indexTitle }
    /// Whether the models are hidden.
    public var isCollapsed: Bool { content?.header.isCollapsed ?? false }

    /// The section as a value, for example to insert it into another director, or into this one again.
    ///
    /// - Complexity: O(*n*), *n* being the number of models.
    public var value: DirectorSection { content?.state.whole ?? DirectorSection(identifier) }

    private var content: DirectorContent.Content? {
      let state = director.leaf.state
      return state.index(of: identifier, near: formerIndex).map { state.sections.sections[$0] }
    }

    private func presentIndex() throws(UpdateError) -> Int {
      if let index { return index }
      throw UpdateError(
        .unknownIdentity, "There is no section “\(identifier)” any more. Append a section to edit it.")
    }

    private func path(_ item: Int) throws(UpdateError) -> ItemPath {
      ItemPath(section: try presentIndex(), item: item)
    }
  }
}

/// Editing models. Positions are those of ``models``.
extension Director.Section {
  /// Inserts a model at the end.
  public func append(_ model: Any) throws { try director.append(model, toSection: presentIndex()) }

  /// Inserts several models at the end.
  public func append(contentsOf models: [Any]) throws {
    try director.append(contentsOf: models, toSection: presentIndex())
  }

  /// Inserts a model at a position.
  public func insert(_ model: Any, at position: Int) throws { try director.insert(model, at: path(position)) }

  /// Inserts models at a position.
  public func insert(contentsOf models: [Any], at position: Int) throws {
    try director.insert(contentsOf: models, at: path(position))
  }

  /// Removes the model at a position.
  public func remove(at position: Int) throws { try director.remove(at: path(position)) }

  /// Removes the models at several positions.
  public func remove(at positions: some Sequence<Int>) throws {
    let section = try presentIndex()
    try director.remove(at: positions.map { ItemPath(section: section, item: $0) })
  }

  /// Removes a range of models.
  public func removeSubrange(_ range: Range<Int>) throws {
    try director.removeSubrange(range, inSection: presentIndex())
  }

  /// Removes all models. The section stays.
  public func removeAll() throws { try director.removeAll(inSection: presentIndex()) }

  /// Replaces a model. If the new model has the same identity, this is recorded as an update.
  public func update(_ model: Any, at position: Int) throws { try director.update(model, at: path(position)) }

  /// Moves a model.
  ///
  /// - Parameters:
  ///   - position: The position of the model.
  ///   - target: The position of the model after the move.
  public func move(from position: Int, to target: Int) throws {
    try director.move(from: path(position), to: path(target))
  }

  /// Swaps two models.
  public func swap(_ first: Int, _ second: Int) throws { try director.swap(path(first), path(second)) }

  /// Replaces all models, and notifies observers of the differences.
  public func setModels(_ models: [Any]) throws { try director.setModels(models, inSection: presentIndex()) }
}

/// Editing the section itself.
extension Director.Section {
  /// Changes the section as a value: its models, its header and footer, and whether it is collapsed. Observers are
  /// notified of the differences.
  public func update(_ change: (inout DirectorSection) throws -> Void) throws {
    try director.updateSection(at: presentIndex(), change)
  }

  /// Hides or shows the models.
  public func setCollapsed(_ isCollapsed: Bool) throws {
    try director.setCollapsed(isCollapsed, section: presentIndex())
  }
}

/// The sections or the models of a director, as of when the list was created. Each element is read when it is accessed.
///
/// It is no lazy sequence: operations such as `map` return arrays.
public struct DirectorList<Element>: RandomAccessCollection {
  /// The number of elements.
  public let endIndex: Int
  private let element: (Int) -> Element

  init(count: Int, element: @escaping (Int) -> Element) {
    endIndex = count
    self.element = element
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// Accesses the element at a position.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  public subscript(position: Int) -> Element { element(position) }
}
