public import DataSources
package import Fingerprints

/// The changes of a document's pages after a change of its sources.
///
/// Pages are named by their addresses, which mean the same in every plan. So changes can be kept and added up: what is
/// at an address is looked up when it is needed, by `Document.plannedPage(at:)`.
public struct DocumentChanges: CustomStringConvertible, Sendable {
  /// The addresses of the pages that were added.
  public internal(set) var created: [PagePath] = []
  /// The addresses of the pages whose content may have changed.
  public internal(set) var updated: [PagePath] = []
  /// The addresses of the pages that were removed.
  public internal(set) var deleted: [PagePath] = []
  /// Whether an object was added, changed or removed, so that exports may have changed even if no page has.
  package var affectsObjects = false
  /// Whether the page of an object, or a redirect to such a page, may have been added or removed.
  package var mayMoveObjects = false
  /// Whether the page of an object that existed before may have another address.
  package var movesPages = false

  /// Creates an empty list of changes.
  package init() {}

  /// Whether no page and no object has changed.
  public var isEmpty: Bool { created.isEmpty && updated.isEmpty && deleted.isEmpty && !affectsObjects }

  /// The addresses at which something may have changed.
  package var paths: [PagePath] { created + updated + deleted }

  /// A description of the changes: `created fruits/fig; updated index, fruits/index`, or `none`.
  public var description: String {
    let parts = [("created", created), ("updated", updated), ("deleted", deleted)].filter { !$0.1.isEmpty }
    return parts.isEmpty
      ? "none" : parts.map { "\($0.0) \($0.1.map(\.description).joined(separator: ", "))" }.joined(separator: "; ")
  }
}

/// What one update did to the objects of a document, by their numbers in its plan. The numbers are valid until the next
/// update, so that it cannot be kept and added up, as ``DocumentChanges`` can.
package enum ObjectChanges {
  /// Some objects were added or changed, or were removed: these had the numbers, which new objects may have now. All
  /// other objects have the numbers that they had.
  case some(changed: [ObjectNumber], removed: [(number: ObjectNumber, identity: Fingerprint)])
  /// The document was planned from the beginning: all objects have other numbers.
  case all
}

extension DocumentChanges {
  /// Appends later changes, so that the result describes both as one change.
  ///
  /// The lists of pages are merged by address:
  ///
  ///     before  ╲ later     created   updated   deleted
  ///     created                –      created   none
  ///     updated                –      updated   deleted
  ///     deleted             updated      –         –
  ///     unchanged           created   updated   deleted
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of changes.
  package mutating func append(_ later: DocumentChanges) {
    guard !isEmpty else { return self = later }
    var pages: [PagePath: PageState] = [:]
    for (paths, state) in [(created, PageState.created), (updated, .updated), (deleted, .deleted)] {
      for path in paths { pages[path] = state }
    }
    // A page that was created and deleted since is no change. A page that was deleted and created again may have
    // another content.
    for path in later.deleted { pages[path] = pages[path] == .created ? nil : .deleted }
    for path in later.created { pages[path] = pages[path] == nil ? .created : .updated }
    for path in later.updated where pages[path] != .created { pages[path] = .updated }
    let sorted = pages.sorted { $0.key.isBefore($1.key) }
    func paths(_ state: PageState) -> [PagePath] { sorted.lazy.filter { $0.value == state }.map(\.key) }
    (created, updated, deleted) = (paths(.created), paths(.updated), paths(.deleted))
    affectsObjects = affectsObjects || later.affectsObjects
    mayMoveObjects = mayMoveObjects || later.mayMoveObjects
    movesPages = movesPages || later.movesPages
  }

  private enum PageState { case created, updated, deleted }
}

