import Changesets
import Fingerprints
import OrderedTrees

/// The steps of ``settle(_:)``, in its order. Those of links and outer sections are with the types that they are about.
extension DocumentPlan {
  // MARK: - Folders and addresses

  mutating func settleFolders(of listing: Int) {
    for (handle, folder) in listings[listing].settleFolders() where listings[listing][handle].folder != folder {
      setFolders(of: SectionReference(listing: listing, handle: handle), listings[listing].sectionRoot + [folder])
    }
  }

  mutating func settleAddresses(_ reader: ObjectReader) {
    if !objects.followKeys {
      for folders in touched.isAll ? foldersOfListings : touched.folders {
        objects.addresses.reserve(folders, touched.isAll || isPageOfListing(folders))
      }
    }
    // The names are settled first: those that have changed are touched below, with the object at its new address.
    let names = settleNames(reader)
    for object in touched.readdressed where objects.contains(object) { touchAddress(of: object, reader) }
    for (object, name) in names where objects[object].name != name {
      touched.movesPages = touched.movesPages || objects[object].planKey != .undescribed
      if hasObjectPages { recordFormerPage(.object(object)) }
      objects[object].name = name
      touchAddress(of: object, reader)
    }
  }

  private mutating func settleNames(_ reader: ObjectReader) -> [(owner: ObjectNumber, slug: String)] {
    let places = objects.places
    let table = objects.table
    return objects.addresses.settle(name: reader.name) { object, other in
      let group = table[Int(object)].preference.group
      let otherGroup = table[Int(other)].preference.group
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

  // MARK: - Lists

  /// Cuts the lists of the touched sections of a listing into pages, and the list of an index's sections, and names the
  /// pages.
  mutating func settleLists(of listing: Int, _ reader: ObjectReader) {
    for handle in touched.sections[listing] where listings[listing].contains(handle) {
      settlePages(of: SectionReference(listing: listing, handle: handle), reader)
    }
    touched.sections[listing] = []
    if listings[listing].listsSections { settleTerms(of: listing) }
  }

  private mutating func settlePages(of section: SectionReference, _ reader: ObjectReader) {
    let listing = section.listing
    let cut = listings[listing].cut
    let folders = self[section].folders
    // The list is moved out of the plan, which the closures read: otherwise the mutation would copy it.
    var list = PageList<PlannedListing.Entry>()
    swap(&list, &self[section].list)
    let hadGuides = list.hasGuides
    let recut = list.recut(cut) { entry in listings[listing].object(of: entry).map { objects[$0].identity.high } }
    let renamed = list.settleNames(cut) { entry in
      listings[listing].object(of: entry).map { object in
        (reader.guideWord(listing, object) ?? objects[object].title, objects.path(ofPage: object).ownName)
      }
    }
    swap(&list, &self[section].list)

    // Pages leave their addresses before others are touched: who comes to such an address is compared with them.
    for sheet in recut.removed { touched.leave(PagePath(folders, sheet.name), sheet.planKey) }
    for page in recut.pages { touched.pages.insert(.part(section, page: page)) }
    for (page, oldName) in renamed {
      if oldName != self[section].list[page].name {
        recordFormerPage(.part(section, page: page), at: PagePath(folders, oldName))
      }
      touchName(of: page, in: section)
    }
    if hadGuides, !self[section].list.hasGuides { recordFormerPage(.section(section)) }
    if !recut.isEmpty {
      touchCounts(of: section)
      for page in recut.pages { touchNeighbours(of: page, in: section) }
      // Each numbered page shows the number of pages.
      if cut.pagination == .numbered { touched.pages.formUnion(pages(of: section)) }
    }
    listings[listing].countPages(of: section.handle)
  }

  private mutating func settleTerms(of listing: Int) {
    let cut = listings[listing].termCut
    let root = listings[listing].root
    var terms = PageList<PlannedListing.Handle>()
    swap(&terms, &listings[listing].terms)
    let hadGuides = terms.hasGuides
    let recut = terms.recut(cut) { Fingerprint(listings[listing][$0].folder).high }
    let renamed = terms.settleNames(cut) { section in
      (listings[listing][section].title ?? listings[listing].title, listings[listing][section].folder)
    }
    swap(&terms, &listings[listing].terms)
    guard !recut.isEmpty || !renamed.isEmpty || hadGuides != listings[listing].terms.hasGuides else { return }

    // The page named `index` is the home page of the listing: it shows the only page of the list, or the first of
    // several numbered pages.
    for sheet in recut.removed where sheet.name != PagePath.index {
      touched.leave(PagePath(root, sheet.name), sheet.planKey)
    }
    for (page, oldName) in renamed where oldName != PagePath.index && oldName != listings[listing].terms[page].name {
      recordFormerPage(.terms(listing: listing, page: page), at: PagePath(root, oldName))
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

  // MARK: - Former addresses

  /// Determines the pages at former addresses again, if what they follow from may have changed, and touches those that
  /// show something else.
  ///
  /// - Complexity: O(*k*) for *k* touched pages; O(*f* log *f*) in the number of former addresses if they are
  ///   determined again.
  mutating func settleFormerAddresses() {
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

  /// Whether a page has come to an address that a former address depends on, or has left it; whether another object has
  /// an identity that one names; or whether a section has come to the folder of a page that says that an object was
  /// removed, or has left it.
  private var areFormerAddressesOutdated: Bool {
    touched.isAll || touched.formerAddressesChanged || touched.former.keys.contains(where: former.names)
      || touched.folders.contains(where: former.names)
      || touched.pages.contains { contains($0) && self[planKeyOf: $0] == .undescribed && former.names(path(of: $0)) }
  }

  // MARK: - Description

  /// Describes the touched pages, compares them with their former descriptions, and clears ``touched``.
  ///
  /// A page at an address that another page has left is compared with that one, and reported as updated: for an
  /// observer, an address is a file. A touched page with unknown plan key always counts as updated.
  mutating func describeTouchedPages() -> PlanChanges {
    var changes = PlanChanges()
    var former = touched.former
    changes.objects = .some(changed: touched.objects.filter(objects.contains), removed: touched.removedObjects)
    changes.movesPages = touched.movesPages
    let pages = touched.isAll ? allPages : Array(touched.pages.filter(contains))
    work += pages.count
    unknown = unknown.filter(contains)
    touched = Touched(sections: Array(repeating: [], count: listings.count))
    for (page, new) in zip(pages, planKeys(of: pages)) {
      let old = self[planKeyOf: page]
      self[planKeyOf: page] = new
      if new == .unknown { unknown.insert(page) } else if !unknown.isEmpty { unknown.remove(page) }
      let before = (former.isEmpty ? nil : former.removeValue(forKey: path(of: page))) ?? old
      if before == .undescribed {
        changes.created.append(page)
      } else if before != new || new == .unknown {
        changes.updated.append(page)
      }
    }
    changes.deleted = Array(former.keys)
    return changes
  }

  /// Returns the plan keys of some pages, which are described on all processors.
  private func planKeys(of pages: [PageReference]) -> [PlanKey] {
    let plan = CopyOnWriteBox(self)
    return pages.concurrentMap(with: Fingerprinter.init) { page, parts in
      plan.read { $0.planKey(of: page, describedBy: &parts) }
    }
  }
}
