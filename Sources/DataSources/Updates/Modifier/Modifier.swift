public import Changesets

/// Changes a model and tells its observers, as one: the model is as it was before, or as it is after, and all who observe it know
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
/// off: the model stays as it was, and observers hear nothing.
///
/// Sessions never overlap. One that is asked for during another, by an observer, a completion or a block, runs after it, in the order
/// of asking.
///
/// A modifier and its observers live in one isolation domain.
public final class Modifier<Model> {
  /// Changes the model, and returns the places of what it changed.
  public typealias Block = (inout Model) throws -> [ItemPath]
  /// Hears how its session ended, once, before the next session begins.
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

  /// Makes a modifier.
  ///
  /// - Parameters:
  ///   - model: The model. It has to be a value all through: what a block does to an object cannot be taken back.
  ///   - counts: The number of items in each section of a model.
  public init(_ model: Model, counts: @escaping (Model) -> [Int]) {
    self.model = model
    self.counts = counts
  }

  /// Adds an observer, who is told of every session.
  ///
  /// - Parameters:
  ///   - owner: Whom the observer belongs to, held weakly; when the owner is gone, so is the observer.
  ///   - handler: What is told. It should not hold the owner.
  /// - Returns: What cancels the observer before its owner is gone.
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
    let tell = observers.snapshot()
    tell(.willUpdate)
    // The old model is let go when nobody changes the property any more: that may run code that reads it.
    swap(&model, &draft)
    tell(.didUpdate(batch, animated: session.animated && !batch.isReload))
    return batch
  }
}
