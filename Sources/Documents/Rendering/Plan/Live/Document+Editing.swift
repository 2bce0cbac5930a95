import Changesets
import DataSources
import OrderedTrees

/// The application of the sources' batches to a document's plan: the edits of ``follow(_:_:)``, in its order. Functions
/// that return a Boolean return whether the plan could follow.
extension Document {
  // MARK: - Cells that leave

  func removeCells(_ batch: UpdateBatch, from listing: Int, in plan: inout DocumentPlan) {
    for path in batch.removals { plan.removeEntry(at: path, from: listing) }
    for section in batch.sections.deletes.sorted(by: >) { plan.removeSection(at: section, from: listing) }
  }

  // MARK: - Objects

  /// Applies the batch of a collection's articles to the objects.
  ///
  /// As in the listings, what is removed or moved leaves first, from the end, and what is inserted or moved comes in
  /// ascending order, so that each path is final when it is used.
  func editObjects(_ batch: UpdateBatch, of collection: Int, in plan: inout DocumentPlan, _ sources: Sources) -> Bool {
    // Moves of sections are rare, and a section may contain all objects.
    guard batch.sections.moves.isEmpty else { return false }
    let moves = Dictionary(batch.items.moves.map { ($0.before, $0.after) }, uniquingKeysWith: { first, _ in first })
    var parked: [ItemPath: ObjectNumber] = [:]
    var objectsChanged = false
    for path in batch.removals {
      if let after = moves[path] {
        guard let number = parkObject(at: path, of: collection, in: &plan) else { return false }
        parked[after] = number
      } else {
        guard removeObject(at: path, from: collection, in: &plan) else { return false }
        objectsChanged = true
      }
    }
    for section in batch.sections.deletes.sorted(by: >) {
      while plan.objects.places.count(inSection: section, of: collection) > 0 {
        guard removeObject(at: ItemPath(section: section, item: 0), from: collection, in: &plan) else { return false }
        objectsChanged = true
      }
      plan.objects.removeSection(at: section, from: collection)
    }
    for section in batch.sections.inserts.sorted() { plan.objects.insertSection(at: section, in: collection) }
    let articles = collections[collection].articles
    let newSections = batch.sections.inserts.flatMap { section in
      (0..<articles.numberOfItems(inSection: section)).map { ItemPath(section: section, item: $0) }
    }
    for path in (newSections + batch.insertions).sorted() {
      if let number = parked[path] {
        plan.objects.place(number, at: path, in: collection)
        plan.touchLink(to: number)
      } else {
        guard insertObject(at: path, into: collection, in: &plan, sources) else { return false }
        objectsChanged = true
      }
    }
    for path in batch.items.updates.map(\.after) {
      guard let number = plan.objects.number(at: path, in: collection), updateObject(number, in: &plan, sources) else {
        return false
      }
    }
    // The other cells of a listing store whether their object has a page, which may have changed.
    return !objectsChanged || plan.listings.allSatisfy { $0.otherObjects == 0 }
  }

  /// Takes an object out of its place in order to move it, and returns its number.
  private func parkObject(at path: ItemPath, of collection: Int, in plan: inout DocumentPlan) -> ObjectNumber? {
    guard let number = plan.objects.number(at: path, in: collection) else { return nil }
    plan.touchLink(to: number)
    // If several objects have the same identity, links lead to the first of them, which may be another one after the
    // move.
    plan.outdate(number)
    plan.objects.park(number, at: path, in: collection)
    return number
  }

  private func removeObject(at path: ItemPath, from collection: Int, in plan: inout DocumentPlan) -> Bool {
    guard let number = plan.objects.number(at: path, in: collection) else { return false }
    let group = plan.objects[number].preference.group
    plan.touchLink(to: number)
    plan.objectWillLeave(number)
    plan.formerIDs[number] = nil
    plan.links.remove(number)
    plan.objects.remove(number, at: path, from: collection)
    // If a listing still shows the object, its cells do not derive from the articles, and the plan cannot follow.
    return !plan.objects.addresses.requiresReplanning(removing: number, of: group)
      && plan.listings.allSatisfy { $0.count(of: number) == 0 }
  }

