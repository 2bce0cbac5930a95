import Changesets
import DataSources
import Datasets
import TestKit
import Testing

/// References between records, in both directions.
@Suite struct RecordRelationTests {
  private static let schema = Schema([
    Field(name: "name", type: .text), Field(name: "refers", type: .list), Field(name: "note", type: .text),
  ])

  private func record(_ dataset: String, _ key: String, refers: [String], note: String = "", row: Int = 1) -> Record {
    Record(
      id: .init(dataset: dataset, key: key), title: "title of \(key)", row: row, schema: Self.schema,
      values: [.text(key), refers.isEmpty ? .missing : .list(refers.map(Value.text)), .text(note)])
  }

  private func projected(_ source: any DataSource<Record>) -> any DataSource<Record> {
    Transform(of: [source], by: RecordProjection(fields: ["refers"]))
  }

  private func works(_ works: any DataSource<Record>, _ artists: any DataSource<Record>) -> Transform<RecordRelations> {
    Transform(
      of: [works, projected(artists)],
      by: RecordRelations([RecordRelation("refers", .reference, own: .field("refers"), other: .key)]))
  }

  private func artists(
    _ artists: any DataSource<Record>, _ works: any DataSource<Record>, limit: Int
  ) -> Transform<RecordRelations> {
    Transform(
      of: [artists, projected(works)],
      by: RecordRelations([
        RecordRelation("works", .backReference(limit: limit), own: .key, other: .field("refers"))
      ]))
  }

  @Test func `values are the records in order, and unmatched keys remain`() {
    let artistRows = ArraySource(["a", "b", "c"].map { record("artists", $0, refers: []) })
    let related = works(ArraySource([record("works", "w", refers: ["c", "nobody", "a", "c"])]), artistRows)
    guard case .list(let elements, nil)? = related.items[0]["refers"] else {
      Issue.record("no list")
      return
    }
    #expect(elements.map(\.text) == ["title of c", "nobody", "title of a"])
    #expect(elements[0] == .record(projected(artistRows).items[2]))
    #expect(related.items[0].schema.fields.map(\.reading) == [.text, .reference, .text])
  }

  @Test func `unread fields of a record have no effect`() {
    let artistRows = ArraySource([record("artists", "a", refers: [])])
    let related = works(ArraySource([record("works", "w", refers: ["a"])]), artistRows)
    var batches = 0
    let token = related.addObserver(artistRows) { _, event in
      if case .didUpdate = event { batches += 1 }
    }
    defer { token.cancel() }
    artistRows.update(record("artists", "a", refers: [], note: "a biography", row: 7), at: 0)
    #expect(batches == 0)
    artistRows.update(record("artists", "a", refers: ["x"], note: "a biography"), at: 0)
    #expect(batches == 1)
  }

  /// Edits both sides at random, and compares with values computed from all rows; records without an update have to be
  /// unchanged.
  @Test(arguments: Seeds.fixed(4, fresh: 3))
  func `both directions follow both sources`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    let keys = (0..<6).map { "k\($0)" }
    func refers() -> [String] { (0..<number(0..<4)).map { _ in keys[number(0..<keys.count)] } }
    let workRows = ArraySource((0..<5).map { record("works", "w\($0)", refers: refers()) })
    let artistRows = ArraySource(keys.prefix(4).map { record("artists", $0, refers: []) })
    let (forward, back) = (works(workRows, artistRows), artists(artistRows, workRows, limit: 2))
    let (shownForward, shownBack) = (Told(forward), Told(back))
    for step in 0..<60 {
      let serial = "w\(100 + step)"
      if Bool.random(using: &random) {
        let count = workRows.items.count
        switch number(0..<5) {
        case 0: workRows.insert(record("works", serial, refers: refers()), at: number(0..<count + 1))
        case 1 where count > 0: workRows.remove(at: number(0..<count))
        case 2 where count > 1: workRows.move(from: number(0..<count), to: number(0..<count))
        case _ where count > 0:
          let place = number(0..<count)
          workRows.update(record("works", workRows.items[place].id.key, refers: refers()), at: place)
        default: workRows.append(record("works", serial, refers: refers()))
        }
      } else {
        let present = artistRows.items.map(\.id.key)
        switch number(0..<4) {
        case 0:
          if let key = keys.first(where: { !present.contains($0) }) {
            artistRows.append(record("artists", key, refers: []))
          }
        case 1 where !present.isEmpty: artistRows.remove(at: number(0..<present.count))
        case 2 where present.count > 1: artistRows.move(from: number(0..<present.count), to: number(0..<present.count))
        case _ where !present.isEmpty:
          let place = number(0..<present.count)
          artistRows.update(record("artists", present[place], refers: [], note: "\(step)"), at: place)
        default: break
        }
      }
      let titles = Dictionary(uniqueKeysWithValues: artistRows.items.map { ($0.id.key, $0.title) })
      let expectedForward = workRows.items.map { work -> String in
        let keys = (work["refers"] ?? .missing).keyTexts
        // Values without any match are unchanged.
        if keys.allSatisfy({ titles[$0] == nil }) { return keys.joined(separator: ", ") }
        var known: Set<String> = []
        return keys.filter { known.insert($0).inserted }.map { titles[$0] ?? $0 }.joined(separator: ", ")
      }
      let expectedBack = artistRows.items.map { artist -> String in
        let all = workRows.items.filter { ($0["refers"] ?? .missing).keyTexts.contains(artist.id.key) }
        return "\(all.count): " + all.prefix(2).map(\.title).joined(separator: ", ")
      }
      let comment: Comment = "seed \(seed), step \(step)"
      #expect(forward.items.map(Told.facts) == expectedForward, comment)
      #expect(back.items.map(Told.facts) == expectedBack, comment)
      #expect(shownForward.items == expectedForward, comment)
      #expect(shownBack.items == expectedBack, comment)
    }
  }
}

/// The state as an observer derives it from batches alone.
private final class Told {
  private(set) var items: [String]

  static func facts(_ record: Record) -> String {
    if let works = record["works"] { return "\(record["works.count"]?.text ?? ""): \(works.text)" }
    return record["refers"]?.text ?? ""
  }

  init(_ source: some DataSource<Record>) {
    items = source.items.map(Self.facts)
    _ = source.addObserver(self) { [unowned source] follower, event in
      guard case .didUpdate(let batch, _) = event else { return }
      let after = source.items.map(Self.facts)
      guard !batch.isReload else { return follower.items = after }
      let fresh = Set(batch.items.inserts + batch.items.updates.map(\.after))
      let map = PathMap(batch)
      var items = after
      for (index, item) in follower.items.enumerated() {
        guard let place = map.newPath(of: ItemPath(section: 0, item: index)), !fresh.contains(place) else { continue }
        items[place.item] = item
      }
      follower.items = items
    }
  }
}
