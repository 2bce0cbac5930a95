import Cells
import Fingerprints
import OrderedTrees

/// A listing of a collection: its sections, each of which is a list that is cut into pages, and, in an index, the list of the sections.
///
/// It holds no items: an entry is the number of the object that the cell shows, or of a cell that shows another thing.
struct PlannedListing: Sendable {
  /// A section of the listing.
  struct Section: Sendable {
    /// What tells it from the others.
    fileprivate(set) var name: String?
    /// What people call it: the name up to what tells apart those that are called alike.
    var title: String? { name.map(SectionName.title) }
    /// The hash of its name's plain slug.
    var slugHash: UInt64 = 0
    /// The folders that its pages are in: that of the listing, and its own.
    fileprivate(set) var folders: [String] = []
    /// The pages of its cells.
    var list: PageList
    /// The number of cells that show objects.
    var objectCount = 0
    /// What its objects come to.
    var totals: SectionTotals?
    /// All that the page may show that leads to the section's pages; nil where it is not known.
    var ingredients: Fingerprint?
    /// Whether that page has been described.
    var isDescribed = false
    /// The number of its pages, as it was counted last.
    fileprivate var pageCount = 0

    /// The name of its own folder.
    var folder: String { folders.last ?? "" }
  }

  /// A section, as long as it is there.
  typealias Handle = RankTree.Handle

  /// What people call the listing.
  let title: String
  /// The collection that it belongs to.
  let collection: Int
  /// The folders that its pages are in.
  let root: [String]
  /// The folders that those of its sections are in.
  let sectionRoot: [String]
  /// Folders that no section has, by the folders around them.
  let decidedFolders: [[String]: Set<String>]
  /// Whether the page that all sections begin on lists them, as that of an index does. That of a collection's main listing shows their first
  /// cells.
  let isIndex: Bool
  /// Whether there is that page.
  let isListed: Bool
  /// Whether there are pages that list the sections.
  var listsSections: Bool { isIndex && isListed && tree == nil }
  /// Whether its sections have folders of their own. If not, there is one at the most, whose pages stand in the listing's folder.
  let hasSections: Bool
  /// The number of cells of each section on the page that all sections begin on.
  let previewSize: Int
  /// The number of its first cells on the home page of the document, where that is not its own.
  let homePreviewSize: Int
  /// What the cells look like beside each other.
  let view: PageLayout.View
  /// Where a section is cut into pages.
  let cut: PageCut
  /// Where the list of the sections is cut into pages.
  let termCut: PageCut
  /// The kind of its cells in its collection, by which the objects know what those follow from.
  let kind: Int
  /// The sections, in order.
  private(set) var order = RankTree()
  /// The sections by their handles.
  private var table: [Section] = []
  /// The folders of the sections.
  private var slugs: SlugTable
  /// The list of the sections of an index.
  var terms: PageList
  /// The sections around others; nil where all of them stand beside each other.
  var tree: SectionTree?
  /// For each object, how many cells show it.
  private var shown: [Int32] = []
  /// The number of objects that are shown, each counted once.
  private(set) var objectCount = 0
  /// Cells that do not show an object just as its other cells do, by the complements of their entries.
  private var others: [PlannedCell] = []
  private var freeOthers: [Int32] = []
  /// The number of those that show an object, or might if it had a page.
  private(set) var otherObjects = 0
  /// The number of pages of all sections.
  private(set) var sectionPageCount = 0
  /// All that the page may show that all sections begin on.
  var ingredients: Fingerprint?
  /// Whether that page has been described.
  var isDescribed = false

