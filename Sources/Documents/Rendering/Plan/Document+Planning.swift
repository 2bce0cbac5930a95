import Cells
import Changesets
import DataSources
import Fingerprints
import OrderedTrees

/// The creation of a document's plan from its sources.
extension Document {
  /// The sources that the cells of a document's listings come from.
  ///
  /// Cells of the same *kind* show an object in the same way: cell sources with the same rules have one kind. Whatever
  /// such a cell depends on is stored once for each kind and object, and not for each cell.
  struct Sources {
    /// For each collection, one cell source of each kind. Kind 0 is that of the articles.
    var kinds: [[CellSource<Object, DocumentCell>]] = []
    /// For each collection, the identities of the rules of its kinds when the plan was made.
    var rules: [[AnyObject]] = []
    /// For each listing, the kind of its cells in its collection; 0 if its cells come from no cell source of the
    /// document's objects.
    var kindsOfListings: [Int] = []
    /// For each listing, the source that both the listing and the articles take their objects from, without changing
    /// them; nil if there is none. Paths of the listing's cells are converted through it to paths of the articles.
    var origins: [(any DataSource<Object>)?] = []

    /// Whether all cell sources have the rules that they had when the plan was made. If not, one may share its rules
    /// with other sources than before, so that the kinds of cells are outdated.
    var haveSameRules: Bool { zip(kinds.joined(), rules.joined()).allSatisfy { $0.rulesIdentity === $1 } }
  }

  /// Creates a plan, which has to be settled.
  ///
  /// - Complexity: O(*n*) in the number of objects and cells. Cells are created only if they come from sources that
  ///   show no objects of a document.
  func makePlan(with history: AddressHistory) -> (plan: DocumentPlan, sources: Sources) {
    let sources = findSources()
    let newcomers = collections.enumerated().map { number, collection in
      (0..<collection.articles.numberOfSections).map { section in
        self.newcomers(collection.articles.objects.items(inSection: section), of: number, sources)
      }
    }
    let facts = newcomers.joined().joined().lazy.map(\.facts)
    var ids: Set<ObjectID> = []
    let decided = Set(history.entries.lazy.filter(\.isPinned).compactMap(\.object))
    if !decided.isEmpty { ids = Set(facts.map(\.id).filter(decided.contains)) }
    let homes = Set(
      collections.flatMap { collection in
        collection.listings.indices.map { PagePath(root(ofListing: $0, in: collection), PagePath.index) }
      })
    let addresses = PlannedAddresses(
      history, collections: names(ofCollections: newcomers), besides: homes, decidedFor: ids.contains)
    var plan = DocumentPlan(
      info, introduction: introduction, hasObjectPages: hasObjectPages,
      objects: PlannedObjects(
        kinds: sources.kinds.map(\.count).max() ?? 0, addresses: addresses, followKeys: objectAddress == nil),
      listings: plannedListings(sources, except: addresses.decidedFolders), history: history)
    plan.objects.load(newcomers)
    plan.loadLinks(newcomers)
    if formerKeys != nil, hasObjectPages {
      for number in plan.objects.numbers { recordFormerKeys(of: object(number, in: plan), numbered: number, in: &plan) }
    }
    for listings in plan.collections {
      // The entries are those of one collection: the objects of another one may come from the same source.
      var known: [ObjectIdentifier: ObjectEntries] = [:]
      for number in listings { load(number, into: &plan, sources, &known) }
    }
    return (plan, sources)
  }

  private func names(ofCollections newcomers: [[[PlannedObjects.Newcomer]]]) -> Set<String> {
    var names: Set<String> = []
    var last: String?
    for newcomers in newcomers.joined() {
      // Nearly always, the next object is of the same collection. Comparing names costs less than hashing them.
      for index in newcomers.indices where newcomers[index].facts.id.collection != last {
        last = newcomers[index].facts.id.collection
        names.insert(newcomers[index].facts.id.collection)
      }
    }
    return names
  }

