import Cells
import Changesets
import DataSources

/// The leaf of a director: its models, section by section, also those of sections that are collapsed.
///
/// Chains see what is shown. The director is edited in the state when all edits are made that wait for the end of a transaction or an
/// epoch: an edit is made in that state first, where it throws if it cannot be made, and in what is shown when its turn comes.
final class DirectorLeaf: DataSource {
  /// Changes the content, and returns the models that it removes and inserts. It calls no code of others.
  typealias Edit = (inout DirectorContent) throws(UpdateError) -> Exchange
  typealias Exchange = (removed: [DirectorModel], inserted: [DirectorModel])

  let link = ChainLink("Director.content")
  private let content: DraftedContent<DirectorContent>
  /// The identities of all models in the state when all edits are made that wait.
  private var identities: Set<DirectorModel.Key> = []

  init() {
    content = DraftedContent(DirectorContent(), link: link)
    link.onUpdate(self) { $0.takeBatch() }
  }

  /// Whether a model is there when all edits are made that wait.
  func contains(_ key: DirectorModel.Key) -> Bool { identities.contains(key) }

  /// What is shown.
  var shown: DirectorContent { content.shown }
  /// The state when all edits are made that wait.
  var state: DirectorContent { content.draft }

  var numberOfSections: Int { content.shown.sections.count }
  func numberOfItems(inSection section: Int) -> Int { content.shown.sections.count(inSection: section) }
  func item(at path: ItemPath) -> Any { content.shown.sections[path].model }
  func name(ofSection section: Int) -> String? { header(ofSection: section).identifier }

  /// What a section shows beside its models.
  func header(ofSection section: Int) -> DirectorSection { content.shown.sections.sections[section].header }

  /// Edits the list: at once, or when its turn comes.
  ///
  /// - Throws: `UpdateError` if it cannot be made; then nothing is changed.
  func edit(_ edit: @escaping Edit) throws(UpdateError) {
    var draft = state
    let (removed, inserted) = try edit(&draft)
    try identities.replace(removed, by: inserted)
    content.commit(
      draft,
      undo: { [self] in
        identities.subtract(inserted.lazy.map(\.key))
        identities.formUnion(removed.lazy.map(\.key))
      }
    ) { try? edit(&$0) }  // It was made in an equal state, so that it does not throw.
  }

  /// Compares what is shown after all edits of the epoch with what is shown before those that follow, and notifies of that alone.
  func compare(completion: ((_ isMade: Bool) -> Void)?) {
    var draft = state
    draft.beginComparison()
    content.commit(draft, completion: completion) { $0.beginComparison() }
  }

  private func takeBatch() -> UpdateBatch {
    let (recorded, comparison) = content.shown.endComparison()
    guard let comparison else { return recorded }
    // What the models' content is compared with is code of others, which may read the director.
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

/// What a director consists of in one state.
struct DirectorContent {
  /// A section: what it shows beside its models, and these.
  typealias Section = SectionState<DirectorSection, DirectorModel>
  /// A section as it is stored.
  typealias Content = EditableSections<DirectorSection, DirectorModel>.Section

  var sections = EditableSections<DirectorSection, DirectorModel>()
  private var comparison: Comparison?

  /// What a session is compared with.
  struct Comparison {
    /// What was recorded in the epoch before the session.
    let earlier: UpdateBatch
    let before: [Section]
    /// The models that were updated since, even if they look the same.
    var updated: Set<DirectorModel.Key> = []
    /// The sections of which the same holds, by their identifiers.
    var updatedSections: Set<String> = []
  }

  /// All sections.
  ///
  /// - Complexity: O(*n*), *n* being the number of models.
  var states: [Section] { sections.sections.map(\.state) }

  /// The index of the section with an identifier.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  func index(of identifier: String) -> Int? { sections.sections.firstIndex { $0.header.identifier == identifier } }

  /// The index of the section with an identifier, which is looked for at an index first.
  ///
  /// - Complexity: O(1) if it is there; else O(*s*), *s* being the number of sections.
  func index(of identifier: String, near index: Int) -> Int? {
    let sections = sections.sections
    let isThere = sections.indices.contains(index) && sections[index].header.identifier == identifier
    return isThere ? index : self.index(of: identifier)
  }

  /// The place of the first model that satisfies a condition.
  ///
  /// - Complexity: O(*n*), *n* being the number of models.
  func path(where condition: (DirectorModel) -> Bool) -> ItemPath? {
    for (index, section) in sections.sections.enumerated() {
      if let item = section.state.items.firstIndex(where: condition) { return ItemPath(section: index, item: item) }
    }
    return nil
  }

  mutating func beginComparison() {
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
      // Another identity is another model.
      let range = path.item..<path.item + 1
      return (try sections.replace(range, inSection: path.section, with: [model]), [model])
    }
    comparison?.updated.insert(model.key)
    return ([try sections.update(model, at: path)], [model])
  }

  /// Says that the header or the footer of some sections is shown otherwise, though they are what they were.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  mutating func updateSections(where condition: (DirectorSection) -> Bool) throws(UpdateError) {
    for (index, section) in sections.sections.enumerated() where condition(section.header) {
      _ = try sections.setHeader(section.header, ofSection: index, isUpdate: true)
      comparison?.updatedSections.insert(section.header.identifier)
    }
  }

