import Cells
import Changesets
import Fingerprints
import OrderedTrees

/// Closures that read from the objects and sources what the plan does not store, while it is settled.
struct ObjectReader {
  /// Returns the key of an object, and the slug of its address.
  let name: (Int32) -> SlugTable.Name
  /// Returns the guide word of an object in a listing, or nil if it is the object's title.
  let guideWord: (_ listing: Int, Int32) -> String?
  /// Returns the paths of the cells of a listing that show an object, or nil if they cannot be derived from the sources.
  let cells: (_ listing: Int, Int32) -> [ItemPath]?
}

/// The changes of a document's pages by an update.
struct PlanChanges {
  /// The pages at addresses without a page before.
  var created: [DocumentPlan.PageReference] = []
  /// The pages that may show something else than the page that was at their address before.
  var updated: [DocumentPlan.PageReference] = []
  /// The addresses whose page was removed and not replaced by another one.
  var deleted: [PagePath] = []
  /// The changes of the objects.
  var objects = ObjectChanges.some(changed: [], removed: [])
  /// Whether the page of an object that existed before may have moved.
  var movesPages = false
}

// The order of the steps matters, since each depends on the results of those before it:
//
//     folders of sections ─▶ addresses of objects ─▶ links ─▶ pages of sections ─▶ former addresses ─▶ descriptions
//
// An object whose page has its own folder gives way to a section in the same folder. Links show addresses. Pages are named after the
// addresses of their first objects. Former addresses lead only to where no other page is. Each step may touch further pages; the
// descriptions come last.
extension DocumentPlan {
  /// Updates the pages after edits, and determines which of them have changed.
  ///
  /// - Returns: The changes since the plan was last settled. If it has not been settled before, all pages are among those created.
  /// - Complexity: O(*k* log *n*) for *k* pages that may show something else. With numbered pages, a section whose cells were edited takes
  ///   O(*m*) for the *m* entries after the first edit.
  mutating func settle(_ reader: ObjectReader) -> PlanChanges {
    if touched.isEmpty { return PlanChanges() }
    // The highlights may show any of the changed objects.
    if !highlights.isEmpty { touched.pages.insert(.home(listing: 0)) }
    for listing in listings.indices {
      settleFolders(of: listing)
      settleTree(of: listing)
    }
    settleAddresses(reader)
    touchReferrers(to: settleLinks(), reader)
    for listing in listings.indices {
      for section in touched.sections[listing] where listings[listing].contains(section) {
        settlePages(of: section, in: listing, reader)
      }
      touched.sections[listing] = []
      if listings[listing].listsSections { settleTerms(of: listing) }
    }
    settleFormerAddresses()
    return describe()
  }

  private mutating func settleAddresses(_ reader: ObjectReader) {
    if !objects.followKeys {
      for folders in touched.isAll ? foldersOfListings : touched.folders {
        objects.addresses.reserve(folders, touched.isAll || isPageOfListing(folders))
      }
    }
    let names = settleNames(reader)
    for object in touched.readdressed where objects.contains(object) { touchAddress(of: object, reader) }
    for (object, name) in names where objects[object].name != name {
      touched.movesPages = touched.movesPages || objects[object].planKey != .undescribed
      if hasObjectPages { recordFormerPage(.object(object)) }
      objects[object].name = name
      touchAddress(of: object, reader)
    }
  }

  private mutating func settleNames(_ reader: ObjectReader) -> [(owner: Int32, slug: String)] {
    let places = objects.places
    let table = objects.table
    return objects.addresses.settle(name: reader.name) { object, other in
      let group = table[Int(object)].group
      let otherGroup = table[Int(other)].group
      return group == otherGroup ? places.precedes(object, other) : group < otherGroup
    }
  }

  /// The folders of the listings, and of their sections and outer sections.
  private var foldersOfListings: Set<[String]> {
    var folders: Set<[String]> = []
    for listing in listings {
      folders.insert(listing.root)
      if listing.hasSections { folders.formUnion(listing.order.lazy.map { listing[$0].folders }) }
      folders.formUnion(listing.tree?.order.lazy.compactMap { listing.tree?[$0].folders } ?? [])
    }
    return folders
  }

  private mutating func settleFolders(of listing: Int) {
    for (section, folder) in listings[listing].settleFolders() where listings[listing][section].folder != folder {
      leavePages(of: section, in: listing)
      outdate(section, of: listing)
      listings[listing].setFolder(of: section, folder)
      outdate(section, of: listing)
      touchTitle(of: section, in: listing)
      replaceTerm(section, in: listing)
    }
  }

  private mutating func settlePages(of section: PlannedListing.Handle, in listing: Int, _ reader: ObjectReader) {
    let cut = listings[listing].cut
    let folders = listings[listing][section].folders
    let own = listings[listing][section].planKey
    // The list is moved out of the plan, which the closures read: otherwise the mutation would copy it.
    var list = PageList<PlannedListing.Entry>()
    swap(&list, &listings[listing][section].list)
    let hadGuides = list.hasGuides
    let recut = list.recut(cut) { entry in
      listings[listing].object(of: entry).map { objects[$0].identity.high }
    }
    let renamed = list.settleNames(cut) { entry in
      listings[listing].object(of: entry).map { object in
        (reader.guideWord(listing, object) ?? objects[object].title, objects.path(ofPage: object).ownName)
      }
    }
    swap(&list, &listings[listing][section].list)

    for sheet in recut.removed { recordFormerPage(PagePath(folders, sheet.name), sheet.planKey) }
    for page in recut.pages { touched.pages.insert(.part(listing: listing, section: section, page: page)) }
    for (page, oldName) in renamed {
      let entry = PageReference.part(listing: listing, section: section, page: page)
      if oldName != listings[listing][section].list[page].name {
        recordFormerPage(PagePath(folders, oldName), self[planKeyOf: entry])
        self[planKeyOf: entry] = .undescribed
      }
      touchName(of: page, in: section, of: listing)
    }
    if hadGuides, !listings[listing][section].list.hasGuides {
      recordFormerPage(PagePath(folders, "index"), own)
      listings[listing][section].planKey = .undescribed
    }
    if !recut.isEmpty {
      touchCounts(of: section, in: listing)
      for page in recut.pages { touchNeighbours(of: page, in: section, of: listing) }
      // Each numbered page shows the number of pages.
      if cut.pagination == .numbered { touched.pages.formUnion(pages(of: section, in: listing)) }
    }
    listings[listing].countPages(of: section)
  }

