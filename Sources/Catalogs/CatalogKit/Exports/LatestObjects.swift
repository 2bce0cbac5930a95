import Datasets
import Rendering

/// The latest objects of a catalog. Objects with the same date are ordered by their identities.
///
/// Twice the number of the objects shown are kept. All objects are read again only after as many of the kept ones were
/// removed as are shown.
///
///     latest ──────────────────────────────────────────────▶ oldest
///     │ shown, at most the limit │ kept, as many again │ not kept │
///                                                      `hasMore`
struct LatestObjects {
  struct Entry {
    /// The number of the object in the document, which does not change while the object exists.
    let number: ObjectNumber
    let date: Timestamp
    let id: ObjectID

    fileprivate func precedes(_ other: Entry) -> Bool { date == other.date ? id.isBefore(other.id) : date > other.date }
  }

  private let document: Document<Record>
  private let limit: Int
  private let field: String
  private var kept: [Entry] = []
  /// Whether objects with dates exist that are not kept. All of them come after the kept ones.
  private var hasMore = false
  /// The number of objects that were read, as a measure of work.
  private(set) var work = 0

  /// Finds the latest objects.
  ///
  /// - Parameters:
  ///   - limit: The maximal number of objects shown.
  ///   - field: The name of the field with the date. Objects without one are left out.
  /// - Complexity: O(*n* + *m* log *m*), *n* being the number of objects, and *m* that of the objects with a date.
  init(of document: Document<Record>, limit: Int, by field: String) {
    self.document = document
    self.limit = limit
    self.field = field
    load()
  }

  /// The objects that are shown, the latest first.
  var shown: ArraySlice<Entry> { kept.prefix(limit) }

  /// Applies the changes of the objects.
  ///
  /// - Complexity: O(*k* · *l*) for *k* changed objects and a limit of *l*; the cost of the initializer if fewer than
  ///   *l* objects are left and others exist.
  mutating func update(_ objects: ChangedObjects) {
    let others = Set(objects.changed + objects.removed.map(\.number))
    let before = kept.count
    kept.removeAll { others.contains($0.number) }
    for number in objects.changed {
      guard let entry = entry(document.entry(number)) else { continue }
      let index = kept.firstIndex(where: entry.precedes) ?? kept.endIndex
      // An object that comes after all kept ones may come after some that are not kept, too.
      if index == kept.endIndex, hasMore { continue }
      kept.insert(entry, at: index)
    }
    work += before
    trim()
    if kept.count < limit, hasMore { load() }
  }

  private mutating func load() {
    let objects = zip(document.entries, document.objects).map { (number: $0.number, record: $1) }
    let dates = objects.concurrentMap { [field] in $0.record[field].flatMap(Timestamp.init) }
    work += objects.count
    // Identities order objects of the same date only. Objects that are older than the last kept date need none.
    // One more than are kept, so that `trim` notices that there are others.
    let latest = dates.compactMap(\.self).sorted(by: >).prefix(2 * limit + 1)
    kept = zip(objects, dates).compactMap { object, date in
      guard let date, let bound = latest.last, date >= bound else { return nil }
      return Entry(number: object.number, date: date, id: object.record.objectID)
    }
    kept.sort { $0.precedes($1) }
    hasMore = false
    trim()
  }

  private mutating func trim() {
    guard kept.count > 2 * limit else { return }
    kept.removeSubrange((2 * limit)...)
    hasMore = true
  }

  private mutating func entry(_ entry: DocumentEntry<Record>) -> Entry? {
    work += 1
    let record = entry.object
    return record[field].flatMap(Timestamp.init).map { Entry(number: entry.number, date: $0, id: record.objectID) }
  }
}
