import Fingerprints
import OrderedTrees

/// A list that is cut into pages: the cells of a section, or the sections of an index. It goes with its list, edit by edit.
///
/// The pages are the leaves of a counted tree, and have the entries themselves: numbers that mean something to the owner of the list. So
/// neither the place of an entry nor that of a page is stored, and an edit costs what is around it, however long the list is.
///
///     order        ┌───────────────┬───────────────┐          weighs as many entries as a page has
///     pages     start: 7 1 9    page-c: 2 8     page-x: 4 3 6
///
/// Edits come one by one, and change the entries of a page; then ``recut(_:rank:)`` moves the borders around them.
struct PageList: Sendable {
  /// A page.
  struct Sheet: Sendable {
    /// What stands on it.
    var entries: [Int32]
    /// Whether it ends because of the entries around its end, and not by a cut inside a run.
    var endsAtBorder = true
    /// The name of its file, without its ending.
    var name = "index"
    /// The name that its first entry gives it; other pages may have the same.
    fileprivate(set) var ownName = ""
    /// From where to where it goes; nil where there is only one page, or where pages are numbered.
    var guide: Page.Guide?
    /// All that the page may show; nil where it is not known.
    var ingredients: Fingerprint?
    /// Whether the page has been described.
    var isDescribed = false
  }

  /// A page of the list, as long as there is one.
  typealias Handle = RankTree.Handle

  /// The pages by their handles.
  private var sheets: [Sheet] = []
  private var order = CopyOnWriteBox(RankTree(width: 16))
  /// The pages that have other entries than when they were cut.
  private var touched: Set<Handle> = []
  /// The pages that may need other names, or other guides.
  private var unnamed: Set<Handle> = []
  /// The number of pages that have each name from their first entries, where there are several pages.
  private var ownNames: [String: Int] = [:]
  /// The number of names that more than one page has.
  private var sharedNames = 0

  /// Creates a list of no pages.
  init() {}

  /// Creates a list of some entries.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of entries.
  init(_ entries: [Int32], cut: PageCut, rank: (Int32) -> UInt64?) {
    append(Sheet(entries: entries), before: nil)
    if entries.count > cut.size {
      touched = Set(order.value)
      _ = recut(cut, rank: rank)
    }
    unnamed = Set(order.value)
  }

  /// The number of entries.
  var count: Int { order.value.weight }
  /// The number of pages.
  var pageCount: Int { order.value.count }
  /// The pages, in order.
  var pages: RankTree { order.value }
  /// All entries, in order.
  var entries: [Int32] { order.value.flatMap { sheets[$0.offset].entries } }

  /// A page.
  subscript(page: Handle) -> Sheet {
    _read { yield sheets[page.offset] }
    _modify { yield &sheets[page.offset] }
  }

  func contains(_ page: Handle) -> Bool { order.value.contains(page) }
  /// The number of pages before one.
  func rank(of page: Handle) -> Int { order.value.rank(of: page) }
  /// The number of entries before a page.
  func start(of page: Handle) -> Int { order.value.weight(before: page) }
  func page(after page: Handle) -> Handle? { order.value.handle(after: page) }
  func page(before page: Handle) -> Handle? { order.value.handle(before: page) }
  func page(at rank: Int) -> Handle? { order.value.handle(at: rank) }

  /// The page that an entry stands on, and its place there; at the end of the list, the end of the last page.
  func place(of index: Int) -> (page: Handle, offset: Int)? {
    if let place = order.value.handle(atWeight: index) { return (place.handle, place.offset) }
    return order.value.last.map { ($0, sheets[$0.offset].entries.count) }
  }

  /// The first entries.
  func prefix(_ count: Int) -> [Int32] {
    var first: [Int32] = []
    var iterator = order.value.makeIterator()
    while first.count < count, let page = iterator.next() {
      first += sheets[page.offset].entries.prefix(count - first.count)
    }
    return first
  }

