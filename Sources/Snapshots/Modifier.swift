public import Changesets
public import DataSources

/// Changes a model and tells its observers, as one: the model is as it was before, or as it is after, and all observers know
/// how it got there.
///
/// Photos of kittens that are loaded page by page:
///
/// ```swift
/// struct Album {
///   var photos: [Photo] = []
/// }
///
/// let album = Modifier(Album()) { [$0.photos.count] }
/// album.addObserver(grid) { grid, event in
///   if case .didUpdate(let batch, let animated) = event { grid.show(batch, animated: animated) }
/// }
///
/// func didLoad(_ page: [Photo]) throws {
///   try album.modify(insert: { album in
///     let first = album.photos.count
///     album.photos += page
///     return (first..<album.photos.count).map { ItemPath(section: 0, item: $0) }
///   })
/// }
/// ```
///
/// Every change is a *session*. A session's blocks work on a copy of the model, and say what they changed; what they say is held
/// against the number of items in each section. If it agrees, observers hear ``UpdateEvent/willUpdate``, the model changes, and they
/// hear ``UpdateEvent/didUpdate(_:animated:)`` with one batch, in normal form. If it does not agree, or a block throws, the session is
/// off: the model stays as it was, and no observer is notified.
///
/// Sessions never overlap. One that is asked for during another, by an observer, a completion or a block, runs after it, in the order
/// of asking.
///
/// A modifier and its observers live in one isolation domain.
public final class Modifier<Model> {
  /// Changes the model, and returns the places of what it changed.
  public typealias Block = (inout Model) throws -> [ItemPath]
  /// Is called once with the result of its session, before the next session begins.
  public typealias Completion = (Result<UpdateBatch, any Error>) -> Void

  /// The model, as the last session left it.
  public private(set) var model: Model

  let counts: (Model) -> [Int]
  private let observers = Observers<UpdateEvent>()
  private var queue = WorkQueue<Session>()

  private struct Session {
    let change: (inout Model) throws -> UpdateBatch
    let animated: Bool
    let completion: Completion?
  }

  /// Creates a modifier.
  ///
  /// - Parameters:
  ///   - model: The model. It has to be a value all through: what a block does to an object cannot be taken back.
  ///   - counts: The number of items in each section of a model.
  public init(_ model: Model, counts: @escaping (Model) -> [Int]) {
    self.model = model
    self.counts = counts
  }

  /// Adds an observer, which is notified of every session.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to, held weakly; when it is deallocated, the observer is removed.
  ///   - handler: Is called for each of them. It should not hold the owner.
  /// - Returns: A token that cancels the observer.
  @discardableResult
  public func addObserver<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ event: UpdateEvent) -> Void
  ) -> ObserverToken {
    observers.add(owner, handler)
  }

  /// Runs a session now, or after those that are under way.
  ///
  /// - Throws: The session's error, if it ran now.
  func run(
    animated: Bool, completion: Completion?, change: @escaping (inout Model) throws -> UpdateBatch
  ) throws {
    guard queue.add(Session(change: change, animated: animated, completion: completion)) else { return }
    var outcome: Result<UpdateBatch, any Error>?
    while let session = queue.next() {
      let result = Result { try perform(session) }
      session.completion?(result)
      // The first session is the one that was asked for here.
      if outcome == nil { outcome = result }
    }
    _ = try outcome?.get()
  }

  private func perform(_ session: Session) throws -> UpdateBatch {
    var draft = model
    let batch = try session.change(&draft)
    let notify = observers.snapshot()
    notify(.willUpdate)
    // The old model is released when nobody changes the property any more: that may run code that reads it.
    swap(&model, &draft)
    notify(.didUpdate(batch, animated: session.animated && !batch.isReload))
    return batch
  }
}

