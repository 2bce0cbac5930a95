import Changesets
import DataSources
import OrderedTrees

/// The edits of the listings. Each edit also touches the pages that may show it.
extension DocumentPlan {
  mutating func removeEntry(at path: ItemPath, from listing: Int) {
    guard let section = section(at: path.section, of: listing) else { return }
    touchCell(at: path.item, in: section)
    guard let (entry, _) = self[section].list.remove(at: path.item) else { return }
    release(entry, from: section)
    touchCounts(of: section)
  }

  private mutating func release(_ entry: PlannedListing.Entry, from section: SectionReference) {
    let object = listings[section.listing].object(of: entry)
    listings[section.listing].release(entry, from: section.handle)
    if let object { setSections(of: object, shownIn: section) { $0.remove(section.handle) } }
  }

  mutating func insert(_ entry: PlannedListing.Entry, at path: ItemPath, into listing: Int) {
    guard let section = section(at: path.section, of: listing) else { return }
    _ = self[section].list.insert(entry, at: path.item)
    listings[listing].count(entry, in: section.handle)
    if let object = listings[listing].object(of: entry) {
      setSections(of: object, shownIn: section) { $0.append(section.handle) }
    }
    touchCell(at: path.item, in: section)
    touchCounts(of: section)
  }

  /// Replaces the entry of a cell whose item was updated. It may show another object.
  mutating func replace(at path: ItemPath, by entry: PlannedListing.Entry, in listing: Int) {
    guard let section = section(at: path.section, of: listing) else { return }
    let list = self[section].list
    if let (page, offset) = list.place(of: path.item), offset < list[page].entries.count,
      list[page].entries[offset] == entry, entry.object != nil
    {
      // Another object may have the number now, so that the entry may have another rank.
      touchCell(at: path.item, in: section)
      self[section].list.touchBorders(of: page)
    } else {
      removeEntry(at: path, from: listing)
      insert(entry, at: path, into: listing)
    }
  }

  /// Removes a section from a listing, with the cells that are still in it.
  mutating func removeSection(at index: Int, from listing: Int) {
    guard let section = section(at: index, of: listing) else { return }
    touchEnds(of: section)
    leavePages(of: section)
    for entry in self[section].list.entries { release(entry, from: section) }
    touched.sections[listing].remove(section.handle)
    touchHome(around: section)
    removeTerm(at: index, from: listing)
    outdate(section)
    listings[listing].removeSection(section.handle)
  }

  mutating func insertSection(named name: String?, _ entries: [PlannedListing.Entry], at index: Int, into listing: Int)
  {
    let section = SectionReference(
      listing: listing, handle: listings[listing].insertSection(at: index, name, entries, of: objects))
    // An empty listing without sections has a home page. The first page of its only section replaces it.
    if !listings[listing].hasHome { recordFormerPage(.home(listing: listing)) }
    insertTerm(section, at: index)
    outdate(section)
    if !listings[listing].isIndex {
      for entry in entries {
        guard let object = listings[listing].object(of: entry) else { continue }
        setSections(of: object, shownIn: section) { $0.append(section.handle) }
      }
    }
    touched.sections[listing].insert(section.handle)
    if touched.isAll { return }
    touchHome(around: section)
    touched.pages.formUnion(pages(of: section))
    touchEnds(of: section)
  }

  /// Moves sections of a listing, and inserts the new ones.
  ///
  /// Moved sections are first parked behind all others. Then moved and new sections are placed in ascending order of
  /// their new indices, so that each index is final when it is used.
  ///
  /// - Parameter edits: The edits of the sections. The deleted sections have been removed already.
  mutating func moveSections(
    _ edits: Edits<Int>, in listing: Int, inserting insert: (_ index: Int, _ plan: inout DocumentPlan) -> Void
  ) {
    if edits.inserts.isEmpty && edits.moves.isEmpty { return }
    // The deleted sections have been removed, so that the indices before the edits are too large by their number.
    let deleted = edits.deletes.sorted()
    let moved = edits.moves.compactMap { move -> (section: SectionReference, after: Int)? in
      let place = move.before - deleted.count { $0 < move.before }
      return section(at: place, of: listing).map { ($0, move.after) }
    }
    for (section, _) in moved {
      touchEnds(of: section)
      removeTerm(at: index(of: section), from: listing)
      listings[listing].park(section.handle)
    }
    let places =
      edits.inserts.map { (index: $0, section: SectionReference?.none) }
      + moved.map { (index: $0.after, section: .some($0.section)) }
    for (index, section) in places.sorted(by: { $0.index < $1.index }) {
      if let section { place(section, at: index) } else { insert(index, &self) }
    }
  }

