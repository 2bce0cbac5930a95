import Cells
import Changesets
import DataSources

/// The leaf of a director: its models, section by section, including those of collapsed sections.
///
/// Chains read the *shown* content. Edits are first applied to a *draft*, which includes all edits that wait for the
/// end of a transaction or an epoch: an edit that cannot be made throws there. It is applied to the shown content when
/// its turn comes.
final class DirectorLeaf: DataSource {
  /// Changes the content, and returns the models that it removed and inserted. It must not call client code.
  typealias Edit = (inout DirectorContent) throws(UpdateError) -> Exchange
  typealias Exchange = (removed: [DirectorModel], inserted: [DirectorModel])

  let link = ChainLink("Director.content")
  private let content: DraftedContent<DirectorContent>
  /// The identities of all models in the draft.
  private var identities: Set<DirectorModel.Key> = []

  init() {
    content = DraftedContent(DirectorContent(), link: link)
    link.onUpdate(self) { $0.takeBatch() }
  }

  func contains(_ key: DirectorModel.Key) -> Bool { identities.contains(key) }

  /// The content that chains read.
  var shown: DirectorContent { content.shown }
  /// The content with all pending edits.
  var state: DirectorContent { content.draft }

  var numberOfSections: Int { content.shown.sections.count }
  func numberOfItems(inSection section: Int) -> Int { content.shown.sections.count(inSection: section) }
  func item(at path: ItemPath) -> Any { content.shown.sections[path].model }
  func name(ofSection section: Int) -> String? { header(ofSection: section).identifier }

  /// Returns the properties of a section apart from its models.
  func header(ofSection section: Int) -> DirectorSection { content.shown.sections.sections[section].header }

  /// Edits the content: immediately, or when its turn comes.
  ///
  /// - Throws: `UpdateError` if the edit cannot be made. Nothing is changed then.
  func edit(_ edit: @escaping Edit) throws(UpdateError) {
    // The draft is a copy, so nothing is changed if the edit throws, or if an identity already exists.
    var draft = state
    let (removed, inserted) = try edit(&draft)
    try identities.replace(removed, by: inserted)
    // The closure is called a second time in the epoch, on shown contents that are equal to the former draft.
    content.commit(
      draft,
      undo: { [self] in
        identities.subtract(inserted.lazy.map(\.key))
        identities.formUnion(removed.lazy.map(\.key))
      }
    ) { try? edit(&$0) }  // It succeeded in an equal state, so that it does not throw.
  }

  /// Begins a comparison: at the end of the epoch, observers are notified of the difference between the state at this
  /// point and the final one, instead of the edits in between.
  func compare(completion: ((_ isMade: Bool) -> Void)?) {
    var draft = state
    draft.beginComparison()
    content.commit(draft, completion: completion) { $0.beginComparison() }
  }

  private func takeBatch() -> UpdateBatch {
    let (recorded, comparison) = content.shown.endComparison()
    guard let comparison else { return recorded }
    // Comparing the content of models calls client code, which may read the director. Therefore the batch is made in a
    // recorder of its own.
    var recorder = BatchRecorder()
    recorder.apply(comparison.earlier)
    recorder.apply(
      DirectorContent.difference(
        from: comparison.before, to: shown.states, updated: comparison.updated,
        updatedSections: comparison.updatedSections))
    return recorder.finish()
  }
}

// MARK: - Content

/// The content of a director in one state.
struct DirectorContent {
  /// A section: its properties, and its models.
  typealias Section = SectionState<DirectorSection, DirectorModel>
  /// A section as it is stored in the content.
  typealias Content = EditableSections<DirectorSection, DirectorModel>.Section

  var sections = EditableSections<DirectorSection, DirectorModel>()
  private var comparison: Comparison?

