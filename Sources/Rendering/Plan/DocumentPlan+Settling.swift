import Cells
import Changesets
import Fingerprints
import OrderedTrees

/// What the objects are asked for that the plan does not remember.
struct ObjectReader {
  /// Returns the key of an object, and the slug of its address.
  let name: (Int32) -> SlugTable.Name
  /// Returns what an object is found by in a listing; nil for its title.
  let guideWord: (_ listing: Int, Int32) -> String?
  /// Returns where the cells of a listing show an object; nil where the sources do not say.
  let cells: (_ listing: Int, Int32) -> [ItemPath]?
}

/// What has become of a document's pages.
struct PlanChanges {
  /// The pages that were not there before.
  var created: [DocumentPlan.Entry] = []
  /// The pages that may show something else than before.
  var updated: [DocumentPlan.Entry] = []
  /// The addresses at which there is no page any more.
  var deleted: [PagePath] = []
  /// The objects that are new, or of which anything is another.
  var objects: [Int32] = []
  /// The objects that have gone.
  var removedObjects: [(number: Int32, identity: Fingerprint)] = []
  /// Whether the plan was made anew, so that all objects have other numbers.
  var isReplanned = false
  /// Whether the page of an object that was there before may stand elsewhere.
  var movesPages = false
}

extension DocumentPlan {
  /// Brings the pages up to what was edited.
  ///
  /// - Returns: What has become of them.
  /// - Complexity: O(*k* log *n*) for *k* pages that may show something else.
  mutating func settle(_ reader: ObjectReader) -> PlanChanges {
    if touched.isEmpty { return PlanChanges() }
    // Any object may be among them.
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
      touched.movesPages = touched.movesPages || objects[object].isDescribed
      if hasObjectPages { leave(.object(object)) }
      objects[object].name = name
      touchAddress(of: object, reader)
    }
  }

  private mutating func settleNames(_ reader: ObjectReader) -> [(owner: Int32, slug: String)] {
    let (places, table) = (objects.places, objects.table)
    return objects.addresses.settle(name: reader.name) { object, other in
      let (kin, otherKin) = (table[Int(object)].kin, table[Int(other)].kin)
      return kin == otherKin ? places.precedes(object, other) : kin < otherKin
    }
  }

  /// The folders whose pages are those of listings.
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
    let own = ingredients(of: .section(listing: listing, section: section))
    // Taken out, so that it is not copied when it changes.
    var list = PageList()
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

    for sheet in recut.removed { leave(PagePath(folders, sheet.name), (sheet.isDescribed, sheet.ingredients)) }
    for page in recut.pages { touched.pages.insert(.part(listing: listing, section: section, page: page)) }
    for (page, oldName) in renamed {
      let entry = Entry.part(listing: listing, section: section, page: page)
      if oldName != listings[listing][section].list[page].name {
        leave(PagePath(folders, oldName), ingredients(of: entry))
        setIngredients(nil, of: entry, isDescribed: false)
      }
      touchName(of: page, in: section, of: listing)
    }
    if hadGuides, !listings[listing][section].list.hasGuides {
      leave(PagePath(folders, "index"), own)
      setIngredients(nil, of: .section(listing: listing, section: section), isDescribed: false)
    }
    if !recut.isEmpty {
      touchCounts(of: section, in: listing)
      for page in recut.pages { touchNeighbours(of: page, in: section, of: listing) }
      // The number of pages stands on each of them.
      if cut.pagination == .numbered { touched.pages.formUnion(pages(of: section, in: listing)) }
    }
    listings[listing].countPages(of: section)
  }

  private mutating func settleTerms(of listing: Int) {
    let cut = listings[listing].termCut
    let root = listings[listing].root
    var terms = PageList()
    swap(&terms, &listings[listing].terms)
    let hadGuides = terms.hasGuides
    let recut = terms.recut(cut) { Fingerprint(listings[listing][$0].folder).high }
    let renamed = terms.settleNames(cut) { entry in
      (listings[listing][entry].title ?? listings[listing].title, listings[listing][entry].folder)
    }
    swap(&terms, &listings[listing].terms)
    guard !recut.isEmpty || !renamed.isEmpty || hadGuides != listings[listing].terms.hasGuides else { return }

    // Where the list is one page, or the first of those with numbers, that is the one that all sections begin on.
    for sheet in recut.removed where sheet.name != "index" {
      leave(PagePath(root, sheet.name), (sheet.isDescribed, sheet.ingredients))
    }
    for (page, oldName) in renamed {
      let entry = Entry.terms(listing: listing, page: page)
      if oldName != "index", oldName != listings[listing].terms[page].name {
        leave(PagePath(root, oldName), ingredients(of: entry))
        setIngredients(nil, of: entry, isDescribed: false)
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

  /// Finds out anew what stands at former addresses.
  ///
  /// - Complexity: O(*f* log *f*) in the number of former addresses, where an address or an object is another one.
  private mutating func settleFormerAddresses() {
    if history.entries.isEmpty && formerIDs.isEmpty && former.isEmpty { return }
    guard touched.isAll || touched.hasOtherAddresses || touched.hasOtherObjects else { return touchFormerAddresses() }
    let old = self.former
    let former = formerIDs.keys.sorted(by: objects.precedes).flatMap { object in
      (formerIDs[object] ?? []).map { (id: $0, object: object) }
    }
    self.former = FormerAddresses(history, former: former, of: self, sectionFolders: mainSection(inFolders:))
    for path in old.paths where self.former.redirect(from: path) == nil && self.former.gonePage(at: path) == nil {
      leave(path, (formerIngredients[path] != nil, formerIngredients[path] ?? nil))
      formerIngredients[path] = nil
    }
    touchFormerAddresses()
  }

  /// They show the titles and the addresses of others.
  private mutating func touchFormerAddresses() {
    for redirect in former.redirects { touched.pages.insert(.redirect(redirect.from)) }
    for gone in former.gone { touched.pages.insert(.gone(gone.path)) }
  }

  /// Describes the pages that were touched, and compares them with what they were.
  private mutating func describe() -> PlanChanges {
    var changes = PlanChanges()
    var former = touched.former
    changes.objects = touched.objects.filter(objects.contains)
    changes.removedObjects = touched.removedObjects
    changes.movesPages = touched.movesPages
    let entries = touched.isAll ? allPages : Array(touched.pages.filter(contains))
    work += entries.count
    unknown = unknown.filter(contains)
    touched = Touched(sections: Array(repeating: [], count: listings.count))
    for (entry, new) in zip(entries, descriptions(of: entries)) {
      let (wasDescribed, old) = ingredients(of: entry)
      setIngredients(new, of: entry)
      if new == nil { unknown.insert(entry) } else if !unknown.isEmpty { unknown.remove(entry) }
      let before = former.isEmpty ? nil : former.removeValue(forKey: path(of: entry))
      if let before = before ?? (wasDescribed ? .some(old) : nil) {
        if before == nil || before != new { changes.updated.append(entry) }
      } else {
        changes.created.append(entry)
      }
    }
    changes.deleted = Array(former.keys)
    return changes
  }

  /// All that some pages may show. It is described on all processors.
  private func descriptions(of entries: [Entry]) -> [Fingerprint?] {
    let plan = CopyOnWriteBox(self)
    return entries.concurrentMap(with: Fingerprinter.init) { entry, parts in
      plan.read { $0.ingredients(of: entry, describedBy: &parts) }
    }
  }
}