  /// Returns the listings without sections.
  ///
  /// - Parameter decided: The folders of decided addresses, by the folders around them. No section gets one of these.
  private func plannedListings(_ sources: Sources, except decided: [[String]: Set<String>]) -> [PlannedListing] {
    var planned: [PlannedListing] = []
    for (number, collection) in collections.enumerated() {
      // The folders of indexes and of other collections are in the same folder as those of the main listing's sections.
      let others = number == 0 ? collections.dropFirst().map(\.listing) : []
      let reserved = Set((collection.indexes + others).compactMap(\.folder))
      for (place, listing) in collection.listings.enumerated() {
        let isIndex = place > 0
        planned.append(
          PlannedListing(
            listing, title: listing.title ?? info.title, collection: number,
            root: root(ofListing: place, in: collection), isIndex: isIndex,
            kind: sources.kindsOfListings[planned.count], homePreviewSize: collection.previewSize,
            except: isIndex || listing.sectionFolder != nil ? [] : reserved, decided: decided))
      }
    }
    return planned
  }

  /// Returns the folders of the pages of a listing.
  ///
  /// - Parameter place: The index of the listing in its collection.
  private func root(ofListing place: Int, in collection: DocumentCollection<Object>) -> [String] {
    let own = place == 0 ? nil : collection.listings[place].folder ?? ""
    return [collection.listing.folder, own].compactMap(\.self)
  }

  private func findSources() -> Sources {
    var sources = Sources()
    for collection in collections {
      var kinds = [collection.articles]
      for listing in collection.listings {
        let cells =
          listing.cells as? CellSource<Object, DocumentCell>
          ?? listing.cells.firstSource { $0 as? CellSource<Object, DocumentCell> }
        guard let cells else {
          sources.kindsOfListings.append(0)
          sources.origins.append(nil)
          continue
        }
        let kind = kinds.dropFirst().firstIndex { $0.hasSameRules(as: cells) } ?? kinds.count
        if kind == kinds.count { kinds.append(cells) }
        sources.kindsOfListings.append(kind)
        sources.origins.append(origin(of: cells.objects, and: collection.articles.objects))
      }
      sources.kinds.append(kinds)
      sources.rules.append(kinds.map(\.rulesIdentity))
    }
    return sources
  }

  /// Returns the nearest source of the articles' objects whose items the listing shows unchanged, or nil if there is
  /// none.
  ///
  /// The search goes upstream from the articles' objects, through transforms with a single source that pass items on
  /// unchanged.
  private func origin(
    of objects: any DataSource<Object>, and articles: any DataSource<Object>
  ) -> (any DataSource<Object>)? {
    var candidate = articles
    while !objects.showsItems(of: candidate) {
      guard candidate is any ArrangingSource, candidate.upstreamSources.count == 1,
        let next = candidate.upstreamSources[0] as? any DataSource<Object>
      else { return nil }
      candidate = next
    }
    return candidate
  }

  /// Returns the facts about some objects of a collection that the plan stores.
  func newcomers(_ models: [Object], of collection: Int, _ sources: Sources) -> [PlannedObjects.Newcomer] {
    let documentObject = documentObject
    let links = collections[collection].links
    let whole = collections[collection].whole
    let objectAddress = objectAddress
    // Registered closures are called one after the other, because they may not be called on other threads.
    let declarations = sources.kinds[collection].enumerated().map { kind, cells in
      kind > 0 || hasObjectPages ? cells.declarations(of: models) : []
    }
    return models.indices.concurrentMap(with: Fingerprinter.init) { index, parts in
      let object = models[index]
      let facts = ObjectFacts(documentObject(object))
      return PlannedObjects.Newcomer(
        facts, in: collection, origins: declarations.map { $0.isEmpty ? nil : facts.origin(of: $0[index], &parts) },
        links: PlannedLinks.Draft(links?(object) ?? ObjectLinks(inAllCells: []), partOf: whole?(object), &parts),
        address: objectAddress?(object, facts.id.key), &parts)
    }
  }