  private mutating func settleTerms(of listing: Int) {
    let cut = listings[listing].termCut
    let root = listings[listing].root
    var terms = PageList<PlannedListing.Handle>()
    swap(&terms, &listings[listing].terms)
    let hadGuides = terms.hasGuides
    let recut = terms.recut(cut) { Fingerprint(listings[listing][$0].folder).high }
    let renamed = terms.settleNames(cut) { entry in
      (listings[listing][entry].title ?? listings[listing].title, listings[listing][entry].folder)
    }
    swap(&terms, &listings[listing].terms)
    guard !recut.isEmpty || !renamed.isEmpty || hadGuides != listings[listing].terms.hasGuides else { return }

    // The page named `index` is the home page of the listing: it shows the only page of the list, or the first of several numbered pages.
    for sheet in recut.removed where sheet.name != "index" {
      recordFormerPage(PagePath(root, sheet.name), sheet.planKey)
    }
    for (page, oldName) in renamed {
      let entry = PageReference.terms(listing: listing, page: page)
      if oldName != "index", oldName != listings[listing].terms[page].name {
        recordFormerPage(PagePath(root, oldName), self[planKeyOf: entry])
        self[planKeyOf: entry] = .undescribed
      }
    }
    touched.pages.insert(.home(listing: listing))
    let isNumbered = cut.pagination == .numbered
    for page in isNumbered ? Set(listings[listing].terms.pages) : recut.pages.union(renamed.map(\.page)) {
      let terms = listings[listing].terms
      for page in [terms.page(before: page), page, terms.page(after: page)].compactMap(\.self) {
        touched.pages.insert(.terms(listing: listing, page: page))
      }
    }
  }

  /// Determines the pages at former addresses again, if what they follow from may have changed, and touches those that show something else.
  ///
  /// - Complexity: O(*k*) for *k* touched pages; O(*f* log *f*) in the number of former addresses if they are determined again.
  private mutating func settleFormerAddresses() {
    if history.entries.isEmpty && formerIDs.isEmpty && former.isEmpty { return }
    if areFormerAddressesOutdated {
      let old = self.former
      let former = formerIDs.keys.sorted(by: objects.precedes).flatMap { object in
        (formerIDs[object] ?? []).map { (id: $0, object: object) }
      }
      self.former = FormerAddresses(history, former: former, of: self, sectionFolders: mainSection(inFolders:))
      for path in old.paths where self.former.redirect(from: path) == nil && self.former.gonePage(at: path) == nil {
        recordFormerPage(.redirect(path))
      }
      touched.pages.formUnion(self.former.pages(changedSince: old))
    }
    // A redirect may lead to a page that says that an object was removed, so that there are two steps.
    for _ in 0..<2 { touched.pages.formUnion(touched.pages.flatMap(former.pages(showing:))) }
  }

  /// Whether a page has come to an address that a former address depends on, or has left it; whether another object has an identity that one
  /// names; or whether a section has come to the folder of a page that says that an object was removed, or has left it.
  private var areFormerAddressesOutdated: Bool {
    touched.isAll || touched.formerAddressesChanged || touched.former.keys.contains(where: former.names)
      || touched.folders.contains(where: former.names)
      || touched.pages.contains { contains($0) && self[planKeyOf: $0] == .undescribed && former.names(path(of: $0)) }
  }

  /// Describes the touched pages, compares them with their former descriptions, and clears ``touched``.
  ///
  /// A page at an address that another page has left is compared with that one, and reported as updated: for an observer, an address is a
  /// file. A touched page with unknown plan key always counts as updated.
  private mutating func describe() -> PlanChanges {
    var changes = PlanChanges()
    var former = touched.former
    changes.objects = .some(changed: touched.objects.filter(objects.contains), removed: touched.removedObjects)
    changes.movesPages = touched.movesPages
    let entries = touched.isAll ? allPages : Array(touched.pages.filter(contains))
    work += entries.count
    unknown = unknown.filter(contains)
    touched = Touched(sections: Array(repeating: [], count: listings.count))
    for (entry, new) in zip(entries, descriptions(of: entries)) {
      let old = self[planKeyOf: entry]
      self[planKeyOf: entry] = new
      if new == .unknown { unknown.insert(entry) } else if !unknown.isEmpty { unknown.remove(entry) }
      let before = (former.isEmpty ? nil : former.removeValue(forKey: path(of: entry))) ?? old
      if before == .undescribed {
        changes.created.append(entry)
      } else if before != new || new == .unknown {
        changes.updated.append(entry)
      }
    }
    changes.deleted = Array(former.keys)
    return changes
  }

  /// Returns the plan keys of some pages, which are described on all processors.
  private func descriptions(of entries: [PageReference]) -> [PlanKey] {
    let plan = CopyOnWriteBox(self)
    return entries.concurrentMap(with: Fingerprinter.init) { entry, parts in
      plan.read { $0.planKey(of: entry, describedBy: &parts) }
    }
  }
}
