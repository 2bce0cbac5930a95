public import DataSources
package import Fingerprints

/// The changes of a document's pages and objects after a change of its sources.
public struct DocumentChanges: Sendable {
  /// The pages that were added.
  package var createdPages: [PlannedPage] = []
  /// The pages whose content may have changed.
  package var updatedPages: [PlannedPage] = []
  /// The addresses of the pages that were removed.
  public var deleted: [PagePath] = []
  /// The objects that were added or changed, by number. An object keeps its number as long as it exists.
  package var objects: [Int32] = []
  /// The objects that were removed: their former numbers, which new objects may have now, and the fingerprints of their identities.
  package var removedObjects: [(number: Int32, identity: Fingerprint)] = []
  /// Whether the document was planned from the beginning, so that all objects have new numbers.
  package var isReplanned = false
  /// Whether the page of an object that existed before may have another address.
  package var movesPages = false

  /// The addresses of the pages that were added.
  public var created: [PagePath] { createdPages.map(\.path) }
  /// The addresses of the pages whose content may have changed.
  public var updated: [PagePath] { updatedPages.map(\.path) }

  /// Creates an empty list of changes.
  package init() {}

  /// Whether no page and no object has changed.
  public var isEmpty: Bool {
    createdPages.isEmpty && updatedPages.isEmpty && deleted.isEmpty && objects.isEmpty && removedObjects.isEmpty
      && !isReplanned
  }
}

extension DocumentChanges {
  /// Whether the page of an object, or a redirect to such a page, may have been added or removed.
  package var mayMoveObjects: Bool {
    isReplanned || !removedObjects.isEmpty || deleted.contains { $0.canBelongToObject }
      || createdPages.contains { $0.kind != .index && $0.kind != .section }
  }

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
    var pages: [PagePath: (page: PlannedPage?, isNew: Bool)] = [:]
    for page in createdPages { pages[page.path] = (page, true) }
    for page in updatedPages { pages[page.path] = (page, false) }
    for path in deleted { pages[path] = (nil, false) }
    // A page that was created and deleted since is no change. A page that was deleted and created again may have another content.
    for path in later.deleted { pages[path] = pages[path]?.isNew == true ? nil : (nil, false) }
    for page in later.createdPages { pages[page.path] = (page, pages[page.path] == nil) }
    for page in later.updatedPages { pages[page.path] = (page, pages[page.path]?.isNew ?? false) }
    let sorted = pages.sorted { $0.key.isBefore($1.key) }
    createdPages = sorted.compactMap { $0.value.isNew ? $0.value.page : nil }
    updatedPages = sorted.compactMap { $0.value.isNew ? nil : $0.value.page }
    deleted = sorted.compactMap { $0.value.page == nil ? $0.key : nil }
    movesPages = movesPages || later.movesPages
    if later.isReplanned { (objects, removedObjects, isReplanned) = ([], [], true) }
    let gone = Set(later.removedObjects.map(\.number))
    let known = Set(objects)
    removedObjects += later.removedObjects
    objects = objects.filter { !gone.contains($0) } + later.objects.filter { !known.contains($0) || gone.contains($0) }
  }
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
  /// A page counts as updated if something that it may show has changed. Only pages that may be affected by the change are examined. A cell
  /// that changes without an update of its source is not noticed.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to, referenced weakly. The observer is removed when it is deallocated.
  ///   - handler: Called after the sources have changed, with pages of the new state. It should not reference the owner strongly.
  /// - Returns: A token that cancels the observer earlier.
  /// - Complexity: O(*n*) for the first observer if the document was not used before, *n* being the number of objects.
  @discardableResult
  public func addObserver<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ changes: DocumentChanges) -> Void
  ) -> ObserverToken {
    // Changes are determined by comparison with the plan, so it has to exist before the first change.
    _ = numberOfPages
    return observers.add(owner, handler)
  }

  /// Notifies the observers of the changes of the pages in the epoch that has ended.
  func notifyObservers() {
    let changes = takeChanges()
    if changes.isEmpty { return }
    var notice = DocumentChanges()
    let plan = plan
    notice.createdPages = changes.created.map { plan.planned($0) }.sorted { $0.path.isBefore($1.path) }
    notice.updatedPages = changes.updated.map { plan.planned($0) }.sorted { $0.path.isBefore($1.path) }
    notice.deleted = changes.deleted.sorted { $0.isBefore($1) }
    notice.objects = changes.objects
    notice.removedObjects = changes.removedObjects
    notice.isReplanned = changes.isReplanned
    notice.movesPages = changes.isReplanned || changes.movesPages
    observers.notify(notice)
  }
}

extension PlanChanges {
  var isEmpty: Bool {
    created.isEmpty && updated.isEmpty && deleted.isEmpty && objects.isEmpty && removedObjects.isEmpty && !isReplanned
  }

  /// Compares a new plan with a former one. All pages are compared by their addresses, because handles and numbers differ between the
  /// plans.
  ///
  /// The former plan may be in the middle of an update that could not be completed: it may have been edited since its pages were described,
  /// and some of them may have left their addresses. The fingerprints at these addresses were recorded when the pages left them.
  ///
  /// - Complexity: O(*n*) in the number of pages of both plans.
  init(to plan: DocumentPlan, from former: DocumentPlan) {
    var old = former.touched.former
    // `allPages` may lack an object that was taken out to be moved, because no collection counts it at that time.
    let objects = former.hasObjectPages ? former.objects.numbers.map(DocumentPlan.PageReference.object) : []
    for entry in former.allPages + objects {
      let (isDescribed, fingerprint) = former.planKey(of: entry)
      if isDescribed, old[former.path(of: entry)] == nil { old[former.path(of: entry)] = .some(fingerprint) }
    }
    for entry in plan.allPages {
      if let before = old.removeValue(forKey: plan.path(of: entry)) {
        let now = plan.planKey(of: entry).fingerprint
        if now == nil || before != now { updated.append(entry) }
      } else {
        created.append(entry)
      }
    }
    deleted = Array(old.keys)
    isReplanned = true
  }
}

extension PagePath {
  /// Returns whether this address precedes another one in lists of changes.
  fileprivate func isBefore(_ other: PagePath) -> Bool {
    address.precedesByBytes(other.address)
  }
}