  /// Stores the former identities of an object, and the addresses that follow from them.
  func recordFormerKeys(of object: Object, numbered number: ObjectNumber, in plan: inout DocumentPlan) {
    guard hasObjectPages, let formerKeys else { return }
    let keys = formerKeys(object)
    let collection = documentObject(object).objectID.collection
    let ids = keys.map { key in
      DocumentPlan.FormerID(
        id: ObjectID(collection: collection, key: key), address: objectAddress?(object, key) ?? ObjectAddress(key: key))
    }
    if ids != plan.formerIDs[number] ?? [] { plan.touched.formerAddressesChanged = true }
    plan.formerIDs[number] = ids.isEmpty ? nil : ids
  }
}

// MARK: - Listings

extension Document {
  /// The entries of a collection's objects by their positions in a source, section by section; undetermined for an item
  /// that is not among them.
  private typealias ObjectEntries = (of: [PlannedListing.Entry], counts: SectionCounts)

  /// Inserts all sections and cells of a listing into a new plan.
  ///
  /// - Parameter known: The entries of objects by their places in the sources that were used before. Those of another
  ///   source are added.
  private func load(
    _ number: Int, into plan: inout DocumentPlan, _ sources: Sources, _ known: inout [ObjectIdentifier: ObjectEntries]
  ) {
    let cells = listings[number].cells
    let entries = allEntries(of: number, in: &plan, sources, &known)
    for (section, entries) in entries.enumerated() {
      plan.insertSection(named: cells.name(ofSection: section), entries, at: section, into: number)
    }
    for section in entries.indices { updateTotals(ofSection: section, in: number, of: &plan) }
  }

  func updateTotals(ofSection index: Int, in listing: Int, of plan: inout DocumentPlan) {
    // A placeholder that replaces an empty listing is a section of the cells without totals.
    guard let totals = listings[listing].totals, index < totals.numberOfSections else { return }
    plan.setTotals(totals.item(at: ItemPath(section: index, item: 0)), ofSection: index, in: listing)
  }

  /// Returns the entries of all cells of a listing, by sections.
  ///
  /// If the listing and the articles share a source, the places of all cells in that source are computed at once.
  /// Otherwise, and for cells that show other objects, each cell is looked up on its own.
  private func allEntries(
    of number: Int, in plan: inout DocumentPlan, _ sources: Sources, _ known: inout [ObjectIdentifier: ObjectEntries]
  ) -> [[PlannedListing.Entry]] {
    let cells = listings[number].cells
    if let source = cells as? CellSource<Object, DocumentCell>, let origin = sources.origins[number],
      let places = source.objects.places(in: origin)
    {
      let shared =
        known[ObjectIdentifier(origin)] ?? objectEntries(of: plan.listings[number].collection, byPlacesIn: origin, plan)
      known[ObjectIdentifier(origin)] = shared
      return places.enumerated().map { index, section in
        var entries = section.map { place in
          place.map { shared.of[shared.counts.sum(before: $0.section) + $0.item] } ?? .undetermined
        }
        // The other cells of the listing show objects that the articles do not contain, or not unchanged.
        let others = entries.indices.filter { entries[$0].object == nil }
        let paths = others.map { ItemPath(section: index, item: $0) }
        for (item, entry) in zip(others, self.entries(at: paths, of: number, in: &plan, sources)) {
          entries[item] = entry
        }
        return entries
      }
    }
    return (0..<cells.numberOfSections).map { section in
      entries(
        at: (0..<cells.numberOfItems(inSection: section)).map { ItemPath(section: section, item: $0) }, of: number,
        in: &plan, sources)
    }
  }

  /// Returns the entries of a collection's objects by their places in a source. The plan has to be new: then objects
  /// are numbered in order.
  private func objectEntries(of collection: Int, byPlacesIn origin: any DataSource, _ plan: DocumentPlan)
    -> ObjectEntries
  {
    let objects = collections[collection].articles.objects
    let counts = SectionCounts(origin)
    let start = plan.objects.places.start(of: collection)
    if origin === objects { return ((0..<counts.total).map { .object(ObjectNumber(start + $0)) }, counts) }
    var entries = [PlannedListing.Entry](repeating: .undetermined, count: counts.total)
    let places = objects.places(in: origin) ?? []
    for (number, place) in places.joined().enumerated() {
      guard let place else { continue }
      entries[counts.sum(before: place.section) + place.item] = .object(ObjectNumber(start + number))
    }
    return (entries, counts)
  }

