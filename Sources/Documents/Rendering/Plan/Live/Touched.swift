import Fingerprints

/// The changes since the plan was settled, and the pages that may show them.
struct Touched: Sendable {
  /// Whether the plan is new, so that all pages have to be described, and ``pages`` need not be recorded.
  var isAll = false
  /// The pages that may show something else. Some may not exist any more.
  var pages: Set<PageReference> = []
  /// For each listing, the sections whose lists of cells may have to be cut or named again.
  var sections: [Set<PlannedListing.Handle>] = []
  /// The objects that were inserted, or whose content, title, address or section may have changed.
  var objects: Set<ObjectNumber> = []
  /// The removed objects, with their identities. Other objects may have their numbers now.
  var removedObjects: [(number: ObjectNumber, identity: Fingerprint)] = []
  /// The addresses that described pages have left, with the plan keys of these pages.
  var former: [PagePath: PlanKey] = [:]
  /// The objects whose wanted address has changed. Whether they get it is decided when the plan is settled, since other
  /// objects may have the same.
  var readdressed: Set<ObjectNumber> = []
  /// The folders that a listing, a section or an outer section may have occupied or left.
  var folders: Set<[String]> = []
  /// Whether the former identities of objects have changed, or which object has an identity that a former address
  /// names.
  var formerAddressesChanged = false
  /// Whether the page of an object that existed before may have moved.
  var movesPages = false

  var isEmpty: Bool {
    !isAll && pages.isEmpty && sections.allSatisfy(\.isEmpty) && former.isEmpty && !formerAddressesChanged
  }

  /// Records that a page with a plan key has left an address. A page that was never described is ignored. If several
  /// pages leave the same address, the first counts: the page that was there when the plan was last settled.
  mutating func leave(_ path: PagePath, _ key: PlanKey) {
    if key != .undescribed, former[path] == nil { former[path] = key }
  }
}

extension DocumentPlan {
  /// Records that a page leaves its address, because it is removed or moves.
  ///
  /// - Parameter path: The address that it leaves; `nil` for its present one.
  mutating func recordFormerPage(_ page: PageReference, at path: PagePath? = nil) {
    let key = self[planKeyOf: page]
    if key == .undescribed { return }
    touched.leave(path ?? self.path(of: page), key)
    self[planKeyOf: page] = .undescribed
  }

  mutating func leavePages(of section: SectionReference) { pages(of: section).forEach { recordFormerPage($0) } }

  /// Records that the wanted address of an object has changed.
  mutating func touchReaddressed(_ object: ObjectNumber, from former: PagePath) {
    touched.readdressed.insert(object)
    guard hasObjectPages else { return }
    touched.movesPages = touched.movesPages || objects[object].planKey != .undescribed
    recordFormerPage(.object(object), at: former)
  }
}