  private func insertObject(
    at path: ItemPath, into collection: Int, in plan: inout DocumentPlan, _ sources: Sources
  ) -> Bool {
    let object = collections[collection].articles.objects.item(at: path)
    let newcomer = newcomers([object], of: collection, sources)[0]
    guard !plan.objects.addresses.requiresReplanning(inserting: newcomer.facts.id) else { return false }
    objectDidCome(object, numbered: plan.objects.insert(newcomer, at: path), newcomer.links, in: &plan)
    return true
  }

  private func updateObject(_ number: ObjectNumber, in plan: inout DocumentPlan, _ sources: Sources) -> Bool {
    let object = object(number, in: plan)
    let newcomer = newcomers([object], of: Int(plan.objects[number].collection), sources)[0]
    plan.work += 1
    guard newcomer.identity == plan.objects[number].identity else {
      return replaceObject(number, by: newcomer, object, in: &plan)
    }
    plan.touched.objects.insert(number)
    let hasOtherTitle = newcomer.facts.title != plan.objects[number].title
    plan.objects.update(number, newcomer.facts, origins: newcomer.origins)
    let former = plan.objects.path(ofPage: number)
    if plan.objects.readdress(number, newcomer) { plan.touchReaddressed(number, from: former) }
    plan.links.set(newcomer.links, of: number)
    recordFormerKeys(of: object, numbered: number, in: &plan)
    plan.touched.pages.insert(.object(number))
    if hasOtherTitle {
      plan.touchLink(to: number)
      plan.outdate(number)
    }
    return true
  }

  /// Replaces an object by one of another identity, which adopts its number.
  private func replaceObject(
    _ number: ObjectNumber, by newcomer: PlannedObjects.Newcomer, _ object: Object, in plan: inout DocumentPlan
  ) -> Bool {
    let group = plan.objects[number].preference.group
    plan.objectWillLeave(number)
    guard !plan.objects.addresses.requiresReplanning(inserting: newcomer.facts.id) else { return false }
    plan.objects.replace(number, by: newcomer)
    objectDidCome(object, numbered: number, newcomer.links, in: &plan)
    return !plan.objects.addresses.requiresReplanning(removing: number, of: group)
      && plan.listings.allSatisfy { $0.otherObjects == 0 }
  }

  /// Records that an object has come into the plan, with its links and former keys.
  private func objectDidCome(
    _ object: Object, numbered number: ObjectNumber, _ links: PlannedLinks.Draft, in plan: inout DocumentPlan
  ) {
    plan.touched.objects.insert(number)
    plan.links.set(links, of: number)
    recordFormerKeys(of: object, numbered: number, in: &plan)
    plan.outdate(number)
    plan.touchLink(to: number)
  }

  // MARK: - Cells and sections that come, and totals

  func insertCells(_ batch: UpdateBatch, into listing: Int, in plan: inout DocumentPlan, _ sources: Sources) {
    if batch.isEmpty { return }
    let cells = listings[listing].cells
    plan.moveSections(batch.sections, in: listing) { [self] index, plan in
      let paths = (0..<cells.numberOfItems(inSection: index)).map { ItemPath(section: index, item: $0) }
      let entries = entries(at: paths, of: listing, in: &plan, sources)
      plan.insertSection(named: cells.name(ofSection: index), entries, at: index, into: listing)
    }
    let insertions = Array(batch.insertions)
    for (path, entry) in zip(insertions, entries(at: insertions, of: listing, in: &plan, sources)) {
      plan.insert(entry, at: path, into: listing)
    }
    let replacements = Array(batch.replacements)
    for (path, entry) in zip(replacements, entries(at: replacements, of: listing, in: &plan, sources)) {
      plan.replace(at: path, by: entry, in: listing)
    }
    for section in batch.sections.updates.map(\.after) {
      plan.renameSection(at: section, cells.name(ofSection: section), in: listing)
    }
  }

  func updateTotals(_ batch: UpdateBatch, of listing: Int, in plan: inout DocumentPlan) {
    let sections = batch.sections.inserts + batch.insertions.map(\.section) + batch.replacements.map(\.section)
    for section in sections { updateTotals(ofSection: section, in: listing, of: &plan) }
  }
}

extension DocumentPlan {
  /// Records that an object is about to leave the plan, or its number.
  fileprivate mutating func objectWillLeave(_ number: ObjectNumber) {
    if hasObjectPages { recordFormerPage(.object(number)) }
    touched.removedObjects.append((number, objects[number].identity))
    outdate(number)
  }
}