  @discardableResult
  private mutating func append(_ sheet: Sheet, before next: Handle?) -> Handle {
    let page = order.value.insert(before: next, weight: sheet.entries.count)
    if page.offset < sheets.count { sheets[page.offset] = sheet } else { sheets.append(sheet) }
    unnamed.insert(page)
    return page
  }
}

// MARK: - Edits

extension PageList {
  /// Takes an entry out.
  ///
  /// - Complexity: O(log *n* + `size`).
  mutating func remove(at index: Int) -> (entry: Int32, page: Handle)? {
    guard let (page, offset) = place(of: index), offset < self[page].entries.count else { return nil }
    let entry = self[page].entries.remove(at: offset)
    order.value.setWeight(of: page, to: self[page].entries.count)
    touched.insert(page)
    unnamed.insert(page)
    return (entry, page)
  }

  /// Puts an entry in.
  ///
  /// - Complexity: O(log *n* + `size`).
  ///
  /// - Returns: The page that it stands on, until the borders are moved.
  mutating func insert(_ entry: Int32, at index: Int) -> Handle? {
    guard let (page, offset) = place(of: index) else { return nil }
    self[page].entries.insert(entry, at: offset)
    order.value.setWeight(of: page, to: self[page].entries.count)
    touched.insert(page)
    unnamed.insert(page)
    return page
  }

  /// Says that what an entry of a page is found by may be another word.
  mutating func touchName(of page: Handle) { unnamed.insert(page) }

  /// Says that the ranks of a page's entries may be others.
  mutating func touchBorders(of page: Handle) { touched.insert(page) }

  /// What happened to the pages of a list when it was cut again.
  struct Recut {
    /// The pages that have gone.
    var removed: [Sheet] = []
    /// The pages that are new or have other entries, and those before and after them.
    var pages: Set<Handle> = []

    var isEmpty: Bool { removed.isEmpty && pages.isEmpty }
  }

  /// Moves the borders around what was edited.
  ///
  /// - Parameters:
  ///   - cut: Where the list is cut.
  ///   - rank: Returns the rank of an entry; nil for one that no page ends behind.
  /// - Returns: What happened to the pages. Those that are new, and those around them, have to be named.
  /// - Complexity: O(*k* (`size` + log *n*)) on average for *k* edits of stable pages; where pages are numbered, O(*m*) for *m* entries from the
  ///   first edit on.
  mutating func recut(_ cut: PageCut, rank: (Int32) -> UInt64?) -> Recut {
    var result = Recut()
    let ranks = touched.filter(contains).map { order.value.rank(of: $0) }.sorted()
    touched = []
    guard let first = ranks.first else { return result }
    if count <= cut.size {
      replace(0..<pageCount, by: [PageCut.Piece(items: 0..<count, endsAtBorder: true)], of: entries, &result)
    } else if cut.pagination == .numbered {
      let rest = (first..<pageCount).flatMap { page(at: $0).map { self[$0].entries } ?? [] }
      let pieces = stride(from: 0, to: rest.count, by: cut.size).map {
        PageCut.Piece(items: $0..<min($0 + cut.size, rest.count), endsAtBorder: true)
      }
      replace(first..<pageCount, by: pieces, of: rest, &result)
    } else {
      // From behind, so that the ranks of the others stay what they are.
      for stretch in stretches(around: ranks, cut).reversed() { recut(stretch, cut, rank, &result) }
    }
    return result
  }