  /// Returns the entries of some cells of a listing.
  ///
  /// The entry of a cell is the number of its object if the cell is of the listing's kind, and its object is found
  /// through the source that the listing shares with the articles. Any other cell gets an entry of its own, which
  /// refers to an
  /// ``PlannedListing/OtherCell``. A cell whose source shows no objects of a document is created, or read if it exists,
  /// to determine which object it leads to.
  func entries(
    at paths: [ItemPath], of number: Int, in plan: inout DocumentPlan, _ sources: Sources
  ) -> [PlannedListing.Entry] {
    let listing = listings[number]
    let collection = plan.listings[number].collection
    let kind = sources.kindsOfListings[number]
    var entries = [PlannedListing.Entry](repeating: .undetermined, count: paths.count)
    var kinds = SourceKinds<Object>()
    // For each source of objects of another type: the paths of the cells in that source, and their indices in `paths`.
    var others: [ObjectIdentifier: (source: any ObjectCells, theirs: [ItemPath], ours: [Int])] = [:]
    for (index, path) in paths.enumerated() {
      let (owner, place) = kinds.owner(of: path, in: listing.cells)
      switch owner {
      case .objects(let source):
        if let object = object(at: place, of: source, from: sources.origins[number], collection, in: plan) {
          entries[index] =
            kind > 0 && sources.kinds[collection][kind].hasSameRules(as: source)
            ? .object(object) : plan.listings[number].entry(for: cell(of: source, at: place, object))
        } else {
          let facts = ObjectFacts(documentObject(source.object(at: place)))
          let cell = cell(of: source, at: place, plan.objects.number(of: facts.id))
          entries[index] = plan.listings[number].entry(for: cell)
        }
      case .others(let source):
        others[ObjectIdentifier(source), default: (source, [], [])].theirs.append(place)
        others[ObjectIdentifier(source)]?.ours.append(index)
      case .arranging, .unknown:
        let target = listing.cells.reading(path, \.target)
        entries[index] = plan.listings[number].entry(
          for: PlannedListing.OtherCell(
            object: target.flatMap { plan.objects.number(of: $0) }, mayShowObject: target != nil))
      }
    }
    for (source, theirs, ours) in others.values {
      for (index, facts) in zip(ours, source.facts(at: theirs)) {
        let cell = PlannedListing.OtherCell(
          object: plan.objects.number(of: facts.id), origin: facts.origin, mayShowObject: true)
        entries[index] = plan.listings[number].entry(for: cell)
      }
    }
    return entries
  }

  /// Returns the number of the object that a cell shows, found through the source that the listing shares with the
  /// articles, or nil if there is no such source or the path cannot be converted.
  private func object(
    at path: ItemPath, of source: CellSource<Object, DocumentCell>, from origin: (any DataSource)?,
    _ collection: Int, in plan: DocumentPlan
  ) -> ObjectNumber? {
    guard let origin, let place = source.objects.convert(path, to: origin),
      let article = collections[collection].articles.objects.convert(place, from: origin)
    else { return nil }
    return plan.objects.number(at: article, in: collection)
  }

  private func cell(
    of source: CellSource<Object, DocumentCell>, at path: ItemPath, _ object: ObjectNumber?
  ) -> PlannedListing.OtherCell {
    let model = source.object(at: path)
    var parts = Fingerprinter()
    let origin = ObjectFacts(documentObject(model)).origin(of: source.declarations(of: [model])[0], &parts)
    return PlannedListing.OtherCell(object: object, origin: origin, mayShowObject: true)
  }
}

extension DataSource {
  /// Returns the first result of `find` that is not nil, for the sources upstream of this one, depth first.
  fileprivate func firstSource<Found>(_ find: (any DataSource) -> Found?) -> Found? {
    for source in upstreamSources {
      if let found = find(source) ?? source.firstSource(find) { return found }
    }
    return nil
  }
}
