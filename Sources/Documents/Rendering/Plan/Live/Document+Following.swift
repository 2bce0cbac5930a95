import Changesets
import DataSources
import OrderedTrees

/// What an edit of the sources does: all of its steps, in order. Each step is in a file beside this one.
///
///     edits        cells leave ─▶ objects leave, move, come, change ─▶ cells and sections come, move ─▶ totals
///                  each touches the pages that may show it: `DocumentPlan+Shown.swift`
///     settling     folders ─▶ addresses ─▶ links ─▶ pages of lists ─▶ former addresses
///                  each depends on those before it, and may touch further pages
///     description  the touched pages with another plan key than before have changed
extension Document {
  /// Updates a plan after changes of the sources.
  ///
  /// The plan cannot follow some changes: a reload; other rules of a cell source; moved sections of the articles; an
  /// insertion or a removal of an object with a decided address, or of the only object whose identity names its
  /// collection; and any insertion or removal of an object while a listing has ``PlannedListing/otherObjects``. Then
  /// the plan may have been edited in part, and has to be discarded.
  ///
  /// - Returns: The changes of the pages, or `nil` if the plan could not follow, and a new one has to be made.
  func follow(_ plan: inout DocumentPlan, _ sources: Sources) -> PlanChanges? {
    let cells = listings.map(\.cells.link.batch), articles = collections.map(\.articles.link.batch)
    let totals = listings.map { $0.totals?.link.batch ?? UpdateBatch() }
    guard sources.haveSameRules, !(cells + articles + totals).contains(where: \.isReload) else { return nil }
    // The entries of listings are numbers of objects: cells leave before their objects do, and come after them.
    for (listing, batch) in cells.enumerated() { removeCells(batch, from: listing, in: &plan) }
    for (collection, batch) in articles.enumerated() where !batch.isEmpty {
      guard editObjects(batch, of: collection, in: &plan, sources) else { return nil }
    }
    for (listing, batch) in cells.enumerated() { insertCells(batch, into: listing, in: &plan, sources) }
    for (listing, batch) in totals.enumerated() { updateTotals(batch, of: listing, in: &plan) }
    return settle(&plan, sources)
  }
}

extension DocumentPlan {
  /// Updates the pages after edits, and determines which of them have changed.
  ///
  /// - Returns: The changes since the plan was last settled. If it has not been settled before, all pages are among
  ///   those created.
  /// - Complexity: O(*k* log *n*) for *k* pages that may show something else. With numbered pages, a section whose
  ///   cells were edited takes O(*m*) for the *m* entries after the first edit.
  mutating func settle(_ reader: ObjectReader) -> PlanChanges {
    if touched.isEmpty { return PlanChanges() }
    // The highlights may show any of the changed objects.
    if !highlights.isEmpty { touched.pages.insert(.home(listing: 0)) }
    // An object whose page has its own folder gives way to a section in the same folder.
    for listing in listings.indices {
      settleFolders(of: listing)
      settleTree(of: listing)
    }
    settleAddresses(reader)
    // Links show addresses.
    touchReferrers(to: settleLinks(), reader)
    // Pages are named after the addresses of their first objects.
    for listing in listings.indices { settleLists(of: listing, reader) }
    // Former addresses lead only to where no other page is.
    settleFormerAddresses()
    return describeTouchedPages()
  }
}

/// The changes of a document's pages by an update.
struct PlanChanges {
  /// The pages at addresses without a page before.
  var created: [PageReference] = []
  /// The pages that may show something else than the page that was at their address before.
  var updated: [PageReference] = []
  /// The addresses whose page was removed and not replaced by another one.
  var deleted: [PagePath] = []
  var objects = ObjectChanges.some(changed: [], removed: [])
  /// Whether the page of an object that existed before may have moved.
  var movesPages = false
}

// MARK: - Reading objects

/// Closures that read from the objects and sources what the plan does not store, while it is settled.
struct ObjectReader {
  /// Returns the key of an object, and the slug of its address.
  let name: (ObjectNumber) -> SlugTable.Name
  /// Returns the guide word of an object in a listing, or nil if it is the object's title.
  let guideWord: (_ listing: Int, ObjectNumber) -> String?
  /// Returns the paths of the cells of a listing that show an object, or nil if they cannot be derived from the
  /// sources.
  let cells: (_ listing: Int, ObjectNumber) -> [ItemPath]?
}

extension Document {
  /// Updates the pages of a plan after edits, and returns their changes.
  func settle(_ plan: inout DocumentPlan, _ sources: Sources) -> PlanChanges {
    let highlights = plannedHighlights
    if plan.highlights != highlights {
      plan.highlights = highlights
      plan.touched.pages.insert(.home(listing: 0))
    }
    let places = plan.objects.places
    func place(of number: ObjectNumber) -> (objects: any DataSource<Object>, path: ItemPath)? {
      places.place(of: number).map { (collections[$0.collection].articles.objects, $0.path) }
    }
    func object(_ number: ObjectNumber) -> Object? { place(of: number).map { $0.objects.item(at: $0.path) } }
    return plan.settle(
      ObjectReader(
        name: { [documentObject, objectAddress] number in
          guard let object = object(number) else { return SlugTable.Name("") }
          let key = documentObject(object).objectID.key
          return SlugTable.Name(key, slug: (objectAddress?(object, key) ?? ObjectAddress(key: key)).slug)
        },
        guideWord: { [listings, documentObject] listing, number in
          listings[listing].guideWord.flatMap { word in object(number).map(documentObject).flatMap(word) }
        },
        cells: { [listings] listing, number in
          guard let origin = sources.origins[listing], let (objects, path) = place(of: number),
            let place = objects.convert(path, to: origin)
          else { return nil }
          return listings[listing].cells.allPaths(of: place, from: origin)
        }))
  }
}