  /// The pages around some that were edited, from one border that cannot have moved to another.
  private func stretches(around ranks: [Int], _ cut: PageCut) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    func length(_ rank: Int) -> Int { page(at: rank).map { self[$0].entries.count } ?? 0 }
    func endsAtBorder(_ rank: Int) -> Bool { page(at: rank).map { self[$0].endsAtBorder } ?? true }
    for rank in ranks {
      var (lower, upper) = (rank, rank + 1)
      var distance = 0
      while lower > 0, distance <= cut.reach || !endsAtBorder(lower - 1) {
        lower -= 1
        distance += length(lower)
      }
      distance = 0
      while upper < pageCount, distance <= cut.reach || !endsAtBorder(upper - 1) {
        distance += length(upper)
        upper += 1
      }
      if let last = stretches.last, lower <= last.upperBound {
        stretches[stretches.count - 1] = min(last.lowerBound, lower)..<max(last.upperBound, upper)
      } else {
        stretches.append(lower..<upper)
      }
    }
    return stretches
  }

  private mutating func recut(_ stretch: Range<Int>, _ cut: PageCut, _ rank: (Int32) -> UInt64?, _ result: inout Recut)
  {
    var entries = stretch.flatMap { page(at: $0).map { self[$0].entries } ?? [] }
    let items = entries
    // The neighbours on both sides have a say.
    var before: [Int32] = []
    var number = stretch.lowerBound
    while before.count < cut.reach, number > 0, let page = page(at: number - 1) {
      before = self[page].entries + before
      number -= 1
    }
    before = Array(before.suffix(cut.reach))
    var after: [Int32] = []
    number = stretch.upperBound
    while after.count < cut.reach, let page = page(at: number) {
      after += self[page].entries
      number += 1
    }
    entries = before + entries + after.prefix(cut.reach)
    let pieces = cut.pieces(of: before.count..<before.count + items.count, among: entries.map(rank))
    replace(
      stretch,
      by: pieces.map {
        PageCut.Piece(
          items: $0.items.lowerBound - before.count..<$0.items.upperBound - before.count, endsAtBorder: $0.endsAtBorder)
      }, of: items, &result)
  }

  /// Puts pages in the place of others, and leaves those as they are that are the same at both ends.
  private mutating func replace(
    _ ranks: Range<Int>, by pieces: [PageCut.Piece], of entries: [Int32], _ result: inout Recut
  ) {
    let old = ranks.compactMap { page(at: $0) }
    func isSame(_ page: Handle, _ piece: PageCut.Piece) -> Bool {
      self[page].endsAtBorder == piece.endsAtBorder && self[page].entries.elementsEqual(entries[piece.items])
    }
    var start = 0
    while start < min(old.count, pieces.count), isSame(old[start], pieces[start]) { start += 1 }
    var end = 0
    while end < min(old.count, pieces.count) - start, isSame(old[old.count - 1 - end], pieces[pieces.count - 1 - end]) {
      end += 1
    }
    let oldRest = old[start..<old.count - end], rest = pieces[start..<pieces.count - end]
    guard !oldRest.isEmpty || !rest.isEmpty else { return }
    let next = end > 0 ? old[old.count - end] : old.last.flatMap { page(after: $0) }
    let previous = old.first.flatMap { start > 0 ? old[start - 1] : page(before: $0) }
    if oldRest.count == rest.count, zip(oldRest, rest).allSatisfy({ self[$0].entries.elementsEqual(entries[$1.items]) })
    {
      for (page, piece) in zip(oldRest, rest) { self[page].endsAtBorder = piece.endsAtBorder }
      return
    }
    // A page that keeps its place keeps what is known of it, so that it is known what becomes of it.
    for (page, piece) in zip(oldRest, rest) {
      self[page].entries = Array(entries[piece.items])
      self[page].endsAtBorder = piece.endsAtBorder
      order.value.setWeight(of: page, to: piece.items.count)
      unnamed.insert(page)
      result.pages.insert(page)
    }
    for page in oldRest.dropFirst(rest.count) {
      result.removed.append(self[page])
      forget(self[page].ownName)
      order.value.remove(page)
      sheets[page.offset] = Sheet(entries: [])
      unnamed.remove(page)
      result.pages.remove(page)
    }
    for piece in rest.dropFirst(oldRest.count) {
      let sheet = Sheet(entries: Array(entries[piece.items]), endsAtBorder: piece.endsAtBorder, name: "")
      result.pages.insert(append(sheet, before: next))
    }
    result.pages.formUnion([previous, next].compactMap(\.self))
    // The first page has another name than the others, and the only one yet another.
    unnamed.formUnion(
      [previous, next, order.value.first, order.value.first.flatMap { page(after: $0) }].compactMap(\.self))
  }
}

