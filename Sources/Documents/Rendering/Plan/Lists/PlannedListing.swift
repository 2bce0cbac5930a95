import Fingerprints
import OrderedTrees

/// A listing of a collection: its sections, each of which is a list that is cut into pages. A listing that is an index
/// also has the list of its sections, cut into pages.
///
/// A listing stores no items. An ``Entry`` represents a cell.
struct PlannedListing: Sendable {
  /// A cell of the listing, in four bytes: most listings consist of nothing else.
  ///
  ///     number ≥ 0      the number of the object that the cell shows, as the other cells of the listing's kind do
  ///     number < 0      the complement of an index in the table of other cells, for which an ``OtherCell`` is stored
  struct Entry: Equatable, Sendable {
    private let number: Int32

    /// Stands for an entry that has yet to be determined.
    static let undetermined = other(0)

    /// The entry of a cell that shows an object as the other cells of the listing's kind do.
    static func object(_ object: ObjectNumber) -> Entry { Entry(number: object) }
    fileprivate static func other(_ index: Int32) -> Entry { Entry(number: ~index) }

    /// The object, if the cell shows it as the other cells of the listing's kind do.
    var object: ObjectNumber? { number >= 0 ? number : nil }
    /// The index in the table of other cells. The entry has no ``object``.
    fileprivate var indexOfOther: Int { Int(~number) }
  }

  /// A cell that does not show an object as the other cells of the listing's kind do.
  struct OtherCell: Sendable {
    /// The number of the object that the cell shows, or `nil` if it shows no object of the plan.
    let object: ObjectNumber?
    /// The fingerprint of everything that determines what the cell shows: see ``PlannedCell/origin``.
    var origin: Fingerprint?
    /// Whether the cell shows an object, or would show one if that object were in the plan.
    let mayShowObject: Bool
  }

  struct Section: Sendable {
    /// The name, which distinguishes the section from others. See ``SectionName``.
    fileprivate(set) var name: String? { didSet { title = name.map(SectionName.title) } }
    /// The title: the last component of the name, without the key that distinguishes sections with equal titles. It is
    /// stored, because the pages of all objects of the section show it.
    private(set) var title: String?
    /// The hash of the plain slug of the title.
    var slugHash: UInt64 = 0
    /// The folders of the section's pages: those of the listing, and its own.
    var folders: [String] = []
    /// The cells of the section, cut into pages.
    var list: PageList<Entry>
    /// The number of cells that show objects.
    var objectCount = 0
    var totals: SectionTotals?
    /// The plan key of the page that leads to the section's other pages.
    var planKey = PlanKey.undescribed
    /// The number of the section's pages, as of the last call of ``PlannedListing/countPages(of:)``.
    fileprivate var pageCount = 0

    fileprivate init(name: String? = nil, list: PageList<Entry>) {
      self.name = name
      self.list = list
      title = name.map(SectionName.title)
    }

    /// The name of the section's own folder.
    var folder: String { folders.last ?? "" }
  }

  /// A reference to a section, which is valid as long as the section is in the listing.
  typealias Handle = RankTree.Handle

  let title: String
  /// The index of the listing's collection in the document.
  let collection: Int
  let root: [String]
  /// The folders that contain the folders of the sections.
  let sectionRoot: [String]
  /// The names of folders that no section may have because pinned pages have them, by the folders around them.
  let decidedFolders: [[String]: Set<String>]
  /// Whether the listing is an index. The home page of an index lists its sections; that of a main listing shows the
  /// first cells of each.
  let isIndex: Bool
  /// Whether there is a page at the address ``home``. Only an index may have none.
  let isListed: Bool
  var listsSections: Bool { isIndex && isListed && tree == nil }
  /// Whether the sections have folders of their own. If not, there is at most one section, whose pages are in the
  /// listing's folder.
  let hasSections: Bool
  /// The number of cells of each section on the listing's home page.
  let previewSize: Int
  /// The number of sections beyond which a page lists them without cells.
  let previewLimit: Int
  /// The number of the listing's first cells on the document's home page, if that is not the listing's own.
  let homePreviewSize: Int
  let view: PageLayout.View
  let titleLabel: String?
  /// The rule by which a section is cut into pages.
  let cut: PageCut
  /// The rule by which the list of the sections is cut into pages.
  let termCut: PageCut
  /// The kind of the listing's cells in its collection: an index in ``PlannedObjects/origins``.
  let kind: Int
  private(set) var order = RankTree()
  /// The sections, by the offsets of their handles.
  private var table: [Section] = []
  /// The slugs of the sections' folders, if the sections are not nested. The owners are the offsets of the handles.
  private var slugs: SlugTable
  /// The list of an index's sections.
  var terms: PageList<Handle>
  /// The tree of nested sections, or `nil` if the listing's sections are not nested.
  var tree: SectionTree?
  /// The number of cells that show each object, by the object's number.
  private var shown: [Int32] = []
  /// The number of distinct objects that the listing shows.
  private(set) var objectCount = 0
  /// The cells that do not show an object as the other cells of the listing's kind do.
  private var others: [OtherCell] = []
  private var freeOthers: [Int32] = []
  /// The number of other cells that show an object, or would show one if it were in the plan.
  private(set) var otherObjects = 0
  private(set) var sectionPageCount = 0
  var planKey = PlanKey.undescribed

