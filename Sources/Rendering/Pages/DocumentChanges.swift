public import DataSources
package import Fingerprints

/// What has become of a document's pages by a change of its sources.
public struct DocumentChanges: Sendable {
  /// The pages that were not there before.
  package var createdPages: [PlannedPage] = []
  /// The pages that may show something else than before.
  package var updatedPages: [PlannedPage] = []
  /// The addresses of pages that have gone.
  public var deleted: [PagePath] = []
  /// The objects that are new, or of which anything is another: by their numbers, which they keep as long as they are there.
  package var objects: [Int32] = []
  /// The objects that have gone: the numbers that they had, which may be those of others now, and the fingerprints of their identities.
  package var removedObjects: [(number: Int32, identity: Fingerprint)] = []
  /// Whether all objects have other numbers than before.
  package var isReplanned = false
  /// Whether the page of an object that was there before may stand elsewhere.
  package var movesPages = false

  /// The addresses of pages that were not there before.
  public var created: [PagePath] { createdPages.map(\.path) }
  /// The addresses of pages that may show something else than before.
  public var updated: [PagePath] { updatedPages.map(\.path) }

  /// Creates a list without changes.
  package init() {}

  /// Whether all pages are as they were.
  public var isEmpty: Bool {
    createdPages.isEmpty && updatedPages.isEmpty && deleted.isEmpty && objects.isEmpty && removedObjects.isEmpty
      && !isReplanned
  }
}

extension DocumentChanges {
  /// Whether a page of an object, or one that leads to such a page, may have come or gone.
  package var mayMoveObjects: Bool {
    isReplanned || !removedObjects.isEmpty || deleted.contains { $0.canBelongToObject }
      || createdPages.contains { $0.kind != .index && $0.kind != .section }
  }

  /// Adds what has happened later.
  package mutating func append(_ later: DocumentChanges) {
    guard !isEmpty else { return self = later }
    var pages: [PagePath: (page: PlannedPage?, isNew: Bool)] = [:]
    for page in createdPages { pages[page.path] = (page, true) }
    for page in updatedPages { pages[page.path] = (page, false) }
    for path in deleted { pages[path] = (nil, false) }
    // A page that has come and gone is none, and one that has gone and come back may be another.
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
  /// Adds an observer, which is notified of the pages that are new, others or gone after each change of the sources.
  ///
  /// ```swift
  /// document.addObserver(site) { site, changes in
  ///   for path in changes.deleted { site.remove(path) }
  /// }
  /// ```
  ///
  /// A page counts as changed when something that it may show has changed. Only pages that may show the change are looked at; a cell that
  /// changes without its source is not heard of.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to, referenced weakly. The observer is removed when it is deallocated.
  ///   - handler: Called after the sources have changed, with pages of the state after. It should not reference the owner strongly.
  /// - Returns: A token that cancels the observer earlier.
  /// - Complexity: O(*n*) for the first time, *n* being the number of objects.
  @discardableResult
  public func addObserver<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ changes: DocumentChanges) -> Void
  ) -> ObserverToken {
    // What has changed is known of what was planned.
    _ = numberOfPages
    return observers.add(owner, handler)
  }

  /// Notifies the observers of what has become of the pages in the epoch that has ended.
  func notifyObservers() {
    let changes = takeChanges()
    if changes.isEmpty { return }
    var notice = DocumentChanges()
    let plan = plan
    notice.createdPages = changes.created.map { plan.planned($0) }.sorted { $0.path.isBefore($1.path) }
    notice.updatedPages = changes.updated.map { plan.planned($0) }.sorted { $0.path.isBefore($1.path) }
    notice.deleted = changes.deleted.sorted { $0.isBefore($1) }
    (notice.objects, notice.removedObjects) = (changes.objects, changes.removedObjects)
    (notice.isReplanned, notice.movesPages) = (changes.isReplanned, changes.isReplanned || changes.movesPages)
    observers.notify(notice)
  }
}

extension PlanChanges {
  var isEmpty: Bool {
    created.isEmpty && updated.isEmpty && deleted.isEmpty && objects.isEmpty && removedObjects.isEmpty && !isReplanned
  }

  /// Compares a plan with another one, which may have been edited and not settled since its pages were described.
  init(to plan: DocumentPlan, from former: DocumentPlan) {
    var old = former.touched.former
    // While an object goes from one place to another, it is counted at neither.
    let objects = former.hasObjectPages ? former.objects.numbers.map(DocumentPlan.Entry.object) : []
    for entry in former.allPages + objects {
      let (isDescribed, fingerprint) = former.ingredients(of: entry)
      if isDescribed, old[former.path(of: entry)] == nil { old[former.path(of: entry)] = .some(fingerprint) }
    }
    for entry in plan.allPages {
      if let before = old.removeValue(forKey: plan.path(of: entry)) {
        let now = plan.ingredients(of: entry).fingerprint
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
  /// Whether this address comes before another in lists of changes.
  fileprivate func isBefore(_ other: PagePath) -> Bool {
    address.precedesByBytes(other.address)
  }
}
