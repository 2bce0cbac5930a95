import Datasets
import Rendering

/// The latest of a catalog's objects, those of one moment by their identities.
///
/// Twice as many are kept as are shown: so that all objects are read again only when as many of the latest have gone.
struct LatestObjects {
  /// An object with a date.
  struct Entry {
    /// The number of the object, which it keeps as long as it is there.
    let number: Int32
    let date: Timestamp
    let id: ObjectID

    fileprivate func precedes(_ other: Entry) -> Bool {
      date == other.date ? id.isBefore(other.id) : date > other.date
    }
  }

  private let document: Document<Record>
  private let limit: Int
  private let field: String
  private var kept: [Entry] = []
  /// Whether there are objects with dates that are not kept, all of which come after those that are.
  private var hasMore = false
  /// The number of objects that were looked at.
  private(set) var work = 0

  /// Finds the latest objects.
  ///
  /// - Parameters:
  ///   - document: The objects.
  ///   - limit: How many are shown at the most.
  ///   - field: The name of the field with the date. Objects without one are left out.
  /// - Complexity: O(*n* log *n*), *n* being the number of objects with a date.
  init(of document: Document<Record>, limit: Int, by field: String) {
    self.document = document
    self.limit = limit
    self.field = field
    load()
  }

  /// The objects that are shown, the latest first.
  var shown: ArraySlice<Entry> { kept.prefix(limit) }

  /// Takes over what has become of the objects, unless all of them have other numbers.
  ///
  /// - Complexity: O(*k* · *l*) for *k* objects and a limit of *l*; O(*n* log *n*) where as many of the latest have gone.
  mutating func update(_ changes: DocumentChanges) {
    let others = Set(changes.objects + changes.removedObjects.map(\.number))
    let before = kept.count
    kept.removeAll { others.contains($0.number) }
    for number in changes.objects {
      guard let entry = entry(document.entry(number)) else { continue }
      let index = kept.firstIndex(where: entry.precedes) ?? kept.endIndex
      // What comes behind all that are kept may come behind others, too.
      if index == kept.endIndex, hasMore { continue }
      kept.insert(entry, at: index)
    }
    work += before
    trim()
    if kept.count < limit, hasMore { load() }
  }

  private mutating func load() {
    let objects = document.entries.map { (number: $0.number, record: $0.object) }
    let dates = objects.concurrentMap { [field] in $0.record[field].flatMap(Timestamp.init) }
    work += objects.count
    // Identities decide between those of one moment: the others need none.
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
