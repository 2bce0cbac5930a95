import OrderedTrees

/// The nested sections of a listing, and the pages of the outer sections. The tree follows from the names of the
/// sections and their order. It is created again when a section has been inserted, removed, moved or renamed:
///
///     names of the sections               branches           pages
///     Painting › 18th century   ─┐   ┌─▶  Painting           painting/index
///     Painting › 19th century    ├───┤      18th century     painting/18th-century/index
///     Print › 19th century      ─┘   └─▶  Print              print/index
///
/// A *branch* is an outer section, such as `Painting`: it has no cells itself, and exists as long as there is a section
/// inside it. The listing itself is the branch with the empty path.
struct SectionTree: Sendable {
  /// The names of the sections around a section or a branch, the outermost first, followed by its own name.
  typealias Path = [String]

  enum Child: Hashable, Sendable {
    case branch(Path)
    case section(PlannedListing.Handle)
  }

  /// The sections that have the same names around them.
  struct Branch: Sendable {
    var folders: [String]
    /// The direct children of the branch, each at the position of its first section.
    var children: [Child] = []
    /// All sections inside the branch, at any depth, in order.
    var sections: [PlannedListing.Handle] = []
    /// The number of distinct objects in these sections.
    var objectCount = 0
    var planKey = PlanKey.undescribed

    /// Returns whether another branch has the same folders, children and sections.
    func isLike(_ other: Branch) -> Bool {
      folders == other.folders && children == other.children && sections == other.sections
    }
  }

  /// The branches by their paths. The path of the listing itself is empty.
  private(set) var branches: [Path: Branch]
  /// The branches that have their own pages, which are all but the listing itself. Outer branches precede those inside
  /// them.
  private(set) var order: [Path] = []
  /// The children of all branches by their folders, which begin at the catalog's root.
  private(set) var children: [[String]: Child] = [:]
  private(set) var sections: [Path: PlannedListing.Handle] = [:]
  /// The children of branches that have the same plain slug, of which the largest has it, in groups.
  private(set) var namesakes: [[Child]] = []
  /// Whether no section has been inserted, removed, moved or renamed since the tree was created.
  var isSettled = true

  init(root: [String]) { branches = [[]: Branch(folders: root)] }

  /// - Parameters:
  ///   - reserved: The names that no folder directly inside `root` may have.
  ///   - decided: The names that no folder may have inside some folders, because they are names of pinned addresses.
  init(
    of sections: [(section: PlannedListing.Handle, name: String, size: Int)], root: [String],
    except reserved: Set<String>, decided: [[String]: Set<String>]
  ) {
    self.init(root: root)
    for (section, name, _) in sections {
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
    let known = Dictionary(sections.map { ($0.section, ($0.name, $0.size)) }, uniquingKeysWith: { first, _ in first })
    nameFolders(in: [], known, except: reserved, decided: decided)
  }

  /// Assigns folders to the children of a branch, inside the folders of the branch, and to all branches and sections
  /// inside them.
  private mutating func nameFolders(
    in path: Path, _ known: [PlannedListing.Handle: (name: String, size: Int)], except reserved: Set<String>,
    decided: [[String]: Set<String>]
  ) {
    guard let branch = branches[path] else { return }
    let own = branch.children.map { child in
      switch child {
      case .branch(let path): path[path.count - 1]
      case .section(let section): known[section].flatMap { SectionName.components($0.name).last } ?? ""
      }
    }
    let sizes = branch.children.map { sections(in: $0).reduce(0) { $0 + (known[$1]?.size ?? 0) } }
    let taken = reserved.union(decided[branch.folders] ?? [])
    let folders = Slug.unique(own, sizes: sizes, except: taken)
    let slugs = own.map(Slug.plain)
    if folders != slugs {
      let groups = Dictionary(grouping: slugs.indices) { slugs[$0] }.values.filter { $0.count > 1 }
      namesakes += groups.sorted { $0[0] < $1[0] }.map { $0.map { branch.children[$0] } }
    }
    for (child, folder) in zip(branch.children, folders) {
      children[branch.folders + [folder]] = child
      guard case .branch(let inner) = child else { continue }
      branches[inner]?.folders = branch.folders + [folder]
      nameFolders(in: inner, known, except: [], decided: decided)
    }
  }

  func sections(in child: Child) -> [PlannedListing.Handle] {
    switch child {
    case .branch(let path): branches[path]?.sections ?? []
    case .section(let section): [section]
    }
  }

  var foldersOfSections: some Sequence<(section: PlannedListing.Handle, folders: [String])> {
    children.lazy.compactMap { folders, child in
      if case .section(let section) = child { (section, folders) } else { nil }
    }
  }

  subscript(path: Path) -> Branch {
    get { branches[path] ?? Branch(folders: []) }
    set { branches[path] = newValue }
  }

  /// Returns the branch whose page is in the given folders, or `nil` if there is none.
  func branch(inFolders folders: [String]) -> Path? {
    if case .branch(let path)? = children[folders] { path } else { nil }
  }

  /// Returns the section whose pages are in the given folders, or `nil` if there is none.
  func section(inFolders folders: [String]) -> PlannedListing.Handle? {
    if case .section(let section)? = children[folders] { section } else { nil }
  }
}

extension PlannedListing {
  /// Returns the paths of the branches that contain a section, the outermost first, without the listing itself. The
  /// array is empty if the sections of the listing are not nested.
  func branches(around section: Handle) -> [SectionTree.Path] {
    guard tree != nil else { return [] }
    let path = SectionName.components(self[section].name ?? "")
    return path.indices.dropFirst().map { Array(path[..<$0]) }
  }

