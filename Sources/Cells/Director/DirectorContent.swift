import Changesets
import DataSources

/// The leaf of a director: its models, section by section, also those of sections that are collapsed.
///
/// Chains see the state that is shown. Whoever edits sees what it will be when all is made that waits for the end of a transaction or
/// an epoch: edits are checked against that. What waits is held by the chain alone, so that it is gone when a transaction fails.
final class DirectorContent: DataSource {
  let link = Link("Director.content")
  /// What is shown.
  private(set) var shown = DirectorState()

  private var recorder = BatchRecorder()
  /// What is to be told of this epoch as a difference: what was recorded before that, the sections then, and what was updated since.
  private var comparison: (recorder: BatchRecorder, sections: [DirectorState.Section])?
  private var updated: Set<DirectorModel.Key> = []
  private var waiting: [Waiting] = []
  private var numberOfEdits = 0
  /// The state when all that waits is made, as of the last edit that was asked for; and the numbers of the edits that are in it.
  private var projection: (state: DirectorState, numbers: [Int])?

  /// An edit that the chain holds until it is made.
  private final class Ticket {
    let number: Int
    let edit: DirectorEdit

    init(_ number: Int, _ edit: DirectorEdit) {
      self.number = number
      self.edit = edit
    }
  }

  private struct Waiting {
    weak var ticket: Ticket?
  }

  init() { link.respond(self) { $0.finish() } }

  var numberOfSections: Int { shown.sections.count }
  func numberOfItems(inSection section: Int) -> Int { shown.sections[section].models.count }
  func item(at path: ItemPath) -> Any { shown.sections[path.section].models[path.item].model }
  func name(ofSection section: Int) -> String? { shown.sections[section].section.identifier }
}

// MARK: - Edits

extension DirectorContent {
  /// The state when all edits are made that wait.
  ///
  /// - Complexity: O(*k*), *k* being the number of edits that wait; O(*n*) more, *n* being the number of models, if a transaction
  ///   failed since the last of them was asked for.
  var state: DirectorState {
    let tickets = waiting.compactMap(\.ticket)
    if tickets.isEmpty { return shown }
    if let projection, projection.numbers == tickets.map(\.number) { return projection.state }
    var state = shown
    Self.make(tickets[...], in: &state)
    return state
  }

  private static func make(_ tickets: ArraySlice<Ticket>, in state: inout DirectorState) {
    var recorder = BatchRecorder()
    for ticket in tickets { ticket.edit.make(in: &state, &recorder) }
  }

  /// Takes what waits into the projection, where it is not yet. Where a transaction failed, what came of it is not known any more.
  private func project() {
    waiting.removeAll { $0.ticket == nil }
    let tickets = waiting.compactMap(\.ticket)
    let numbers = tickets.map(\.number)
    // Taken out, so that the state is not copied when it is edited.
    var (state, known) = projection ?? (shown, [])
    projection = nil
    if tickets.isEmpty { return }
    if !numbers.starts(with: known) { (state, known) = (shown, []) }
    Self.make(tickets[known.count...], in: &state)
    projection = (state, numbers)
  }

  /// Makes an edit: at once, or when its turn comes.
  ///
  /// - Throws: `UpdateError` if it does not fit; then nothing is changed.
  func edit(_ edit: DirectorEdit) throws(UpdateError) {
    try edit.check(state)
    numberOfEdits += 1
    let ticket = Ticket(numberOfEdits, edit)
    waiting.append(Waiting(ticket: ticket))
    link.edit { [self] in
      waiting.removeAll { $0.ticket === ticket }
      projection = nil
      if comparison != nil, case .updateModel(let model, _) = ticket.edit { updated.insert(model.key) }
      // To compare calls code of others, which may look at what is shown.
      let difference = comparison == nil ? ticket.edit.difference(from: shown) : nil
      ticket.edit.make(in: &shown, &recorder)
      if let difference { recorder.apply(difference) }
    }
    project()
  }

  /// Tells all edits of an epoch from here on as the difference between the states.
  func compare() {
    link.edit { [self] in
      guard comparison == nil else { return }
      comparison = (recorder, shown.sections)
      recorder = BatchRecorder()
    }
  }

  private func finish() -> UpdateBatch {
    guard let comparison else { return recorder.finish() }
    var before = comparison.recorder
    before.apply(DirectorState.difference(from: comparison.sections, to: shown.sections, updated: updated))
    (self.comparison, updated) = (nil, [])
    recorder = BatchRecorder()
    return before.finish()
  }
}