extension Modifier {
  /// A session that updates, deletes and inserts items.
  ///
  /// The blocks run in this order, each on what the one before left; a block that is missing is skipped. An item that is updated and
  /// then deleted is a deleted one. Moves are not mixed with these: they have a session of their own.
  ///
  /// - Parameters:
  ///   - update: Changes items, and returns their places. It adds and removes none.
  ///   - delete: Removes items, and returns the places that they had before the session.
  ///   - insert: Adds items, and returns the places that they have after the session.
  ///   - completion: Is called with the result of the session, whether or not it ran at once.
  /// - Throws: What a block throws, or an ``UpdateError`` if a block did something else than it says. A session that has to wait for
  ///   others passes its errors to the completion alone.
  /// - Complexity: A copy of what changes in the model, O(*s* + *k* log *k*) for *s* sections and *k* places, and the blocks' own.
  public func modify(
    update: Block? = nil, delete: Block? = nil, insert: Block? = nil, completion: Completion? = nil
  ) throws {
    let steps: [(link: String, block: Block?, edits: ([ItemPath]) -> Edits<ItemPath>)] = [
      ("the update block", update, { Edits(updates: $0.map { Pair($0, $0) }) }),
      ("the delete block", delete, { Edits(deletes: $0) }),
      ("the insert block", insert, { Edits(inserts: $0) }),
    ]
    try run(animated: true, completion: completion) { [counts] model in
      var batch = UpdateBatch()
      for case (let link, let block?, let edits) in steps {
        let before = counts(model)
        let paths = Set(try block(&model))
        let step = UpdateBatch(items: edits(paths.sorted()))
        try step.validate(before: before, after: counts(model), link: link)
        batch = batch.composed(with: step)
      }
      return batch
    }
  }

  /// A session that moves items.
  ///
  /// - Parameters:
  ///   - move: Moves items, also to other sections, and returns their places before and after.
  ///   - completion: Is called with the result of the session, whether or not it ran at once.
  /// - Throws: What the block throws, or an ``UpdateError`` if it did something else than it says. A session that has to wait for
  ///   others passes its errors to the completion alone.
  /// - Complexity: A copy of what changes in the model, O(*s* + *k* log *k*) for *s* sections and *k* moves, and the block's own.
  public func modify(
    move: @escaping (inout Model) throws -> [Pair<ItemPath>], completion: Completion? = nil
  ) throws {
    try run(link: "the move block", completion: completion) { UpdateBatch(items: Edits(moves: try move(&$0))) }
  }

  /// A session that does anything, also to sections.
  ///
  /// - Parameters:
  ///   - batch: Changes the model, and returns the batch that leads from the model before to the model after.
  ///   - completion: Is called with the result of the session, whether or not it ran at once.
  /// - Throws: What the block throws, or an ``UpdateError`` if it did something else than it says. A session that has to wait for
  ///   others passes its errors to the completion alone.
  /// - Complexity: A copy of what changes in the model, O(*s* + *k* log *k*) for *s* sections and *k* edits, and the block's own.
  public func modify(
    batch: @escaping (inout Model) throws -> UpdateBatch, completion: Completion? = nil
  ) throws {
    try run(link: "the batch block", completion: completion, change: batch)
  }

  /// A session that changes the model in any way, and that observers show by reading everything again.
  ///
  /// - Parameters:
  ///   - change: Changes the model.
  ///   - completion: Is called with the result of the session, whether or not it ran at once.
  /// - Throws: What the block throws. A session that has to wait for others passes its errors to the completion alone.
  public func modifyWithoutAnimation(
    _ change: @escaping (inout Model) throws -> Void, completion: Completion? = nil
  ) throws {
    try run(animated: false, completion: completion) {
      try change(&$0)
      return .reload
    }
  }

  /// Runs a session of one block, whose batch is held against the counts.
  private func run(
    link: String, completion: Completion?, change: @escaping (inout Model) throws -> UpdateBatch
  ) throws {
    try run(animated: true, completion: completion) { [counts] model in
      let before = counts(model)
      let batch = try change(&model)
      try batch.validate(before: before, after: counts(model), link: link)
      return batch.normalised()
    }
  }
}

/// Work that is done one piece after the other, in the order that it was asked for.
///
/// Nobody waits: the caller that adds to an idle queue does the work, its own and what is added meanwhile, until there is none. A value,
/// so that it can be kept under a lock while the work itself is done outside.
struct WorkQueue<Job> {
  private var isBusy = false
  private var incoming: [Job] = []
  /// The older ones, the oldest last.
  private var outgoing: [Job] = []

  /// Adds a job.
  ///
  /// - Returns: Whether the queue was idle: the caller then has to do the work, until there is no next job.
  mutating func add(_ job: Job) -> Bool {
    incoming.append(job)
    defer { isBusy = true }
    return !isBusy
  }

  /// Takes the next job, for the one who does the work. If there is none the queue is idle.
  ///
  /// - Complexity: O(1) amortised.
  mutating func next() -> Job? {
    if outgoing.isEmpty {
      outgoing = incoming.reversed()
      incoming = []
    }
    let job = outgoing.popLast()
    isBusy = job != nil
    return job
  }
}

extension WorkQueue: Sendable where Job: Sendable {}
