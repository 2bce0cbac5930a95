import Fingerprints
import OrderedTrees

/// The sections of a listing that stand within others, and the pages of these. It follows from the names of the sections and their order, and is found
/// anew where any of them has come, gone, or another place or name:
///
///     names of the sections               branches           pages
///     Painting › 18th century   ─┐   ┌─▶  Painting           painting/index
///     Painting › 19th century    ├───┤      18th century     painting/18th-century/index
///     Print › 19th century      ─┘   └─▶  Print              print/index
struct SectionTree: Sendable {
  /// The names of the sections around one, the outermost first, and its own.
  typealias Path = [String]

  /// What stands in a branch.
  enum Child: Hashable, Sendable {
    case branch(Path)
    case section(PlannedListing.Handle)
  }

  /// Sections with the same names around them.
  struct Branch: Sendable {
    /// The folders of its page.
    var folders: [String]
    /// What stands directly in it, in the order of the first section of each.
    var children: [Child] = []
    /// All sections in it, in order.
    var sections: [PlannedListing.Handle] = []
    /// The number of objects in these, each counted once.
    var objectCount = 0
    /// All that its page may show; nil where it is not known.
    var ingredients: Fingerprint?
    /// Whether its page has been described.
    var isDescribed = false
  }

  /// The branches; that of the listing itself has no names.
  private(set) var branches: [Path: Branch]
  /// The branches that have pages of their own, those around others before them.
  private(set) var order: [Path] = []
  /// What stands in each folder, by the folders from the catalog's root on.
  private(set) var children: [[String]: Child] = [:]
  /// The sections by their names.
  private(set) var sections: [Path: PlannedListing.Handle] = [:]
  /// Whether the sections are as they were when the tree was found.
  var isSettled = true

  /// Creates a tree without sections.
  init(root: [String]) { branches = [[]: Branch(folders: root)] }

  /// Finds the tree of some sections.
  ///
  /// - Parameters:
  ///   - sections: The sections with their names, in order.
  ///   - root: The folders of the listing.
  ///   - reserved: Names that no folder beside the listing's pages may have.
  ///   - decided: Names that no folder may have in some folders.
  init(
    of sections: [(section: PlannedListing.Handle, name: String)], root: [String], except reserved: Set<String>,
    _ decided: [[String]: Set<String>]
  ) {
    self.init(root: root)
    for (section, name) in sections {
      let path = SectionName.components(name)
      self.sections[path] = section
      for depth in path.indices {
        let outer = Array(path[..<depth])
        branches[outer]?.sections.append(section)
        let inner = depth + 1 < path.count ? Array(path[...depth]) : nil
        if let inner, branches[inner] != nil { continue }
        if let inner {
          branches[inner] = Branch(folders: [])
          order.append(inner)
        }
        branches[outer]?.children.append(inner.map(Child.branch) ?? .section(section))
      }
    }
    let names = Dictionary(sections.map { ($0.section, $0.name) }, uniquingKeysWith: { first, _ in first })
    nameFolders(in: [], names, except: reserved, decided)
  }

  /// Gives everything in a branch a folder in that of the branch.
  private mutating func nameFolders(
    in path: Path, _ names: [PlannedListing.Handle: String], except reserved: Set<String>,
    _ decided: [[String]: Set<String>]
  ) {
    guard let branch = branches[path] else { return }
    let own = branch.children.map { child in
      switch child {
      case .branch(let path): path[path.count - 1]
      case .section(let section): names[section].flatMap { SectionName.components($0).last } ?? ""
      }
    }
    let taken = reserved.union(decided[branch.folders] ?? [])
    for (child, folder) in zip(branch.children, Slug.unique(own, except: taken)) {
      children[branch.folders + [folder]] = child
      guard case .branch(let inner) = child else { continue }
      branches[inner]?.folders = branch.folders + [folder]
      nameFolders(in: inner, names, except: [], decided)
    }
  }

