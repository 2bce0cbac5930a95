import OrderedTrees

/// A reference to a page of a ``PageList``, which is valid as long as the page is in the list.
typealias PageHandle = RankTree.Handle

/// A list that is cut into pages: the cells of a section, or the sections of an index. It is updated edit by edit.
///
/// The pages are the elements of a counted tree, in which a page weighs its number of entries. Neither the index of an
/// entry nor that of a page is stored, so that the cost of an edit depends on the pages around it, and hardly on the
/// length of the list.
///
///     order        ┌───────────────┬───────────────┐          a page weighs its number of entries
///     pages     start: 7 1 9    page-c: 2 8     page-x: 4 3 6
///
/// An update has three steps. If pages are stable, each step examines only the pages that the previous steps have
/// touched:
///
/// 1. ``insert(_:at:)`` and ``remove(at:)`` change the entries of the existing pages, which may become too long or too
///    short.
/// 2. ``recut(_:rank:)`` moves the borders around the edits.
/// 3. ``settleNames(_:word:)`` names the pages that are new, have other entries, or have other neighbours.
struct PageList<Entry: Equatable & Sendable>: Sendable {
  /// A page, and what is known about it.
  struct Sheet: Sendable {
    var entries: [Entry]
    /// Whether the page ends at a border or at the end of the list, and not at a cut inside a run. See
    /// ``PageCut/Piece``.
    var endsAtBorder = true
    /// The name of the page's file, without its extension.
    var name = "index"
    /// The name that follows from the page's first entry. It is empty for a page with a fixed or numbered name. Several
    /// pages may have the same own name; their names differ.
    fileprivate(set) var ownName = ""
    /// The first and the last entry of the page, as guide words. `nil` if the list has only one page, or if its pages
    /// are numbered.
    var guide: Page.GuideWords?
    var planKey = PlanKey.undescribed
  }

  typealias Handle = PageHandle

  /// The pages, by the offsets of their handles.
  private var sheets: [Sheet] = []
  private var order = CopyOnWriteBox(RankTree(width: 16))
  /// The pages whose entries, or the ranks of these, have changed since the list was cut.
  private var touched: Set<Handle> = []
  /// The pages whose names or guides may have to change.
  private var unnamed: Set<Handle> = []
  /// The number of pages with each own name, and one of them.
  private var ownNames: [String: (count: Int, page: Handle)] = [:]
  /// The number of own names that several pages have.
  private var sharedNames = 0
  /// Whether a name was shared that is that of one page now, which may have a distinct name still.
  private var hasFormerlySharedName = false

  init() {}

  /// Creates a list of the given entries, cut into pages, which ``settleNames(_:word:)`` has yet to name.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of entries.
  init(_ entries: [Entry], cut: PageCut, rank: (Entry) -> UInt64?) {
    append(Sheet(entries: entries), before: nil)
    if entries.count > cut.size {
      touched = Set(order.value)
      _ = recut(cut, rank: rank)
    }
    unnamed = Set(order.value)
  }

  var count: Int { order.value.weight }
  var pageCount: Int { order.value.count }
  var pages: RankTree { order.value }
  var entries: [Entry] { order.value.flatMap { sheets[$0.offset].entries } }

  subscript(page: Handle) -> Sheet {
    _read { yield sheets[page.offset] }
    _modify { yield &sheets[page.offset] }
  }

  func contains(_ page: Handle) -> Bool { order.value.contains(page) }
  /// Returns the number of pages before a page.
  func rank(of page: Handle) -> Int { order.value.rank(of: page) }
  /// Returns the number of entries before a page.
  func start(of page: Handle) -> Int { order.value.weight(before: page) }
  func page(after page: Handle) -> Handle? { order.value.handle(after: page) }
  func page(before page: Handle) -> Handle? { order.value.handle(before: page) }
  func page(at rank: Int) -> Handle? { order.value.handle(at: rank) }

  /// Returns the page of the entry at an index, and the entry's index on that page. For the index after the last entry,
  /// returns the end of the last page.
  func place(of index: Int) -> (page: Handle, offset: Int)? {
    if let place = order.value.handle(atWeight: index) { return (place.handle, place.offset) }
    return order.value.last.map { ($0, sheets[$0.offset].entries.count) }
  }