  /// Creates a listing without sections.
  ///
  /// - Parameters:
  ///   - reserved: The names that no folder of a section may have.
  ///   - decided: The names of folders that no section may have because pinned pages have them, by the folders around
  ///     them.
  init(
    _ listing: Listing, title: String, collection: Int, root: [String], isIndex: Bool, kind: Int,
    homePreviewSize: Int, except reserved: Set<String>, decided: [[String]: Set<String>]
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
    (previewSize, previewLimit) = (layout.previewSize, layout.previewLimit)
    self.homePreviewSize = homePreviewSize
    view = layout.view
    titleLabel = layout.titleLabel
    cut = PageCut(size: layout.pageSize, pagination: layout.pagination)
    termCut = PageCut(size: layout.numberOfTerms, pagination: layout.pagination)
    slugs = SlugTable(except: reserved.union(decided[sectionRoot] ?? []), preference: .first)
    terms = PageList([], cut: termCut) { _ in nil }
    tree = listing.hasNestedSections ? SectionTree(root: sectionRoot) : nil
  }

  /// The address of the home page, which leads to all sections.
  var home: PagePath { PagePath(root, "index") }
  /// Whether the page at ``home`` is a page of the listing itself, and not that of its only section.
  var hasHome: Bool { isListed && (hasSections || order.isEmpty) }
  var pageCount: Int {
    var count = hasHome ? 1 : 0
    if listsSections { count += terms.pageCount - (terms.hasGuides ? 0 : 1) }
    return count + (tree?.order.count ?? 0) + sectionPageCount
  }
  /// The section whose pages are in the listing's folder, if its sections have no folders of their own.
  var onlySection: Handle? { hasSections ? nil : order.first }
  subscript(section: Handle) -> Section {
    _read { yield table[section.offset] }
    _modify { yield &table[section.offset] }
  }

  /// Returns the handle of a section from its offset, by which ``slugs`` names it.
  private static func handle(_ offset: Int32) -> Handle { Handle(index: UInt32(offset)) }

  func section(at index: Int) -> Handle? { order.handle(at: index) }
  func contains(_ section: Handle) -> Bool { order.contains(section) }

  func count(of object: ObjectNumber) -> Int { Int(object) < shown.count ? Int(shown[Int(object)]) : 0 }

  /// Returns the facts about the cell of an entry without an ``Entry/object``.
  func otherCell(_ entry: Entry) -> OtherCell { others[entry.indexOfOther] }

  /// Returns the number of the object that an entry's cell shows, or `nil` if it shows none.
  func object(of entry: Entry) -> ObjectNumber? { entry.object ?? otherCell(entry).object }

  func section(named name: String) -> Handle? {
    if let tree { return tree.sections[SectionName.components(name)] }
    return slugs.owners(ofPlain: Self.slugName(name).slug).first { table[Int($0)].name == name }.map(Self.handle)
  }

  /// The names that no folder of a section may have, directly inside the folders of the sections.
  var reservedFolders: Set<String> { slugs.reserved }

  /// Returns the section whose pages are in the given folders, or `nil` if there is none.
  func section(inFolders folders: [String]) -> Handle? {
    if let tree { return tree.section(inFolders: folders) }
    guard let folder = folders.last, sectionRoot == folders.dropLast() else { return nil }
    return slugs.owner(of: folder) { table[Int($0)].folder }.map(Self.handle)
  }
}

// MARK: - Edits

extension PlannedListing {
  /// Stores a cell that does not show an object as the other cells of the listing's kind do, and returns its entry.
  mutating func entry(for cell: OtherCell) -> Entry {
    if cell.mayShowObject { otherObjects += 1 }
    if let free = freeOthers.popLast() {
      others[Int(free)] = cell
      return .other(free)
    }
    others.append(cell)
    return .other(Int32(others.count - 1))
  }

  /// Counts a cell that was inserted.
  mutating func count(_ entry: Entry, in section: Handle) {
    guard let object = object(of: entry) else { return }
    if Int(object) >= shown.count { shown += Array(repeating: 0, count: Int(object) + 1 - shown.count) }
    if shown[Int(object)] == 0 { objectCount += 1 }
    shown[Int(object)] += 1
    resize(section, by: 1)
  }

