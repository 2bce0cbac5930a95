import Cells
import Changesets
import DataSources
import Fingerprints
import OrderedTrees

/// How a document's plan is made of its sources.
extension Document {
  /// Where the cells of a document come from.
  struct Sources {
    /// The cells that say for each kind what those of an object follow from, by collections; those of the articles come first.
    var kinds: [[CellSource<Object, DocumentCell>]] = []
    /// What tells by which rules those showed objects when the plan was made.
    var rules: [[AnyObject]] = []
    /// For each listing, the kind of its cells in its collection.
    var kindsOfListings: [Int] = []
    /// For each listing, the source that both its objects and those of the articles come from as they are; nil where there is none.
    var origins: [(any DataSource<Object>)?] = []
  }

  /// Plans the document from nothing.
  ///
  /// - Complexity: O(*n*) in the number of objects and cells. No cell is made, but those whose sources show no objects of a document.
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
      history, collections: Set(facts.map(\.id.collection)), besides: homes, decidedFor: ids.contains)
    var plan = DocumentPlan(
      info, introduction: introduction, hasObjectPages: hasObjectPages,
      objects: PlannedObjects(
        kinds: sources.kinds.map(\.count).max() ?? 0, addresses: addresses, followKeys: objectAddress == nil),
      listings: plannedListings(sources, except: addresses.decidedFolders), history: history)
    plan.objects.load(newcomers)
    plan.loadLinks(newcomers.joined().joined())
    if formerKeys != nil, hasObjectPages {
      for number in plan.objects.numbers { noteFormerKeys(of: number, object(number, in: plan), in: &plan) }
    }
    for listings in plan.collections {
      // Of this collection: others may come from the same sources.
      var numbers: [ObjectIdentifier: ObjectNumbers] = [:]
      for number in listings { load(number, into: &plan, sources, &numbers) }
    }
    return (plan, sources)
  }

  /// The listings, without sections.
  private func plannedListings(
    _ sources: Sources, except decided: [[String]: Set<String>]
  ) -> [PlannedListing] {
    var planned: [PlannedListing] = []
    for (number, collection) in collections.enumerated() {
      // What else stands beside the folders of the main listing's sections.
      let others = number == 0 ? collections.dropFirst().map(\.listing) : []
      let reserved = Set((collection.indexes + others).compactMap(\.folder))
      for (place, listing) in collection.listings.enumerated() {
        let isIndex = place > 0
        planned.append(
          PlannedListing(
            listing, title: listing.title ?? info.title, collection: number,
            root: root(ofListing: place, in: collection), isIndex: isIndex,
            kind: sources.kindsOfListings[planned.count], homePreviewSize: collection.previewSize,
            except: isIndex || listing.sectionFolder != nil ? [] : reserved, decided))
      }
    }
    return planned
  }

  /// The folders that the pages of one of a collection's listings are in.
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

  /// The nearest source that both the articles' objects and those of a listing come from as they are.
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

  /// What is known of some objects of a collection.
  func newcomers(_ models: [Object], of collection: Int, _ sources: Sources) -> [PlannedObjects.Newcomer] {
    let documentObject = documentObject
    let (links, whole) = (collections[collection].links, collections[collection].whole)
    let objectAddress = objectAddress
    // Closures that were registered are called one after the other: they may not be called on other threads.
    let declarations = sources.kinds[collection].enumerated().map { kind, cells in
      kind > 0 || hasObjectPages ? cells.declarations(of: models) : []
    }
    return models.indices.concurrentMap(with: Fingerprinter.init) { index, parts in
      let object = models[index]
      let facts = ObjectFacts(documentObject(object))
      return PlannedObjects.Newcomer(
        facts, in: collection, origins: declarations.map { $0.isEmpty ? nil : facts.origin(of: $0[index], &parts) },
        links: PlannedLinks.Draft(links?(object), partOf: whole?(object)),
        address: objectAddress?(object, facts.id.key))
    }
  }

  func noteFormerKeys(of number: Int32, _ object: Object, in plan: inout DocumentPlan) {
    guard hasObjectPages, let formerKeys else { return }
    let keys = formerKeys(object)
    let collection = documentObject(object).objectID.collection
    let ids = keys.map { key in
      DocumentPlan.FormerID(
        id: ObjectID(collection: collection, key: key),
        address: objectAddress?(object, key) ?? ObjectAddress(key: key))
    }
    if ids != plan.formerIDs[number] ?? [] { plan.touched.hasOtherAddresses = true }
    plan.formerIDs[number] = ids.isEmpty ? nil : ids
  }
}

// MARK: - Listings

extension Document {
  /// The numbers of all objects by where they come from; -1 where an item of that source is none of them.
  private typealias ObjectNumbers = (of: [Int32], counts: SectionCounts)

  /// Plans a listing from nothing.
  ///
  /// - Parameter numbers: What is known already, by the source that objects come from.
  private func load(
    _ number: Int, into plan: inout DocumentPlan, _ sources: Sources, _ numbers: inout [ObjectIdentifier: ObjectNumbers]
  ) {
    let cells = listings[number].cells
    let entries = allEntries(of: number, in: &plan, sources, &numbers)
    for (section, entries) in entries.enumerated() {
      insertSection(section, named: cells.name(ofSection: section), entries, of: number, in: &plan)
    }
    for section in entries.indices { updateTotals(ofSection: section, in: number, of: &plan) }
  }