extension Document {
  /// Adds an observer, which is notified of created, updated and deleted pages after each change of the sources.
  ///
  /// ```swift
  /// document.addObserver(site) { site, changes in
  ///   for path in changes.deleted { site.remove(path) }
  /// }
  /// ```
  ///
  /// A page counts as updated if something that it may show has changed. Only pages that may be affected by the change
  /// are examined. A cell that changes without an update of its source is not noticed.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to, referenced weakly. The observer is removed when it is
  ///     deallocated.
  ///   - handler: Called after the sources have changed, with pages of the new state. It should not reference the owner
  ///     strongly.
  /// - Returns: A token that cancels the observer earlier.
  /// - Complexity: O(*n*) for the first observer if the document was not used before, *n* being the number of objects.
  @discardableResult
  public func addObserver<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ changes: DocumentChanges) -> Void
  ) -> ObserverToken {
    addObserver(owner) { owner, changes, _ in handler(owner, changes) }
  }

  /// Adds an observer, which is also notified of the changes of the objects.
  @discardableResult
  package func addObserver<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ changes: DocumentChanges, _ objects: ObjectChanges) -> Void
  ) -> ObserverToken {
    // Changes are determined by comparison with the plan, so it has to exist before the first change.
    _ = numberOfPages
    return observers.add(owner) { handler($0, $1.pages, $1.objects) }
  }

  /// Notifies the observers of the changes of the pages in the epoch that has ended.
  func notifyObservers() {
    let changes = takeChanges()
    if !changes.isEmpty { observers.notify((DocumentChanges(changes, of: plan), changes.objects)) }
  }
}

extension DocumentChanges {
  /// Describes the changes of a plan by the addresses of its pages.
  fileprivate init(_ changes: PlanChanges, of plan: DocumentPlan) {
    func sorted(_ paths: [PagePath]) -> [PagePath] { paths.sorted { $0.isBefore($1) } }
    created = sorted(changes.created.map(plan.path))
    updated = sorted(changes.updated.map(plan.path))
    deleted = sorted(changes.deleted)
    movesPages = changes.movesPages
    mayMoveObjects =
      deleted.contains { $0.canBelongToObject } || changes.created.contains { $0.kind != .index && $0.kind != .section }
    switch changes.objects {
    case .some(let changed, let removed):
      affectsObjects = !changed.isEmpty || !removed.isEmpty
      mayMoveObjects = mayMoveObjects || !removed.isEmpty
    case .all: (affectsObjects, mayMoveObjects, movesPages) = (true, true, true)
    }
  }
}

extension PlanChanges {
  var isEmpty: Bool {
    guard case .some(let changed, let removed) = objects else { return false }
    return created.isEmpty && updated.isEmpty && deleted.isEmpty && changed.isEmpty && removed.isEmpty
  }

  /// Compares a new plan with a former one. All pages are compared by their addresses, because handles and numbers
  /// differ between the plans.
  ///
  /// The former plan may be in the middle of an update that could not be completed: it may have been edited since its
  /// pages were described, and some of them may have left their addresses. The fingerprints at these addresses were
  /// recorded when the pages left them.
  ///
  /// - Complexity: O(*n*) in the number of pages of both plans.
  init(to plan: DocumentPlan, from former: DocumentPlan) {
    var old = former.touched.former
    // `allPages` may lack an object that was taken out to be moved, because no collection counts it at that time.
    let objects = former.hasObjectPages ? former.objects.numbers.map(PageReference.object) : []
    for page in former.allPages + objects {
      let key = former[planKeyOf: page]
      if key != .undescribed, old[former.path(of: page)] == nil { old[former.path(of: page)] = key }
    }
    for page in plan.allPages {
      if let before = old.removeValue(forKey: plan.path(of: page)) {
        let now = plan[planKeyOf: page]
        if before != now || now == .unknown { updated.append(page) }
      } else {
        created.append(page)
      }
    }
    deleted = Array(old.keys)
    self.objects = .all
  }
}

extension PagePath {
  /// Returns whether this address precedes another one in lists of changes.
  fileprivate func isBefore(_ other: PagePath) -> Bool { address.precedesByBytes(other.address) }
}