  /// Records that a section shows more or fewer objects. The largest of several sections has the plain slug.
  private mutating func resize(_ section: Handle, by difference: Int) {
    self[section].objectCount += difference
    if let tree {
      if !tree.namesakes.isEmpty { self.tree?.isSettled = false }
    } else {
      slugs.touch(self[section].slugHash)
    }
  }

  /// Stops counting a cell that was removed. Its place in the table of other cells, if it has one, becomes available.
  mutating func release(_ entry: Entry, from section: Handle) {
    if let object = object(of: entry) {
      shown[Int(object)] -= 1
      if shown[Int(object)] == 0 { objectCount -= 1 }
      resize(section, by: -1)
    }
    guard entry.object == nil else { return }
    if otherCell(entry).mayShowObject { otherObjects -= 1 }
    freeOthers.append(Int32(entry.indexOfOther))
  }

  mutating func insertSection(
    at index: Int, _ name: String?, _ entries: [Entry], of objects: PlannedObjects
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

  /// Assigns a folder to a section according to its name, before conflicts with other sections are resolved. In a
  /// listing with nested sections, the ``tree`` assigns all folders later.
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
    self[section].folders = sectionRoot + [slug]
    slugs.insert(Int32(section.offset), slug, self[section].slugHash)
  }

  /// Returns the name from which the folder of a section follows. The plain slug is that of the title. The key of the
  /// section is only part of the name for the digest, which is used if several sections have the same slug.
  private static func slugName(_ name: String?) -> SlugTable.Name {
    SlugTable.Name(name ?? "section", slug: Slug.plain(SectionName.title(name ?? "section")))
  }

  /// Removes a section. The caller has released its entries.
  mutating func removeSection(_ section: Handle) {
    slugs.remove(Int32(section.offset), self[section].slugHash)
    tree?.isSettled = false
    sectionPageCount -= self[section].pageCount
    order.remove(section)
    table[section.offset] = Section(list: PageList([], cut: cut) { _ in nil })
  }

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

  /// Moves a section behind all others, until ``place(_:at:)`` moves it to its index.
  mutating func park(_ section: Handle) { order.move(section, before: nil) }

  mutating func place(_ section: Handle, at index: Int) {
    tree?.isSettled = false
    order.move(section, before: order.handle(at: index))
    slugs.touch(self[section].slugHash)
  }

  /// Determines the folders of the sections that may have to change.
  mutating func settleFolders() -> [(section: Handle, folder: String)] {
    if slugs.isSettled { return [] }
    let table = table
    let order = order
    return slugs.settle(name: { Self.slugName(table[Int($0)].name) }) { left, right in
      let sizes = (table[Int(left)].objectCount, table[Int(right)].objectCount)
      return sizes.0 == sizes.1 ? order.precedes(Self.handle(left), Self.handle(right)) : sizes.0 > sizes.1
    }.map { (Self.handle($0.owner), $0.slug) }
  }
}

// MARK: - Similar names

extension PlannedListing {
  /// The sections whose titles differ in nothing but case, spaces and signs that are not shown, with the numbers of
  /// their objects, in groups. The largest section of a group comes first.
  ///
  /// - Complexity: O(*k* log *k*) for *k* sections that share their slugs with others.
  var similarSections: [[(title: String, count: Int)]] {
    let groups: [[(title: String, count: Int)]] =
      if let tree {
        tree.namesakes.map {
          $0.map { child in
            let sections = tree.sections(in: child)
            let name = if case .branch(let path) = child { path.last } else { sections.first.flatMap { self[$0].name } }
            return (SectionName.title(name ?? ""), sections.reduce(0) { $0 + self[$1].objectCount })
          }
        }
      } else {
        Set(slugs.ownersOfDigestSlugs.map { Self.slugName(table[Int($0)].name).slug }).sorted().map { slug in
          slugs.owners(ofPlain: slug).map(Self.handle).sorted(by: order.precedes).map {
            (SectionName.title(self[$0].name ?? ""), self[$0].objectCount)
          }
        }
      }
    return groups.flatMap { group in
      let alike = Dictionary(grouping: group.indices) { group[$0].title.withoutCaseAndSpace }.values
      return alike.filter { Set($0.map { Array(group[$0].title.utf8) }).count > 1 }.sorted { $0[0] < $1[0] }.map {
        $0.sorted { (-group[$0].count, $0) < (-group[$1].count, $1) }.map { group[$0] }
      }
    }
  }
}

extension String {
  /// The text without differences in case, without spaces, and without signs that are not shown.
  fileprivate var withoutCaseAndSpace: String {
    String(
      String.UnicodeScalarView(
        lowercased().unicodeScalars.filter {
          !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
            && ![.format, .control].contains($0.properties.generalCategory)
        }))
  }
}