  /// Creates a listing without sections.
  ///
  /// - Parameters:
  ///   - listing: The listing.
  ///   - title: What people call it.
  ///   - collection: The collection that it belongs to.
  ///   - root: The folders that its pages are in.
  ///   - isIndex: Whether it is an index, and not the main listing of its collection.
  ///   - kind: The kind of its cells.
  ///   - homePreviewSize: The number of its first cells on the home page of the document.
  ///   - reserved: Names that no section's folder may have.
  ///   - decided: Folders that no section has, by the folders around them.
  init(
    _ listing: Listing, title: String, collection: Int, root: [String], isIndex: Bool, kind: Int,
    homePreviewSize: Int, except reserved: Set<String>, _ decided: [[String]: Set<String>]
  ) {
    let layout = listing.layout
    self.title = title
    self.collection = collection
    self.root = root
    sectionRoot = root + (listing.sectionFolder.map { [$0] } ?? [])
    decidedFolders = decided
    self.isIndex = isIndex
    isListed = listing.isListed || !isIndex
    self.kind = kind
    hasSections = listing.hasSections
    previewSize = layout.previewSize
    self.homePreviewSize = homePreviewSize
    view = layout.view
    cut = PageCut(size: layout.pageSize, pagination: layout.pagination)
    termCut = PageCut(size: layout.numberOfTerms, pagination: layout.pagination)
    slugs = SlugTable(except: reserved.union(decided[sectionRoot] ?? []))
    terms = PageList([], cut: termCut) { _ in nil }
    tree = listing.hasNestedSections ? SectionTree(root: sectionRoot) : nil
  }

  /// The page that all sections begin on.
  var home: PagePath { PagePath(root, "index") }
  /// Whether that is a page of its own, and not one of the only section.
  var hasHome: Bool { isListed && (hasSections || order.isEmpty) }
  /// The section whose pages stand in the listing's folder.
  var onlySection: Handle? { hasSections ? nil : order.first }
  subscript(section: Handle) -> Section {
    _read { yield table[section.offset] }
    _modify { yield &table[section.offset] }
  }

  /// A section by its number, as it stands among the ``terms``, or with an object.
  static func handle(_ entry: Int32) -> Handle { Handle(index: UInt32(entry)) }

  /// A section by its number among the ``terms``.
  subscript(entry: Int32) -> Section { _read { yield table[Int(entry)] } }

  func section(at index: Int) -> Handle? { order.handle(at: index) }
  func contains(_ section: Handle) -> Bool { order.contains(section) }
  /// The page that a section begins on.
  func path(of section: Handle) -> PagePath { PagePath(self[section].folders, "index") }
  func path(of page: PageList.Handle, in section: Handle) -> PagePath {
    PagePath(self[section].folders, self[section].list[page].name)
  }

  /// How many cells show an object.
  func count(of object: Int32) -> Int { Int(object) < shown.count ? Int(shown[Int(object)]) : 0 }

  /// What is known of a cell that does not show an object just as its other cells do.
  func otherCell(_ entry: Int32) -> PlannedCell { others[Int(~entry)] }

  /// The object that an entry shows.
  func object(of entry: Int32) -> Int32? { entry >= 0 ? entry : others[Int(~entry)].object }

  /// The section of a name.
  func section(named name: String) -> Handle? {
    if let tree { return tree.sections[SectionName.components(name)] }
    return slugs.owners(ofPlain: Self.slugName(name).slug).first { table[Int($0)].name == name }.map(Self.handle)
  }

  /// Names that no folder beside its pages may have.
  var reservedFolders: Set<String> { slugs.reserved }

  /// The section whose pages are in some folders.
  func section(inFolders folders: [String]) -> Handle? {
    if let tree { return tree.section(inFolders: folders) }
    guard let folder = folders.last, sectionRoot == folders.dropLast() else { return nil }
    return slugs.owner(of: folder) { table[Int($0)].folder }.map(Self.handle)
  }
}

// MARK: - Edits

extension PlannedListing {
  /// Returns an entry for a cell.
  mutating func entry(for cell: PlannedCell, mayShowObject: Bool) -> Int32 {
    var cell = cell
    cell.mayShowObject = mayShowObject || cell.object != nil
    if cell.mayShowObject { otherObjects += 1 }
    if let free = freeOthers.popLast() {
      others[Int(free)] = cell
      return ~free
    }
    others.append(cell)
    return ~Int32(others.count - 1)
  }

