import Cells
import Changesets
import DataSources
import OrderedTrees

/// The edits of the listings. Each edit also touches the pages that may show it.
extension DocumentPlan {
  /// Removes a cell from a listing.
  mutating func removeEntry(at path: ItemPath, from listing: Int) {
    guard let section = listings[listing].section(at: path.section) else { return }
    touchCell(at: path.item, in: section, of: listing)
    guard let (entry, _) = listings[listing][section].list.remove(at: path.item) else { return }
    release(entry, from: section, of: listing)
    touchCounts(of: section, in: listing)
  }

  private mutating func release(_ entry: PlannedListing.Entry, from section: PlannedListing.Handle, of listing: Int) {
    let object = listings[listing].object(of: entry)
    listings[listing].release(entry, from: section)
    if !listings[listing].isIndex, let object { setSections(of: object, in: listing) { $0.remove(section) } }
  }

  /// Inserts a cell into a listing.
  mutating func insert(_ entry: PlannedListing.Entry, at path: ItemPath, into listing: Int) {
    guard let section = listings[listing].section(at: path.section) else { return }
    _ = listings[listing][section].list.insert(entry, at: path.item)
    listings[listing].count(entry, in: section)
    if !listings[listing].isIndex, let object = listings[listing].object(of: entry) {
      setSections(of: object, in: listing) { $0.append(section) }
    }
    touchCell(at: path.item, in: section, of: listing)
    touchCounts(of: section, in: listing)
  }

  /// Replaces the entry of a cell whose item was updated. It may show another object.
  mutating func replace(at path: ItemPath, by entry: PlannedListing.Entry, in listing: Int) {
    guard let section = listings[listing].section(at: path.section) else { return }
    let list = listings[listing][section].list
    if let (page, offset) = list.place(of: path.item), offset < list[page].entries.count,
      list[page].entries[offset] == entry, entry.object != nil
    {
      // Another object may have the number now, so that the entry may have another rank.
      touchCell(at: path.item, in: section, of: listing)
      listings[listing][section].list.touchBorders(of: page)
    } else {
      removeEntry(at: path, from: listing)
      insert(entry, at: path, into: listing)
    }
  }

  /// Removes a section from a listing, with the cells that are still in it.
  mutating func removeSection(at index: Int, from listing: Int) {
    guard let section = listings[listing].section(at: index) else { return }
    touchEnds(of: section, in: listing)
    leavePages(of: section, in: listing)
    for entry in listings[listing][section].list.entries { release(entry, from: section, of: listing) }
    touched.sections[listing].remove(section)
    touchHome(of: listing, around: section)
    removeTerm(at: index, from: listing)
    outdate(section, of: listing)
    listings[listing].removeSection(section)
  }

  /// Records that a section was inserted, with its cells.
  mutating func didInsert(_ section: PlannedListing.Handle, at index: Int, in listing: Int) {
    // An empty listing without sections has a home page. The first page of its only section replaces it.
    if !listings[listing].hasHome { recordFormerPage(.home(listing: listing)) }
    insertTerm(section, at: index, into: listing)
    outdate(section, of: listing)
    if !listings[listing].isIndex {
      for entry in listings[listing][section].list.entries {
        if let object = listings[listing].object(of: entry) {
          setSections(of: object, in: listing) { $0.append(section) }
        }
      }
    }
    touched.sections[listing].insert(section)
    if touched.isAll { return }
    touchHome(of: listing, around: section)
    touched.pages.formUnion(pages(of: section, in: listing))
    touchEnds(of: section, in: listing)
  }