  /// The state that a session is compared with.
  struct Comparison {
    /// The edits that were recorded in the epoch before the session.
    let earlier: UpdateBatch
    let before: [Section]
    /// The models that were updated since, even if their content is the same.
    var updated: Set<DirectorModel.Key> = []
    /// The identifiers of the sections that were updated since, even if they show the same.
    var updatedSections: Set<String> = []
  }

  /// All sections.
  ///
  /// - Complexity: O(*n*), *n* being the number of models.
  var states: [Section] { sections.sections.map(\.state) }

  /// Returns the index of the section with an identifier, or nil if there is none.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  func index(of identifier: String) -> Int? { sections.sections.firstIndex { $0.header.identifier == identifier } }

  /// Returns the index of the section with an identifier, or nil if there is none. The given index is checked first.
  ///
  /// - Complexity: O(1) if the section is at the given index; otherwise O(*s*), *s* being the number of sections.
  func index(of identifier: String, near index: Int) -> Int? {
    let sections = sections.sections
    let isThere = sections.indices.contains(index) && sections[index].header.identifier == identifier
    return isThere ? index : self.index(of: identifier)
  }

  /// Returns the path of the first model that satisfies a condition, or nil if there is none.
  ///
  /// - Complexity: O(*n*), *n* being the number of models.
  func path(where condition: (DirectorModel) -> Bool) -> ItemPath? {
    for (index, section) in sections.sections.enumerated() {
      if let item = section.state.items.firstIndex(where: condition) { return ItemPath(section: index, item: item) }
    }
    return nil
  }

  mutating func beginComparison() {
    // A session within another one joins it. The edits before the session are taken out, since they are not compared.
    guard comparison == nil else { return }
    comparison = Comparison(earlier: sections.takeBatch(), before: states)
  }

  mutating func endComparison() -> (recorded: UpdateBatch, comparison: Comparison?) {
    defer { comparison = nil }
    return (sections.takeBatch(), comparison)
  }

  mutating func insert(_ section: Section, at index: Int) throws(UpdateError) {
    if self.index(of: section.value.identifier) != nil { throw .duplicate(section.value) }
    try sections.insertSection(section, at: index)
  }

  mutating func replaceAll(
    by new: [Section], recording batch: UpdateBatch
  ) throws(UpdateError) -> DirectorLeaf.Exchange {
    var identifiers: Set<String> = []
    for section in new where !identifiers.insert(section.value.identifier).inserted { throw .duplicate(section.value) }
    let old = sections.replaceAll(with: new, recording: batch)
    return (old.flatMap(\.state.items), new.flatMap(\.items))
  }

  mutating func update(_ model: DirectorModel, at path: ItemPath) throws(UpdateError) -> DirectorLeaf.Exchange {
    try sections.require(path)
    guard sections[path].key == model.key else {
      // A model with another identity replaces the old one: it is no update of it.
      let range = path.item..<path.item + 1
      return (try sections.replace(range, inSection: path.section, with: [model]), [model])
    }
    comparison?.updated.insert(model.key)
    return ([try sections.update(model, at: path)], [model])
  }

  /// Records an update of sections whose header or footer is to be shown differently, although their values are the
  /// same.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  mutating func updateSections(where condition: (DirectorSection) -> Bool) throws(UpdateError) {
    for (index, section) in sections.sections.enumerated() where condition(section.header) {
      _ = try sections.setHeader(section.header, ofSection: index, isUpdate: true)
      comparison?.updatedSections.insert(section.header.identifier)
    }
  }

  /// Returns the batch from some sections to others: sections are compared by their identifiers, models by identity and
  /// content.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of models and sections, and O(*m* log *m*) for *m* out of
  ///   order.
  static func difference(
    from old: [Section], to new: [Section], updated: Set<DirectorModel.Key> = [], updatedSections: Set<String> = []
  ) -> UpdateBatch {
    let sections = ClosureMatching<Section, String>(id: \.value.identifier) {
      !updatedSections.contains($1.value.identifier) && $0.value.showsTheSame(as: $1.value)
    }
    return diff(
      from: old, to: new, sections: sections, items: \.items, matching: DirectorMatching(updated: updated))
  }

  /// Returns the batch from a section to another one at the same index.
  ///
  /// - Complexity: As ``difference(from:to:updated:)``.
  static func difference(from old: Section, to new: Section, at index: Int) -> UpdateBatch {
    let edits = diff(from: old.items, to: new.items, matching: DirectorMatching(updated: []))
    let isSame = old.value.showsTheSame(as: new.value)
    return UpdateBatch(sections: Edits(updates: isSame ? [] : [PlacePair(index, index)]), items: edits.inSection(index))
  }
}