  /// Notes that an entry is shown.
  mutating func count(_ entry: Int32, in section: Handle) {
    guard let object = object(of: entry) else { return }
    if Int(object) >= shown.count { shown += Array(repeating: 0, count: Int(object) + 1 - shown.count) }
    if shown[Int(object)] == 0 { objectCount += 1 }
    shown[Int(object)] += 1
    self[section].objectCount += 1
  }

  /// Notes that an entry is not shown any more, and gives its number to others.
  mutating func release(_ entry: Int32, from section: Handle) {
    if let object = object(of: entry) {
      shown[Int(object)] -= 1
      if shown[Int(object)] == 0 { objectCount -= 1 }
      self[section].objectCount -= 1
    }
    guard entry < 0 else { return }
    if others[Int(~entry)].mayShowObject { otherObjects -= 1 }
    freeOthers.append(~entry)
  }

  /// Puts a section in.
  mutating func insertSection(
    at index: Int, _ name: String?, _ entries: [Int32], of objects: PlannedObjects
  ) -> Handle {
    let section = order.insert(at: index)
    let new = Section(
      name: name, list: PageList(entries, cut: cut) { object(of: $0).map { objects[$0].identity.high } })
    if section.offset < table.count { table[section.offset] = new } else { table.append(new) }
    for entry in entries { count(entry, in: section) }
    self.name(section)
    precondition(hasSections || order.count == 1, "A listing without sections has several.")
    return section
  }

  /// Gives a section the folder that its name says.
  private mutating func name(_ section: Handle) {
    guard hasSections else {
      self[section].folders = root
      return
    }
    guard tree == nil else {
      tree?.isSettled = false
      return
    }
    let slug = Self.slugName(self[section].name).slug
    self[section].slugHash = SlugTable.hash(slug)
    setFolder(of: section, slug)
    slugs.insert(Int32(section.offset), slug, self[section].slugHash)
  }

  /// What a folder follows from: what tells apart sections that people call the same counts only where there are several.
  private static func slugName(_ name: String?) -> SlugTable.Name {
    SlugTable.Name(name ?? "section", slug: Slug.plain(SectionName.title(name ?? "section")))
  }

  mutating func setFolder(of section: Handle, _ name: String) { setFolders(of: section, sectionRoot + [name]) }
  mutating func setFolders(of section: Handle, _ folders: [String]) { self[section].folders = folders }

  /// Takes a section out, without its entries.
  mutating func removeSection(_ section: Handle) {
    slugs.remove(Int32(section.offset), self[section].slugHash)
    tree?.isSettled = false
    sectionPageCount -= self[section].pageCount
    order.remove(section)
    table[section.offset] = Section(list: PageList([], cut: cut) { _ in nil })
  }

  /// Counts the pages of a section again.
  mutating func countPages(of section: Handle) {
    let count = self[section].list.pageCount + (self[section].list.hasGuides ? 1 : 0)
    sectionPageCount += count - self[section].pageCount
    self[section].pageCount = count
  }

  mutating func rename(_ section: Handle, _ name: String?) {
    slugs.remove(Int32(section.offset), self[section].slugHash)
    self[section].name = name
    self.name(section)
  }

  /// Moves a section behind all others, until it is moved to its place.
  mutating func park(_ section: Handle) { order.move(section, before: nil) }

  mutating func place(_ section: Handle, at index: Int) {
    tree?.isSettled = false
    order.move(section, before: order.handle(at: index))
    slugs.touch(self[section].slugHash)
  }

  /// Finds the folders of the sections that may have to have others.
  mutating func settleFolders() -> [(section: Handle, folder: String)] {
    if slugs.isSettled { return [] }
    let (table, order) = (table, order)
    return slugs.settle(
      name: { Self.slugName(table[Int($0)].name) },
      precedes: { order.precedes(Self.handle($0), Self.handle($1)) }
    ).map { (Self.handle($0.owner), $0.slug) }
  }
}