  private mutating func place(_ section: SectionReference, at index: Int) {
    listings[section.listing].place(section.handle, at: index)
    insertTerm(section, at: index)
    touchEnds(of: section)
    touchHome(around: section)
    touched.sections[section.listing].insert(section.handle)
    guard !listings[section.listing].isIndex else { return }
    for entry in self[section].list.entries {
      // The sections of the object are the same, but another one may be the first of them.
      if let object = listings[section.listing].object(of: entry) { setSections(of: object, shownIn: section) { _ in } }
    }
  }

  mutating func setTotals(_ totals: SectionTotals, ofSection index: Int, in listing: Int) {
    guard let section = section(at: index, of: listing), self[section].totals != totals else { return }
    self[section].totals = totals
    touchCounts(of: section)
  }

  mutating func renameSection(at index: Int, _ name: String?, in listing: Int) {
    guard let section = section(at: index, of: listing), self[section].name != name else { return }
    leavePages(of: section)
    touchHome(around: section)
    outdate(section)
    listings[listing].rename(section.handle, name)
    outdate(section)
    touchTitle(of: section)
    replaceTerm(section)
  }

  /// Changes the folders of a section, whose pages leave their addresses.
  mutating func setFolders(of section: SectionReference, _ folders: [String]) {
    leavePages(of: section)
    outdate(section)
    self[section].folders = folders
    outdate(section)
    touchTitle(of: section)
    replaceTerm(section)
  }

  private mutating func removeTerm(at index: Int, from listing: Int) {
    guard listings[listing].listsSections, let (_, page) = listings[listing].terms.remove(at: index) else { return }
    touched.pages.insert(.terms(listing: listing, page: page))
  }

  private mutating func insertTerm(_ section: SectionReference, at index: Int) {
    let listing = section.listing
    guard listings[listing].listsSections, let page = listings[listing].terms.insert(section.handle, at: index) else {
      return
    }
    if !touched.isAll { touched.pages.insert(.terms(listing: listing, page: page)) }
  }

  /// Replaces the entry of a section in the list of an index after its name or folder has changed, so that the list is
  /// cut again around it: the entry's rank is a hash of the folder.
  private mutating func replaceTerm(_ section: SectionReference) {
    let index = index(of: section)
    removeTerm(at: index, from: section.listing)
    insertTerm(section, at: index)
  }

  /// Changes the sections of an object, one for each of its cells in a listing, and determines the first of them again.
  /// Does nothing if the listing is not the main one of the object's collection.
  private mutating func setSections(
    of object: ObjectNumber, shownIn section: SectionReference, _ change: (inout [PlannedListing.Handle]) -> Void
  ) {
    guard section.listing == mainListing(of: object) else { return }
    let old = objects[object].section
    // Nearly all objects have one cell, so that only the others have a list of sections.
    var sections = sectionsOfObjects[object] ?? old.map { [$0] } ?? []
    change(&sections)
    sectionsOfObjects[object] = sections.count > 1 ? sections : nil
    let order = listings[section.listing].order
    let first = sections.count > 1 ? sections.min { order.precedes($0, $1) } : sections.first
    guard first != old else { return }
    objects[object].section = first
    if touched.isAll { return }
    touched.pages.insert(.object(object))
    touched.objects.insert(object)
  }
}

extension [PlannedListing.Handle] {
  fileprivate mutating func remove(_ section: PlannedListing.Handle) {
    if let index = firstIndex(of: section) { remove(at: index) }
  }
}
