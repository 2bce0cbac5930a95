import Changesets
import DataSources
import TestKit
import Testing

/// One edit of a state.
enum ModelEdit {
  case insertItems(Int, ItemPath), removeItems(Int, ItemPath), moveItem(ItemPath, ItemPath), updateItem(ItemPath)
  case insertSections(Int, Int), removeSections(Int, Int), moveSection(Int, Int), updateSection(Int)

  func record(in recorder: inout BatchRecorder) {
    switch self {
    case .insertItems(let count, let path): recorder.insertItems(count, at: path)
    case .removeItems(let count, let path): recorder.removeItems(count, at: path)
    case .moveItem(let from, let to): recorder.moveItem(from: from, to: to)
    case .updateItem(let path): recorder.updateItem(at: path)
    case .insertSections(let count, let section): recorder.insertSections(count, at: section)
    case .removeSections(let count, let section): recorder.removeSections(count, at: section)
    case .moveSection(let from, let to): recorder.moveSection(from: from, to: to)
    case .updateSection(let section): recorder.updateSection(at: section)
    }
  }
}

/// A state as arrays of elements, each with an identity and a version.
struct EditedModel {
  struct Item: Hashable {
    var id: Int
    var version = 0
  }

  struct Section {
    var id: Int
    var version = 0
    var items: [Item]
  }

  var sections: [Section] = []
  private var nextID = 0

  init(counts: [Int]) {
    for count in counts { sections.append(makeSection(count: count)) }
  }

  private mutating func makeID() -> Int {
    nextID += 1
    return nextID
  }

  private mutating func makeSection(count: Int) -> Section {
    Section(id: makeID(), items: (0..<count).map { _ in Item(id: makeID()) })
  }

  func applying(_ edit: ModelEdit) -> EditedModel {
    var new = self
    switch edit {
    case .insertItems(let count, let path):
      let items = (0..<count).map { _ in Item(id: new.makeID()) }
      new.sections[path.section].items.insert(contentsOf: items, at: path.item)
    case .removeItems(let count, let path):
      new.sections[path.section].items.removeSubrange(path.item..<path.item + count)
    case .moveItem(let from, let to):
      new.sections[to.section].items.insert(new.sections[from.section].items.remove(at: from.item), at: to.item)
    case .updateItem(let path):
      new.sections[path.section].items[path.item].version += 1
    case .insertSections(let count, let index):
      for offset in 0..<count { new.sections.insert(new.makeSection(count: 2), at: index + offset) }
    case .removeSections(let count, let index):
      new.sections.removeSubrange(index..<index + count)
    case .moveSection(let from, let to):
      new.sections.insert(new.sections.remove(at: from), at: to)
    case .updateSection(let index):
      new.sections[index].version += 1
    }
    return new
  }

  /// Records edits, and compares the batch with the diff, and its result with the state after.
  func expectBatch(of edits: [ModelEdit], to new: EditedModel, _ name: String = "") {
    var recorder = BatchRecorder()
    for edit in edits { edit.record(in: &recorder) }
    let batch = recorder.finish()
    do {
      let expected = diff(
        from: sections, to: new.sections, sectionID: \.id, items: \.items, id: \.id,
        sectionContent: { $0.version == $1.version }, content: ==)
      let replayed = try batch.applied(to: sections.map(\.items), counts: new.sections.map(\.items.count)) {
        new.sections[$0.section].items[$0.item]
      }
      guard batch == expected, batch == batch.normalized(), replayed == new.sections.map(\.items) else {
        Issue.record("\(name): \(edits) became \(batch), not \(expected)")
        return
      }
    } catch {
      Issue.record("\(name): \(edits) became \(batch): \(error)")
    }
  }
}

// MARK: - Possible edits

extension EditedModel {
  private var paths: [ItemPath] {
    sections.indices.flatMap { section in
      sections[section].items.indices.map { ItemPath(section: section, item: $0) }
    }
  }

  /// Where an item can be inserted.
  private var gaps: [ItemPath] {
    sections.indices.flatMap { section in
      (0...sections[section].items.count).map { ItemPath(section: section, item: $0) }
    }
  }

  /// All edits that are possible, of up to so many things each.
  func everyEdit(upTo limit: Int) -> [ModelEdit] {
    var edits: [ModelEdit] = []
    for gap in gaps { edits += (1...limit).map { .insertItems($0, gap) } }
    for path in paths {
      let rest = sections[path.section].items.count - path.item
      edits += (1...min(limit, rest)).map { .removeItems($0, path) }
      edits.append(.updateItem(path))
      for gap in gaps where gap.section != path.section || gap.item < sections[path.section].items.count {
        edits.append(.moveItem(path, gap))
      }
    }
    for index in 0...sections.count { edits += (1...limit).map { .insertSections($0, index) } }
    for index in sections.indices {
      edits += (1...min(limit, sections.count - index)).map { .removeSections($0, index) }
      edits.append(.updateSection(index))
      edits += sections.indices.map { .moveSection(index, $0) }
    }
    return edits
  }

  /// An edit of any kind; nothing where there is nothing for it to edit.
  func randomEdit(using random: inout SeededGenerator) -> ModelEdit? {
    let path = paths.randomElement(using: &random), gap = gaps.randomElement(using: &random)
    let section = sections.indices.randomElement(using: &random)
    let other = sections.indices.randomElement(using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5:
      return gap.map { .insertItems(Int.random(in: 1...3, using: &random), $0) }
    case 5..<8:
      return path.map { path in
        let rest = sections[path.section].items.count - path.item
        return .removeItems(Int.random(in: 1...min(3, rest), using: &random), path)
      }
    case 8..<12:
      guard let path, let gap else { return nil }
      let last = sections[gap.section].items.count - (gap.section == path.section ? 1 : 0)
      return .moveItem(path, ItemPath(section: gap.section, item: min(gap.item, last)))
    case 12..<15: return path.map { .updateItem($0) }
    case 15:
      return .insertSections(Int.random(in: 1...2, using: &random), Int.random(in: 0...sections.count, using: &random))
    case 16: return section.map { .removeSections(Int.random(in: 1...min(2, sections.count - $0), using: &random), $0) }
    case 17..<19:
      guard let section, let other else { return nil }
      return .moveSection(section, other)
    default: return section.map { .updateSection($0) }
    }
  }
}