  /// Moves sections of a listing, and inserts the new ones.
  ///
  /// Moved sections are first parked behind all others. Then moved and new sections are placed in ascending order of their new indices, so
  /// that each index is final when it is used.
  ///
  /// - Parameters:
  ///   - edits: The edits of the sections. The deleted sections have been removed already.
  ///   - insert: Inserts a section at an index.
  mutating func moveSections(
    _ edits: Edits<Int>, in listing: Int, inserting insert: (_ index: Int, _ plan: inout DocumentPlan) -> Void
  ) {
    if edits.inserts.isEmpty && edits.moves.isEmpty { return }
    // The deleted sections have been removed, so that the indices before the edits are too large by their number.
    let deleted = edits.deletes.sorted()
    let moved = edits.moves.compactMap { move -> (section: PlannedListing.Handle, after: Int)? in
      let place = move.before - deleted.count { $0 < move.before }
      return listings[listing].section(at: place).map { ($0, move.after) }
    }
    for (section, _) in moved {
      touchEnds(of: section, in: listing)
      removeTerm(at: listings[listing].order.rank(of: section), from: listing)
      listings[listing].park(section)
    }
    let places =
      edits.inserts.map { (index: $0, section: PlannedListing.Handle?.none) }
      + moved.map { (index: $0.after, section: .some($0.section)) }
    for (index, section) in places.sorted(by: { $0.index < $1.index }) {
      guard let section else {
        insert(index, &self)
        continue
      }
      listings[listing].place(section, at: index)
      insertTerm(section, at: index, into: listing)
      touchEnds(of: section, in: listing)
      touchHome(of: listing, around: section)
      touched.sections[listing].insert(section)
      guard !listings[listing].isIndex else { continue }
      for entry in listings[listing][section].list.entries {
        if let object = listings[listing].object(of: entry) { setSections(of: object, in: listing) { _ in } }
      }
    }
  }

  /// Stores the totals of a section's objects.
  mutating func setTotals(_ totals: SectionTotals, ofSection index: Int, in listing: Int) {
    guard let section = listings[listing].section(at: index), listings[listing][section].totals != totals else {
      return
    }
    listings[listing][section].totals = totals
    touchCounts(of: section, in: listing)
  }

  /// Renames a section.
  mutating func rename(_ index: Int, _ name: String?, in listing: Int) {
    guard let section = listings[listing].section(at: index), listings[listing][section].name != name else { return }
    leavePages(of: section, in: listing)
    touchHome(of: listing, around: section)
    outdate(section, of: listing)
    listings[listing].rename(section, name)
    outdate(section, of: listing)
    touchTitle(of: section, in: listing)
    replaceTerm(section, in: listing)
  }

  private mutating func removeTerm(at index: Int, from listing: Int) {
    guard listings[listing].listsSections, let (_, page) = listings[listing].terms.remove(at: index) else { return }
    touched.pages.insert(.terms(listing: listing, page: page))
  }

  private mutating func insertTerm(_ section: PlannedListing.Handle, at index: Int, into listing: Int) {
    guard listings[listing].listsSections, let page = listings[listing].terms.insert(section, at: index)
    else {
      return
    }
    if !touched.isAll { touched.pages.insert(.terms(listing: listing, page: page)) }
  }

  /// Replaces the entry of a section in the list of an index after its name or folder has changed, so that the list is cut again around it:
  /// the entry's rank is a hash of the folder.
  mutating func replaceTerm(_ section: PlannedListing.Handle, in listing: Int) {
    let index = listings[listing].order.rank(of: section)
    removeTerm(at: index, from: listing)
    insertTerm(section, at: index, into: listing)
  }

  /// Touches the first and the last page of a section, and the pages before and after these, because they link to each other.
  private mutating func touchEnds(of section: PlannedListing.Handle, in listing: Int) {
    let pages = listings[listing][section].list.pages
    for page in [pages.first, pages.last].compactMap(\.self) {
      touched.pages.insert(.part(listing: listing, section: section, page: page))
      touchNeighbours(of: page, in: section, of: listing)
    }
  }

  /// Changes the sections of an object, and determines the first of them again. Does nothing if the listing is not the main one of the
  /// object's collection.
  private mutating func setSections(of object: Int32, in listing: Int, _ change: (inout Sections) -> Void) {
    guard listing == mainListing(of: object) else { return }
    let old = objects[object].section
    var sections = Sections(old, sectionsOfObjects[object])
    change(&sections)
    let all = sections.all
    sectionsOfObjects[object] = all.count > 1 ? all : nil
    let order = listings[listing].order
    let first = all.count > 1 ? all.min { order.precedes($0, $1) } : all.first
    guard first != old else { return }
    objects[object].section = first
    if touched.isAll { return }
    touched.pages.insert(.object(object))
    touched.objects.insert(object)
  }

  /// The sections of the cells that show an object: one element for each cell, so that a section with several cells occurs several times.
  private struct Sections {
    private(set) var all: [PlannedListing.Handle]

    init(_ first: PlannedListing.Handle?, _ all: [PlannedListing.Handle]?) {
      self.all = all ?? first.map { [$0] } ?? []
    }

    mutating func append(_ section: PlannedListing.Handle) { all.append(section) }
    mutating func remove(_ section: PlannedListing.Handle) {
      if let index = all.firstIndex(of: section) { all.remove(at: index) }
    }
  }
}