  /// The folders of all sections.
  var foldersOfSections: some Sequence<(section: PlannedListing.Handle, folders: [String])> {
    children.lazy.compactMap { folders, child in
      if case .section(let section) = child { (section, folders) } else { nil }
    }
  }

  subscript(path: Path) -> Branch {
    get { branches[path] ?? Branch(folders: []) }
    set { branches[path] = newValue }
  }

  /// The branch whose page is in some folders.
  func branch(inFolders folders: [String]) -> Path? {
    if case .branch(let path)? = children[folders] { path } else { nil }
  }

  /// The section whose pages are in some folders.
  func section(inFolders folders: [String]) -> PlannedListing.Handle? {
    if case .section(let section)? = children[folders] { section } else { nil }
  }
}

extension PlannedListing {
  /// The names of the branches that a section stands in, the outermost first; none where sections do not stand within others.
  func branches(around section: Handle) -> [SectionTree.Path] {
    guard tree != nil else { return [] }
    let path = SectionName.components(self[section].name ?? "")
    return path.indices.dropFirst().map { Array(path[..<$0]) }
  }

  /// The number of objects in a branch, each counted once.
  ///
  /// - Complexity: O(*s*) in the number of sections, and O(*n*) in that of their cells where objects stand in several.
  func objectCount(of branch: SectionTree.Branch) -> Int {
    let sum = branch.sections.reduce(0) { $0 + self[$1].objectCount }
    if order.lazy.map({ self[$0].objectCount }).reduce(0, +) == objectCount { return sum }
    return Set(branch.sections.lazy.flatMap { self[$0].list.entries }.compactMap(object(of:))).count
  }
}

extension DocumentPlan {
  /// Finds the sections that stand within others anew, where that is called for, and counts their objects.
  mutating func settleTree(of listing: Int) {
    guard let old = listings[listing].tree else { return }
    if !old.isSettled { replaceTree(old, of: listing) }
    guard let tree = listings[listing].tree else { return }
    for path in tree.order where touched.isAll || touched.pages.contains(.branch(listing: listing, path: path)) {
      let count = listings[listing].objectCount(of: tree[path])
      listings[listing].tree?[path].objectCount = count
    }
  }

  private mutating func replaceTree(_ old: SectionTree, of listing: Int) {
    let planned = listings[listing]
    var tree = SectionTree(
      of: planned.order.map { ($0, planned[$0].name ?? "") }, root: planned.sectionRoot,
      except: planned.reservedFolders, planned.decidedFolders)
    touched.folders.formUnion(old.order.lazy.map { old[$0].folders })
    touched.folders.formUnion(tree.order.lazy.map { tree[$0].folders })
    for path in old.order where tree.branches[path]?.folders != old[path].folders {
      leave(PagePath(old[path].folders, "index"), (old[path].isDescribed, old[path].ingredients))
      outdate(path, of: listing)
    }
    for path in tree.order {
      let former = old.branches[path]
      if let former, former.folders == tree[path].folders {
        tree[path].objectCount = former.objectCount
        tree[path].ingredients = former.ingredients
        tree[path].isDescribed = former.isDescribed
      } else {
        outdate(path, of: listing)
        touched.hasOtherAddresses = true
      }
      if former.map({
        ($0.folders, $0.children, $0.sections) == (tree[path].folders, tree[path].children, tree[path].sections)
      })
        != true
      {
        touched.pages.insert(.branch(listing: listing, path: path))
      }
    }
    listings[listing].tree = tree
    for (section, folders) in tree.foldersOfSections where listings[listing][section].folders != folders {
      leavePages(of: section, in: listing)
      outdate(section, of: listing)
      listings[listing].setFolders(of: section, folders)
      outdate(section, of: listing)
      touchTitle(of: section, in: listing)
    }
  }

  /// Notes that a branch has come or gone, or stands elsewhere.
  private mutating func outdate(_ path: SectionTree.Path, of listing: Int) {
    if !links.isEmpty {
      links.outdate(PageTarget.section(SectionName.path(path), inFolders: listings[listing].root))
    }
  }
}