  /// Has a section show what its objects come to now.
  func updateTotals(ofSection index: Int, in listing: Int, of plan: inout DocumentPlan) {
    // What stands in the place of cells where there are none is no section of the objects.
    guard let totals = listings[listing].totals, index < totals.numberOfSections else { return }
    plan.setTotals(totals.item(at: ItemPath(section: index, item: 0)), ofSection: index, in: listing)
  }

  func insertSection(
    _ index: Int, named name: String?, _ entries: [Int32], of listing: Int, in plan: inout DocumentPlan
  ) {
    let section = plan.listings[listing].insertSection(at: index, name, entries, of: plan.objects)
    plan.didInsert(section, at: index, in: listing)
  }

  /// The entries for all cells of a listing, by sections.
  private func allEntries(
    of number: Int, in plan: inout DocumentPlan, _ sources: Sources, _ known: inout [ObjectIdentifier: ObjectNumbers]
  ) -> [[Int32]] {
    let cells = listings[number].cells
    if let source = cells as? CellSource<Object, DocumentCell>, let origin = sources.origins[number],
      let places = source.objects.places(in: origin)
    {
      let numbers =
        known[ObjectIdentifier(origin)] ?? numbers(of: plan.listings[number].collection, byPlacesIn: origin, plan)
      known[ObjectIdentifier(origin)] = numbers
      return places.enumerated().map { index, section in
        var entries = section.map { place in
          place.map { numbers.of[numbers.counts.sum(before: $0.section) + $0.item] } ?? -1
        }
        // Those of the listing that the articles do not have as they are there.
        let others = entries.indices.filter { entries[$0] < 0 }
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

  /// Finds the numbers of a collection's objects. Only a new plan has its objects numbered in order.
  private func numbers(of collection: Int, byPlacesIn origin: any DataSource, _ plan: DocumentPlan) -> ObjectNumbers {
    let objects = collections[collection].articles.objects
    let counts = SectionCounts(origin)
    let start = plan.objects.places.start(of: collection)
    if origin === objects { return ((0..<counts.total).map { Int32(start + $0) }, counts) }
    var numbers = [Int32](repeating: -1, count: counts.total)
    let places = objects.places(in: origin) ?? []
    for (number, place) in places.joined().enumerated() {
      guard let place else { continue }
      numbers[counts.sum(before: place.section) + place.item] = Int32(start + number)
    }
    return (numbers, counts)
  }

  /// The entries for some cells of a listing.
  ///
  /// A cell whose source shows no objects of a document is made, to see where it leads.
  func entries(
    at paths: [ItemPath], of number: Int, in plan: inout DocumentPlan, _ sources: Sources
  ) -> [Int32] {
    let listing = listings[number]
    let collection = plan.listings[number].collection
    let kind = sources.kindsOfListings[number]
    var entries = [Int32](repeating: 0, count: paths.count)
    var kinds = SourceKinds<Object>()
    // Where the cells of each source of other objects are there and here.
    var others: [ObjectIdentifier: (source: any ObjectCells, theirs: [ItemPath], ours: [Int])] = [:]
    for (index, path) in paths.enumerated() {
      let (owner, place) = kinds.owner(of: path, in: listing.cells)
      switch owner {
      case .objects(let source):
        if let object = object(at: place, of: source, from: sources.origins[number], collection, in: plan) {
          entries[index] =
            kind > 0 && sources.kinds[collection][kind].hasSameRules(as: source)
            ? object : plan.listings[number].entry(for: cell(of: source, at: place, object), mayShowObject: true)
        } else {
          let facts = ObjectFacts(documentObject(source.object(at: place)))
          let cell = cell(of: source, at: place, plan.objects.number(of: facts.id))
          entries[index] = plan.listings[number].entry(for: cell, mayShowObject: true)
        }
      case .others(let source):
        others[ObjectIdentifier(source), default: (source, [], [])].theirs.append(place)
        others[ObjectIdentifier(source)]?.ours.append(index)
      case .arranging, .unknown:
        let target = listing.display.reading(path, \.target)
        entries[index] = plan.listings[number].entry(
          for: PlannedCell(object: target.flatMap { plan.objects.number(of: $0) }), mayShowObject: target != nil)
      }
    }
    for (source, theirs, ours) in others.values {
      for (index, facts) in zip(ours, source.facts(at: theirs)) {
        let cell = PlannedCell(object: plan.objects.number(of: facts.id), origin: facts.origin)
        entries[index] = plan.listings[number].entry(for: cell, mayShowObject: true)
      }
    }
    return entries
  }

  /// The object that a cell shows as its article does; nil where that is not certain.
  private func object(
    at path: ItemPath, of source: CellSource<Object, DocumentCell>, from origin: (any DataSource)?,
    _ collection: Int, in plan: DocumentPlan
  ) -> Int32? {
    guard let origin, let place = source.objects.convert(path, to: origin),
      let article = collections[collection].articles.objects.convert(place, from: origin)
    else { return nil }
    return plan.objects.number(at: article, in: collection)
  }

  private func cell(
    of source: CellSource<Object, DocumentCell>, at path: ItemPath, _ object: Int32?
  ) -> PlannedCell {
    let model = source.object(at: path)
    var parts = Fingerprinter()
    return PlannedCell(
      object: object, origin: ObjectFacts(documentObject(model)).origin(of: source.declarations(of: [model])[0], &parts)
    )
  }
}

extension DataSource {
  /// The first source upstream of which a closure makes something.
  fileprivate func firstSource<Found>(_ find: (any DataSource) -> Found?) -> Found? {
    for source in upstreamSources {
      if let found = find(source) ?? source.firstSource(find) { return found }
    }
    return nil
  }
}