  func prefix(_ count: Int) -> [Entry] {
    var first: [Entry] = []
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
  /// - Returns: The entry, and the page that it was on; `nil` if there is no entry at the index.
  /// - Complexity: O(log *n* + `size`).
  mutating func remove(at index: Int) -> (entry: Entry, page: Handle)? {
    guard let (page, offset) = place(of: index), offset < self[page].entries.count else { return nil }
    let entry = self[page].entries.remove(at: offset)
    order.value.setWeight(of: page, to: self[page].entries.count)
    touched.insert(page)
    unnamed.insert(page)
    return (entry, page)
  }

  /// - Returns: The page that the entry is on until the list is cut again.
  /// - Complexity: O(log *n* + `size`).
  mutating func insert(_ entry: Entry, at index: Int) -> Handle? {
    guard let (page, offset) = place(of: index) else { return nil }
    self[page].entries.insert(entry, at: offset)
    order.value.setWeight(of: page, to: self[page].entries.count)
    touched.insert(page)
    unnamed.insert(page)
    return page
  }

  /// Records that the word of one of a page's entries may have changed, which may change the page's name or guide.
  mutating func touchName(of page: Handle) { unnamed.insert(page) }

  /// Records that the ranks of a page's entries may have changed.
  mutating func touchBorders(of page: Handle) { touched.insert(page) }

  /// The pages that changed when a list was cut again.
  struct Recut {
    var removed: [Sheet] = []
    /// The pages that are new or have other entries, and the pages before and after them.
    var pages: Set<Handle> = []

    var isEmpty: Bool { removed.isEmpty && pages.isEmpty }
  }

  /// Cuts the list again around the edits since the list was last cut.
  ///
  /// The result is the same as if the whole list were cut. Stable pages are cut in stretches: the pages around an edit,
  /// as far as the edit can move borders.
  ///
  ///     pages         │  a  │    b    │ c │  d  │    e    │  f  │
  ///     edited                          ^
  ///     stretch             └───────────────────┘ the other pages are not examined
  ///
  /// - Parameter rank: Returns the rank of an entry, or `nil` for an entry after which no page ends.
  /// - Returns: The pages that changed. The new pages, and the pages around them, have to be named.
  /// - Complexity: O(*k* (`size` + log *n*)) on average for *k* edits of stable pages. For numbered pages, O(*m*) for
  ///   *m* entries from the first edited page to the end of the list.
  mutating func recut(_ cut: PageCut, rank: (Entry) -> UInt64?) -> Recut {
    var result = Recut()
    let ranks = touched.filter(contains).map { order.value.rank(of: $0) }.sorted()
    touched = []
    guard let first = ranks.first else { return result }
    if count <= cut.size {
      replace(0..<pageCount, by: [PageCut.Piece(items: 0..<count, endsAtBorder: true)], of: entries, &result)
    } else if cut.pagination == .numbered {
      let rest = entries(onPages: first..<pageCount)
      let pieces = stride(from: 0, to: rest.count, by: cut.size).map {
        PageCut.Piece(items: $0..<min($0 + cut.size, rest.count), endsAtBorder: true)
      }
      replace(first..<pageCount, by: pieces, of: rest, &result)
    } else {
      // Processed from the end, so that the ranks of the other stretches stay valid.
      for stretch in stretches(around: ranks, cut).reversed() { recut(stretch, cut, rank, &result) }
    }
    return result
  }

  /// Returns the ranges of pages that have to be cut again around edited pages. Each range begins and ends at a border
  /// that the edits cannot have moved, because it is more than ``PageCut/reach`` entries away from the edited pages, or
  /// at an end of the list. Ranges that touch each other are merged.
  ///
  /// - Parameter ranks: The numbers of pages before the edited pages, in ascending order.
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

  private mutating func recut(
    _ stretch: Range<Int>, _ cut: PageCut, _ rank: (Entry) -> UInt64?, _ result: inout Recut
  ) {
    let own = entries(onPages: stretch)
    // Whether a page ends after an entry depends on the ranks within the reach of the cut on either side, so that those
    // of the pages around the stretch are needed, too.
    var before: [Entry] = []
    var number = stretch.lowerBound
    while before.count < cut.reach, number > 0, let page = page(at: number - 1) {
      before = self[page].entries + before
      number -= 1
    }
    before = Array(before.suffix(cut.reach))
    var after: [Entry] = []
    number = stretch.upperBound
    while after.count < cut.reach, let page = page(at: number) {
      after += self[page].entries
      number += 1
    }
    let all = before + own + after.prefix(cut.reach)
    let pieces = cut.pieces(of: before.count..<before.count + own.count, among: all.map(rank))
    replace(stretch, by: pieces, of: all, &result)
  }

  private func entries(onPages ranks: Range<Int>) -> [Entry] {
    ranks.flatMap { page(at: $0).map { self[$0].entries } ?? [] }
  }

  /// Replaces a range of pages. Pages at both ends that would be replaced by equal ones are not changed.
  ///
  /// - Parameters:
  ///   - ranks: The numbers of pages before the replaced ones.
  ///   - entries: The entries to whose indices the pieces refer.
  private mutating func replace(
    _ ranks: Range<Int>, by pieces: [PageCut.Piece], of entries: [Entry], _ result: inout Recut
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
    // A page that is replaced in place keeps its name and its plan key, so that it can be compared with its former
    // state.
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
    // The first page has a different kind of name than the others, and so has the only page of a list.
    unnamed.formUnion(
      [previous, next, order.value.first, order.value.first.flatMap { page(after: $0) }].compactMap(\.self))
  }
}

// MARK: - Names

extension PageList {
  /// The word by which an entry is found: as a guide word, and as a part of a file name.
  typealias Word = (guide: String, name: String)

