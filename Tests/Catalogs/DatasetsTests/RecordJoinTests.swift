import Changesets
import DataSources
import Datasets
import Fingerprints
import TestKit
import Testing

@Suite struct RecordJoinTests {
  private func records(_ csv: String, _ name: String, key: Dataset.Key = "name") throws -> [Record] {
    try read(csv: csv, .init(name: name, key: key, types: csv.hasPrefix("name,fruits") ? ["fruits": .list] : [:]))
      .records
  }

  @Test func `right records are joined with left ones`() throws {
    let fruits = ArraySource(try records("name,kind\nApple,pome\nFig,syconium\nKiwi,berry\n", "fruits"))
    let recipes = ArraySource(try records("name,fruits\nTart,Apple; Fig\nCrumble,Apple; Apple\n", "recipes"))
    let joined = fruits.joined(with: recipes, as: "recipes", on: "name", equals: "fruits")
    #expect(joined.items.map { $0["recipes"]?.text } == ["Tart, Crumble", "Tart", ""])
    #expect(joined.items[2]["recipes"] == .missing)
    #expect(joined.items[0].schema.fields.map(\.name) == ["name", "kind", "recipes"])
    #expect(joined.items[0].schema.fields.last?.type == .records)
    #expect(joined.items.map(\.id) == fruits.items.map(\.id))
    guard case .records(let attached)? = joined.items[1]["recipes"] else {
      Issue.record("no records")
      return
    }
    #expect(attached == [recipes.items[0]])
    let back = recipes.joined(with: fruits, as: "all", on: "fruits", equals: "name")
    #expect(back.items.map { $0["all"]?.text } == ["Apple, Fig", "Apple"])
  }

  @Test func `values are read together, and outlive an edit`() throws {
    let fruits = ArraySource(try records("name,kind\nApple,pome\nFig,syconium\n", "fruits"))
    let recipes = ArraySource(try records("name,fruits\nTart,Apple; Apple\n", "recipes"))
    let once = fruits.joined(with: recipes, as: "recipes", on: "name", equals: "fruits")
    let joined = once.joined(with: fruits, as: "kin", on: "kind", equals: "kind")
    let records = joined.items
    recipes.removeAll()
    #expect(joined.items.map { $0["recipes"] } == [.missing, .missing])
    for record in records {
      #expect(record.values == record.schema.fields.indices.map(record.value(at:)))
      #expect(record.values(at: [3, 1, 2]) == [3, 1, 2].map(record.value(at:)))
      #expect(record.values(at: [1, 0]) == [1, 0].map(record.value(at:)))
    }
    #expect(
      records.map { $0.values.map(\.text) } == [["Apple", "pome", "Tart", "Apple"], ["Fig", "syconium", "", "Fig"]])
  }

  @Test func `fingerprints include attached records`() throws {
    func fingerprint(_ recipes: String, _ fields: [Int]?) throws -> Fingerprint {
      let left = ArraySource(try records("name\nApple\n", "fruits"))
      let right = ArraySource(try records("name,fruits,time\n\(recipes)", "recipes"))
      let joined = left.joined(with: right, as: "recipes", on: "name", equals: "fruits")
      var parts = Fingerprinter()
      joined.items[0].combine(fields: fields, into: &parts)
      return parts.finish()
    }
    #expect(try fingerprint("Tart,Apple,1\n", nil) == fingerprint("Tart,Apple,1\nSoup,Fig,2\n", nil))
    #expect(try fingerprint("Tart,Apple,1\n", nil) != fingerprint("Tart,Apple,2\n", nil))
    #expect(try fingerprint("Tart,Apple,1\n", [1]) != fingerprint("Tart,Apple,2\n", [1]))
    #expect(try fingerprint("Tart,Apple,1\n", [0]) == fingerprint("Tart,Apple,2\n", [0]))
  }

  /// Edits both sides at random, and compares with records that are joined again.
  @Test(arguments: Seeds.fixed(4, fresh: 3))
  func `joins follow both sources`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "c", "d"]
    var serial = 0
    let schema = Schema([Field(name: "name", type: .text), Field(name: "keys", type: .list)])
    func record(_ dataset: String, _ id: Int? = nil) -> Record {
      serial += 1
      let keys = (0..<Int.random(in: 0...3, using: &random)).map { _ in names.randomElement(using: &random) ?? "" }
      return Record(
        id: .init(dataset: dataset, key: "\(id ?? serial)"), row: serial, schema: schema,
        values: [.text("\(serial)"), keys.isEmpty ? .missing : .list(keys.map(Value.text))])
    }
    let left = ArraySource((0..<4).map { _ in record("left") })
    let right = ArraySource((0..<4).map { _ in record("right") })
    let joined = left.joined(with: right, as: "all", on: "keys", equals: "keys")
    let shown = Shown(joined)
    for step in 0..<40 {
      let source = Bool.random(using: &random) ? left : right
      let name = source === left ? "left" : "right"
      let count = source.items.count
      switch Int.random(in: 0..<6, using: &random) {
      case 0: source.insert(record(name), at: Int.random(in: 0...count, using: &random))
      case 1 where count > 0: source.remove(at: Int.random(in: 0..<count, using: &random))
      case 2 where count > 1:
        source.move(from: Int.random(in: 0..<count, using: &random), to: Int.random(in: 0..<count, using: &random))
      case 3: source.reload((0..<Int.random(in: 0...4, using: &random)).map { _ in record(name) })
      case _ where count > 0:
        let place = Int.random(in: 0..<count, using: &random)
        source.update(record(name, Int(source.items[place].id.key)), at: place)
      default: source.append(record(name))
      }
      let expected = left.items.map { item in
        let keys = Set(item.keys)
        return [item.title, item["name"]?.text ?? ""]
          + right.items.filter { !keys.isDisjoint(with: $0.keys) }.map(\.name)
      }
      #expect(joined.items.map(\.facts) == expected, "seed \(seed), step \(step), \(count) items")
      #expect(shown.items == expected, "seed \(seed), step \(step): what the batches tell")
    }
  }
}

/// The state as an observer derives it from batches alone.
private final class Shown {
  private(set) var items: [[String]]

  init(_ source: some DataSource<Record>) {
    items = source.items.map(\.facts)
    _ = source.addObserver(self) { [unowned source] shown, event in
      guard case .didUpdate(let batch, _) = event else { return }
      let fresh = Set(batch.items.inserts + batch.items.updates.map(\.after))
      let after = source.items.map(\.facts)
      guard !batch.isReload, let map = Optional(PathMap(batch)) else {
        shown.items = after
        return
      }
      var items = after
      // Records without an insert or update have to be unchanged.
      for (index, item) in shown.items.enumerated() {
        guard let place = map.newPath(of: ItemPath(section: 0, item: index)), !fresh.contains(place) else { continue }
        items[place.item] = item
      }
      shown.items = items
    }
  }
}

extension Record {
  fileprivate var keys: [String] {
    if case .list(let elements, _)? = self["keys"] { elements.map(\.text) } else { [] }
  }

  fileprivate var name: String { self["name"]?.text ?? "" }

  fileprivate var facts: [String] {
    guard case .records(let attached)? = self["all"] else { return [title, name] }
    return [title, name] + attached.map(\.name)
  }
}