extension SectionState where Value == DirectorSection, Item == DirectorModel {
  /// The section as a value with its models.
  var whole: DirectorSection {
    var whole = value
    whole.models = items.map(\.model)
    return whole
  }
}

// MARK: - Models

/// A model of a director, with its identity and its adapter.
struct DirectorModel {
  let model: Any
  let key: Key
  /// The adapter that knows models of the type.
  let adapter: DirectorAdapter

  /// The identity of a model: its type and its identifier. Types are compared by identity, not by name.
  struct Key: Hashable {
    let type: ObjectIdentifier
    let id: AnyHashable
  }

  init(_ model: Any, _ adapter: DirectorAdapter) {
    self.model = model
    self.adapter = adapter
    key = Key(type: ObjectIdentifier(dynamicType(of: model)), id: adapter.id(model))
  }
}

/// How a director identifies and compares the models of an adapter.
final class DirectorAdapter {
  let type: ObjectIdentifier
  let accepts: (Any) -> Bool
  let id: (Any) -> AnyHashable
  let hasSameContent: (Any, Any) -> Bool

  init<Model, ID: Hashable>(
    _ type: Model.Type, id: @escaping (Model) -> ID, content: @escaping (Model, Model) -> Bool
  ) {
    self.type = ObjectIdentifier(type)
    accepts = { $0 is Model }
    // Only accepted models are passed; the fallback is never used.
    self.id = { ($0 as? Model).map { AnyHashable(id($0)) } ?? AnyHashable(ObjectIdentifier(type)) }
    hasSameContent = { old, new in
      guard let old = old as? Model, let new = new as? Model else { return false }
      return content(old, new)
    }
  }
}

/// Compares models by the identity and content that their adapters define.
struct DirectorMatching: Matching {
  /// Models that are treated as changed, even if their content is the same.
  let updated: Set<DirectorModel.Key>

  func id(of element: DirectorModel) -> DirectorModel.Key { element.key }

  func hasSameContent(_ old: DirectorModel, _ new: DirectorModel) -> Bool {
    !updated.contains(new.key) && old.adapter.hasSameContent(old.model, new.model)
  }
}

extension Set<DirectorModel.Key> {
  /// Replaces the identities of removed models by those of inserted ones.
  ///
  /// - Throws: `UpdateError` if an identity already exists, or occurs twice. Nothing is changed then.
  fileprivate mutating func replace(
    _ removed: [DirectorModel], by inserted: [DirectorModel]
  ) throws(UpdateError) {
    subtract(removed.lazy.map(\.key))
    for (index, model) in inserted.enumerated() where !insert(model.key).inserted {
      subtract(inserted[..<index].lazy.map(\.key))
      formUnion(removed.lazy.map(\.key))
      throw UpdateError(
        .duplicateIdentity,
        """
        A \(String(reflecting: dynamicType(of: model.model))) with the identity “\(model.key.id.base)” is there already. \
        Give each model an identity of its own, or move the one that is there.
        """)
    }
  }
}

extension UpdateError {
  fileprivate static func duplicate(_ section: DirectorSection) -> UpdateError {
    UpdateError(
      .duplicateIdentity,
      "There is already a section “\(section.identifier)”. Give each section a unique identifier.")
  }
}