  /// Returns the number of distinct objects in a branch.
  ///
  /// - Complexity: O(*s*) in the number of all sections; in addition, O(*n*) in the number of the branch's cells if
  ///   objects have several cells in the listing.
  func objectCount(of branch: SectionTree.Branch) -> Int {
    let sum = branch.sections.reduce(0) { $0 + self[$1].objectCount }
    if order.lazy.map({ self[$0].objectCount }).reduce(0, +) == objectCount { return sum }
    return Set(branch.sections.lazy.flatMap { self[$0].list.entries }.compactMap(object(of:))).count
  }
}

extension DocumentPlan {
  /// Creates the tree of a listing again if its sections have changed, and counts the objects of the touched branches.
  mutating func settleTree(of listing: Int) {
    guard let old = listings[listing].tree else { return }
    if !old.isSettled { replaceTree(old, of: listing) }
    guard let tree = listings[listing].tree else { return }
    for path in tree.order where touched.isAll || touched.pages.contains(.branch(listing: listing, path: path)) {
      let count = listings[listing].objectCount(of: tree[path])
      listings[listing].tree?[path].objectCount = count
    }
  }

  /// Creates the tree of a listing again, and compares it with the former one.
  ///
  /// A branch is identified by its path. If its folders are the same as before, it keeps the plan key of its page. If
  /// it was removed or has other folders, its page leaves its address. A branch is touched if it is new, or if its
  /// folders, children or sections have changed. The pages of sections whose folders have changed leave their
  /// addresses, too.
  private mutating func replaceTree(_ old: SectionTree, of listing: Int) {
    let planned = listings[listing]
    var tree = SectionTree(
      of: planned.order.map { ($0, planned[$0].name ?? "", planned[$0].objectCount) }, root: planned.sectionRoot,
      except: planned.reservedFolders, decided: planned.decidedFolders)
    touched.folders.formUnion(old.order.lazy.map { old[$0].folders })
    touched.folders.formUnion(tree.order.lazy.map { tree[$0].folders })
    for path in old.order where tree.branches[path]?.folders != old[path].folders {
      touched.leave(PagePath(old[path].folders, PagePath.index), old[path].planKey)
      outdate(path, of: listing)
    }
    for path in tree.order {
      let former = old.branches[path]
      if let former, former.folders == tree[path].folders {
        tree[path].objectCount = former.objectCount
        tree[path].planKey = former.planKey
      } else {
        outdate(path, of: listing)
      }
      if former.map({ $0.isLike(tree[path]) }) != true { touched.pages.insert(.branch(listing: listing, path: path)) }
    }
    listings[listing].tree = tree
    for (handle, folders) in tree.foldersOfSections where listings[listing][handle].folders != folders {
      setFolders(of: SectionReference(listing: listing, handle: handle), folders)
    }
  }

  /// Records that a branch was inserted or removed, or has another address, so that links to it are resolved again.
  private mutating func outdate(_ path: SectionTree.Path, of listing: Int) {
    if !links.isEmpty {
      links.outdate(PageTarget.section(SectionName.path(path), inFolders: listings[listing].root).identity)
    }
  }
}