// MARK: - Names

extension PageList {
  /// A word that a page is found by: as people read it, and as files are named.
  typealias Word = (guide: String, name: String)

  /// Names the pages that may need other names.
  ///
  /// - Parameters:
  ///   - cut: Where the list is cut.
  ///   - word: Returns what an entry is found by; nil for one that nobody looks for.
  /// - Returns: The pages that have another name or guide than before, with the names that they had.
  /// - Complexity: O(*k* log *n*) for *k* pages that may need other names; O(*p*) for all *p* pages where some have the same first word.
  mutating func settleNames(_ cut: PageCut, word: (Int32) -> Word?) -> [(page: Handle, oldName: String)] {
    var changed: [(page: Handle, oldName: String)] = []
    let isNumbered = cut.pagination == .numbered
    // Numbers follow from the place, so that all may be others.
    let pages = isNumbered && !unnamed.isEmpty ? Array(order.value) : unnamed.filter { contains($0) }
    unnamed = []
    let hadSharedNames = sharedNames > 0
    for page in pages {
      let (name, own, guide) = naming(of: page, isNumbered: isNumbered, word)
      if own != self[page].ownName {
        forget(self[page].ownName)
        note(own)
        self[page].ownName = own
      }
      guard name != self[page].name || guide != self[page].guide else { continue }
      changed.append((page, self[page].name))
      self[page].name = name
      self[page].guide = guide
    }
    if hadSharedNames || sharedNames > 0 { tellApart(&changed) }
    return changed
  }

  private func naming(
    of page: Handle, isNumbered: Bool, _ word: (Int32) -> Word?
  ) -> (name: String, own: String, guide: Page.Guide?) {
    if pageCount == 1 { return ("index", "", nil) }
    let isFirst = page == order.value.first
    if isNumbered { return (PagePath.name(ofPage: rank(of: page) + 1), "", nil) }
    // Of cells without an object, the next to the end of the page speaks.
    let entries = self[page].entries
    let first = firstWord(of: entries, word), last = firstWord(of: entries.reversed(), word)
    let guide = Page.Guide(first: first?.guide ?? "", last: last?.guide ?? "")
    if isFirst { return ("start", "", guide) }
    let own = "page-" + (first?.name ?? "")
    return (own, own, guide)
  }

  private func firstWord(of entries: some Sequence<Int32>, _ word: (Int32) -> Word?) -> Word? {
    for entry in entries { if let found = word(entry) { return found } }
    return nil
  }

  private mutating func note(_ name: String) {
    if name.isEmpty { return }
    ownNames[name, default: 0] += 1
    if ownNames[name] == 2 { sharedNames += 1 }
  }

  private mutating func forget(_ name: String) {
    guard !name.isEmpty, let count = ownNames[name] else { return }
    ownNames[name] = count == 1 ? nil : count - 1
    if count == 2 { sharedNames -= 1 }
  }

  /// Gives pages with the same first word different names, by their order.
  private mutating func tellApart(_ changed: inout [(page: Handle, oldName: String)]) {
    let pages = Array(order.value).filter { !self[$0].ownName.isEmpty }
    let known = Set(changed.map(\.page))
    for (page, name) in zip(pages, Slug.distinct(pages.map { self[$0].ownName })) where self[page].name != name {
      if !known.contains(page) { changed.append((page, self[page].name)) }
      self[page].name = name
    }
  }

  /// The page of a name.
  ///
  /// - Complexity: O(*p*) in the number of pages.
  func page(named name: String) -> Handle? { order.value.first { self[$0].name == name } }

  /// Whether the pages have guides: then the list has a page of its own that leads to them.
  var hasGuides: Bool { pageCount > 1 && order.value.first.map { self[$0].guide != nil } ?? false }

  /// Which of several numbered pages one is; nil where there is only one, or where pages have guides.
  func position(of page: Handle) -> Page.Position? {
    guard pageCount > 1, self[page].guide == nil else { return nil }
    return Page.Position(number: rank(of: page) + 1, count: pageCount)
  }
}
