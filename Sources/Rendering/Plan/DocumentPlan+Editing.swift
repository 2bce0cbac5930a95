import Cells
import Changesets
import DataSources
import OrderedTrees

/// What happens to the listings, edit by edit. Which pages show it is said by what is touched.
extension DocumentPlan {
  /// Takes a cell out of a listing.
  mutating func removeEntry(at path: ItemPath, from listing: Int) {
    guard let section = listings[listing].section(at: path.section) else { return }
    touchCell(at: path.item, in: section, of: listing)
    guard let (entry, _) = listings[listing][section].list.remove(at: path.item) else { return }
    release(entry, from: section, of: listing)
    touchCounts(of: section, in: listing)
  }

  private mutating func release(_ entry: Int32, from section: PlannedListing.Handle, of listing: Int) {
    let object = listings[listing].object(of: entry)
    listings[listing].release(entry, from: section)
    if !listings[listing].isIndex, let object { setSections(of: object, in: listing) { $0.remove(section) } }
  }

  /// Puts a cell into a listing.
  mutating func insert(_ entry: Int32, at path: ItemPath, into listing: Int) {
    guard let section = listings[listing].section(at: path.section) else { return }
    _ = listings[listing][section].list.insert(entry, at: path.item)
    listings[listing].count(entry, in: section)
    if !listings[listing].isIndex, let object = listings[listing].object(of: entry) {
      setSections(of: object, in: listing) { $0.append(section) }
    }
    touchCell(at: path.item, in: section, of: listing)
    touchCounts(of: section, in: listing)
  }

  /// Notes that a cell shows something else, maybe another object.
  mutating func replace(at path: ItemPath, by entry: Int32, in listing: Int) {
    guard let section = listings[listing].section(at: path.section) else { return }
    let list = listings[listing][section].list
    if let (page, offset) = list.place(of: path.item), offset < list[page].entries.count,
      list[page].entries[offset] == entry, entry >= 0
    {
      // The number may be that of another object now.
      touchCell(at: path.item, in: section, of: listing)
      listings[listing][section].list.touchBorders(of: page)
    } else {
      removeEntry(at: path, from: listing)
      insert(entry, at: path, into: listing)
    }
  }

  /// Takes a section out of a listing, with what is left in it.
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

  /// Notes that a section is there.
  mutating func didInsert(_ section: PlannedListing.Handle, at index: Int, in listing: Int) {
    // Where the listing was empty, its page gives way to that of the section.
    if !listings[listing].hasHome { leave(.home(listing: listing)) }
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
    touched.hasOtherAddresses = true
  }

  /// Moves sections of a listing, and puts in those that are new.
  ///
  /// - Parameters:
  ///   - edits: What happened to the sections; those that have gone are not there any more.
  ///   - insert: Puts a section in.
  mutating func moveSections(
    _ edits: Edits<Int>, in listing: Int, inserting insert: (_ index: Int, _ plan: inout DocumentPlan) -> Void
  ) {
    if edits.inserts.isEmpty && edits.moves.isEmpty { return }
    // Where a section stands among those that stay, without those that were deleted.
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

  /// Notes what the objects of a section come to.
  mutating func setTotals(_ totals: SectionTotals, ofSection index: Int, in listing: Int) {
    guard let section = listings[listing].section(at: index), listings[listing][section].totals != totals else {
      return
    }
    listings[listing][section].totals = totals
    touchCounts(of: section, in: listing)
  }

  /// Gives a section another name.
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
    guard listings[listing].listsSections, let page = listings[listing].terms.insert(Int32(section.offset), at: index)
    else {
      return
    }
    if !touched.isAll { touched.pages.insert(.terms(listing: listing, page: page)) }
  }

  /// Has the list of an index cut again around a section that has another name or folder: its rank follows from that.
  mutating func replaceTerm(_ section: PlannedListing.Handle, in listing: Int) {
    let index = listings[listing].order.rank(of: section)
    removeTerm(at: index, from: listing)
    insertTerm(section, at: index, into: listing)
  }

  /// The first and the last page of a section, and those around it, which have links to each other.
  private mutating func touchEnds(of section: PlannedListing.Handle, in listing: Int) {
    let pages = listings[listing][section].list.pages
    for page in [pages.first, pages.last].compactMap(\.self) {
      touched.pages.insert(.part(listing: listing, section: section, page: page))
      touchNeighbours(of: page, in: section, of: listing)
    }
  }

  /// Changes which sections of its collection's main listing show an object, and finds the first of them.
  private mutating func setSections(of object: Int32, in listing: Int, _ change: (inout Sections) -> Void) {
    guard listing == mainListing(of: object) else { return }
    let old = objects[object].section
    var sections = Sections(old, sectionsOfObjects[object])
    change(&sections)
    let all = sections.all
    sectionsOfObjects[object] = all.count > 1 ? all : nil
    let order = listings[listing].order
    let first = all.count > 1 ? all.min { order.precedes($0, $1) } : all.first
    guard first.map({ Int32($0.offset) }) != old else { return }
    objects[object].section = first.map { Int32($0.offset) }
    if touched.isAll { return }
    touched.pages.insert(.object(object))
    touched.objects.insert(object)
  }

  /// The sections that show an object, one for each cell.
  private struct Sections {
    private(set) var all: [PlannedListing.Handle]

    init(_ first: Int32?, _ all: [PlannedListing.Handle]?) {
      self.all = all ?? first.map { [PlannedListing.handle($0)] } ?? []
    }

    mutating func append(_ section: PlannedListing.Handle) { all.append(section) }
    mutating func remove(_ section: PlannedListing.Handle) {
      if let index = all.firstIndex(of: section) { all.remove(at: index) }
    }
  }
}