  /// Names the pages whose names may have to change.
  ///
  /// - Parameter word: Returns the word of an entry, or `nil` for an entry without one.
  /// - Returns: The pages whose names or guides may have changed, with their former names. If pages have the same own
  ///   name, the former name of a page may be equal to its name.
  /// - Complexity: O(*k* log *n*) for *k* pages whose names may have to change; O(*p*) in the number of all pages if
  ///   pages are numbered, or if some have the same own name.
  mutating func settleNames(_ cut: PageCut, word: (Entry) -> Word?) -> [(page: Handle, oldName: String)] {
    var changed: [(page: Handle, oldName: String)] = []
    let isNumbered = cut.pagination == .numbered
    // The number of a page follows from its position, so that all numbers may have changed.
    let pages = isNumbered && !unnamed.isEmpty ? Array(order.value) : unnamed.filter { contains($0) }
    unnamed = []
    for page in pages {
      let (name, own, guide) = naming(of: page, isNumbered: isNumbered, word)
      if own != self[page].ownName {
        forget(self[page].ownName)
        note(own, of: page)
        self[page].ownName = own
      }
      guard name != self[page].name || guide != self[page].guide else { continue }
      changed.append((page, self[page].name))
      self[page].name = name
      self[page].guide = guide
    }
    if hasFormerlySharedName || sharedNames > 0 { makeNamesDistinct(&changed) }
    hasFormerlySharedName = false
    return changed
  }

  /// Returns the name of a page, its own name, and its guide.
  ///
  /// A list with one page has the name `index`. Otherwise numbered pages have numbers, and stable pages are named
  /// `start` and `page-` with the first word of the page.
  private func naming(
    of page: Handle, isNumbered: Bool, _ word: (Entry) -> Word?
  ) -> (name: String, own: String, guide: Page.GuideWords?) {
    if pageCount == 1 { return ("index", "", nil) }
    let isFirst = page == order.value.first
    if isNumbered { return (PagePath.name(ofPage: rank(of: page) + 1), "", nil) }
    // If an entry at an end of the page has no word, because its cell shows no object, the nearest entry with one
    // represents it.
    let entries = self[page].entries
    let first = firstWord(of: entries, word), last = firstWord(of: entries.reversed(), word)
    let guide = Page.GuideWords(first: first?.guide ?? "", last: last?.guide ?? "")
    if isFirst { return ("start", "", guide) }
    let own = "page-" + (first?.name ?? "")
    return (own, own, guide)
  }

  private func firstWord(of entries: some Sequence<Entry>, _ word: (Entry) -> Word?) -> Word? {
    for entry in entries { if let found = word(entry) { return found } }
    return nil
  }

  private mutating func note(_ name: String, of page: Handle) {
    if name.isEmpty { return }
    let count = (ownNames[name]?.count ?? 0) + 1
    ownNames[name] = (count, page)
    if count == 2 { sharedNames += 1 }
  }

  /// Stops counting a page with an own name.
  private mutating func forget(_ name: String) {
    guard !name.isEmpty, let count = ownNames[name]?.count else { return }
    if count == 1 { ownNames[name] = nil } else { ownNames[name]?.count = count - 1 }
    guard count == 2 else { return }
    sharedNames -= 1
    hasFormerlySharedName = true
  }

  /// Gives distinct names to pages with the same own name, in their order: `page-lemon`, `page-lemon-2`.
  private mutating func makeNamesDistinct(_ changed: inout [(page: Handle, oldName: String)]) {
    let pages = Array(order.value).filter { !self[$0].ownName.isEmpty }
    let known = Set(changed.map(\.page))
    for page in pages { ownNames[self[page].ownName]?.page = page }
    for (page, name) in zip(pages, Slug.distinct(pages.map { self[$0].ownName })) where self[page].name != name {
      if !known.contains(page) { changed.append((page, self[page].name)) }
      self[page].name = name
    }
  }

  /// Returns the page with a name, or `nil` if there is none.
  ///
  /// - Complexity: O(log *p*) in the number of pages; O(*p*) if some have the same own name.
  func page(named name: String) -> Handle? {
    // The first page has a name of its own kind, others are numbered, or have their own names unless they share them.
    let candidates = [
      order.value.first, PagePath.number(ofPage: name).flatMap { page(at: $0 - 1) }, ownNames[name]?.page,
    ]
    if let page = candidates.lazy.compactMap(\.self).first(where: { self[$0].name == name }) { return page }
    return sharedNames > 0 ? order.value.first { self[$0].name == name } : nil
  }

  /// Whether the pages have guides. If so, the list has an additional page that leads to them.
  var hasGuides: Bool { pageCount > 1 && order.value.first.map { self[$0].guide != nil } ?? false }

  /// Returns the position of a page among several numbered pages, or `nil` if the list has only one page, or its pages
  /// have guides.
  func position(of page: Handle) -> Page.Position? {
    guard pageCount > 1, self[page].guide == nil else { return nil }
    return Page.Position(number: rank(of: page) + 1, count: pageCount)
  }
}