  /// The batch that leads from some sections to others: sections by their identifiers, then models by identity and content.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of models and sections, and O(*m* log *m*) for *m* out of order.
  static func difference(
    from old: [Section], to new: [Section], updated: Set<DirectorModel.Key> = [], updatedSections: Set<String> = []
  ) -> UpdateBatch {
    let sections = ClosureMatching<Section, String>(id: \.value.identifier) {
      !updatedSections.contains($1.value.identifier) && $0.value.showsTheSame(as: $1.value)
    }
    return diff(
      from: old, to: new, sections: sections, items: \.items, matching: DirectorMatching(updated: updated))
  }

  /// The batch that leads from a section to another one in its place.
  ///
  /// - Complexity: As ``difference(from:to:updated:)``.
  static func difference(from old: Section, to new: Section, at index: Int) -> UpdateBatch {
    let edits = diff(from: old.items, to: new.items, matching: DirectorMatching(updated: []))
    let isSame = old.value.showsTheSame(as: new.value)
    return UpdateBatch(sections: Edits(updates: isSame ? [] : [Pair(index, index)]), items: edits.inSection(index))
  }
}

extension SectionState where Value == DirectorSection, Item == DirectorModel {
  /// The section as those see it who edit the director.
  var whole: DirectorSection {
    var whole = value
    whole.models = items.map(\.model)
    return whole
  }
}

// MARK: - Models

/// A model of a director, with its identity.
struct DirectorModel {
  let model: Any
  let key: Key
  /// What knows models of the type.
  let adapter: DirectorAdapter

  /// Types are compared by identity: two of the same name are different.
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

/// What a director knows of the models of an adapter.
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
    // Only what is accepted is asked about.
    self.id = { ($0 as? Model).map { AnyHashable(id($0)) } ?? AnyHashable(ObjectIdentifier(type)) }
    hasSameContent = { old, new in
      guard let old = old as? Model, let new = new as? Model else { return false }
      return content(old, new)
    }
  }
}

/// Compares models by what their adapters know of them.
struct DirectorMatching: Matching {
  /// Models that changed even if they look the same.
  let updated: Set<DirectorModel.Key>

  func id(of element: DirectorModel) -> DirectorModel.Key { element.key }

  func hasSameContent(_ old: DirectorModel, _ new: DirectorModel) -> Bool {
    !updated.contains(new.key) && old.adapter.hasSameContent(old.model, new.model)
  }
}

extension Set<DirectorModel.Key> {
  /// Replaces the identities of models by those of others.
  ///
  /// - Throws: `UpdateError` if an identity is there already, or is given twice; then nothing is changed.
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
      "There is a section “\(section.identifier)” already. Give each section an identifier of its own.")
  }
}
