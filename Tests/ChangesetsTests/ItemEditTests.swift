import Changesets
import Foundation
import TestKit
import Testing

/// Holds batches of one edit to the same batches with lists.
@Suite struct ItemEditTests {
  /// Every edit of one item in two sections of up to two items, possible or not, beside its lists.
  private static let all: [(edit: ItemEdit, lists: Edits<ItemPath>)] = {
    let paths = [-1, 0, 1].flatMap { section in [-1, 0, 1, 2].map { ItemPath(section: section, item: $0) } }
    let pairs = paths.flatMap { before in paths.map { Pair(before, $0) } }
    return paths.map { (ItemEdit(deleting: $0), Edits(deletes: [$0])) }
      + paths.map { (ItemEdit(inserting: $0), Edits(inserts: [$0])) }
      + pairs.map { (ItemEdit(moving: $0), Edits(moves: [$0])) }
      + pairs.map { (ItemEdit(moving: $0, andUpdating: true), Edits(moves: [$0], updates: [$0])) }
      + pairs.map { (ItemEdit(updating: $0), Edits(updates: [$0])) }
  }()

  @Test func anEditSaysWhatItsListsSay() throws {
    for (edit, lists) in Self.all {
      let (batch, listed) = (UpdateBatch(edit), UpdateBatch(items: lists))
      #expect(batch == listed && batch.hashValue == listed.hashValue, "\(edit)")
      #expect(batch.items == lists && batch.sections.isEmpty, "\(edit)")
      #expect(batch.count == lists.count && !batch.isEmpty && !batch.isReload, "\(edit)")
      #expect(batch.itemEdit == edit && listed.itemEdit == edit, "\(edit)")
      #expect(batch.normalised() == listed.normalised(), "\(edit)")
      #expect(batch.inverted() == listed.inverted(), "\(edit)")
      #expect(try JSONEncoder.sorted.encode(batch) == JSONEncoder.sorted.encode(listed), "\(edit)")
    }
  }

  @Test func compositionsOfEditsAreThoseOfTheirLists() {
    var random = SeededGenerator(seed: 4)
    for round in 0..<2_000 {
      let (first, second) = (Self.all.randomElement(using: &random), Self.all.randomElement(using: &random))
      guard let first, let second else { return }
      let composed = UpdateBatch(first.edit).composed(with: UpdateBatch(second.edit))
      let listed = UpdateBatch(items: first.lists).composed(with: UpdateBatch(items: second.lists))
      #expect(composed == listed, "round \(round): \(first.edit), then \(second.edit)")
    }
  }

  @Test func moreThanOneEditIsNone() {
    let path = ItemPath(section: 0, item: 0), pair = Pair(path, ItemPath(section: 0, item: 3))
    let batches: [UpdateBatch] = [
      UpdateBatch(), .reload, UpdateBatch(items: .reload), UpdateBatch(sections: Edits(updates: [Pair(0, 0)])),
      UpdateBatch(items: Edits(deletes: [path], inserts: [path])),
      UpdateBatch(items: Edits(deletes: [path, pair.after])),
      UpdateBatch(items: Edits(moves: [pair], updates: [Pair(path, path)])),
      UpdateBatch(sections: Edits(deletes: [1]), items: Edits(deletes: [path])),
    ]
    for batch in batches { #expect(batch.itemEdit == nil, "\(batch)") }
  }

  @Test func descriptionsTellTheEdits() {
    for items in [
      Edits(deletes: [ItemPath(section: 3, item: 141)]),
      Edits(inserts: [3, 4].map { ItemPath(section: $0, item: 141) }),
    ] {
      #expect("\(UpdateBatch(items: items))".contains("141"))
    }
    #expect("\(UpdateBatch(ItemEdit(deleting: ItemPath(section: 3, item: 141))))".contains("141"))
  }

  @Test func copiesAreIndependent() {
    let path = ItemPath(section: 1, item: 2)
    for original in [UpdateBatch(), UpdateBatch(ItemEdit(deleting: path)), UpdateBatch(items: Edits(inserts: [path]))] {
      var items = original.items
      items.updates.append(Pair(path, path))
      var copy = original
      copy.items.updates.append(Pair(path, path))
      #expect(copy == UpdateBatch(items: items) && copy != original)
      var other = copy
      other.sections.deletes = [7]
      #expect(copy.sections.isEmpty && other.items == items && other.sections == Edits(deletes: [7]))
      copy.items = Edits()
      #expect(copy.isEmpty && copy == UpdateBatch())
      #expect(original.items.updates.isEmpty)
    }
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
