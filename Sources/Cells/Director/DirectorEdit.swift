import Changesets
import DataSources

/// One edit of a director. It is checked when it is asked for, and made when its turn comes: then it cannot fail.
enum DirectorEdit {
  case insertSection(DirectorState.Section, at: Int)
  case removeSections(Range<Int>)
  case moveSection(from: Int, to: Int)
  /// Puts another section in the place of one with the same identifier, and tells what is different.
  case replaceSection(DirectorState.Section, at: Int)
  /// Puts other sections in the place of all, and tells what is different.
  case replaceAll([DirectorState.Section])
  case insertModels([DirectorModel], at: ItemPath)
  case removeModels(Range<Int>, inSection: Int)
  case moveModel(from: ItemPath, to: ItemPath)
  case updateModel(DirectorModel, at: ItemPath)

  /// Whether sections may be collapsed otherwise afterwards.
  var concernsCollapsing: Bool {
    switch self {
    // Also one that is expanded: in a session, it may be one that was taken out.
    case .insertSection, .replaceSection, .replaceAll: true
    default: false
    }
  }
}

// MARK: - Making

extension DirectorEdit {
  /// What the edit tells that is told as a difference; nothing where ``make(in:_:)`` tells it.
  ///
  /// - Parameter state: What it is made in, and fits.
  /// - Complexity: O(*n*) on average, *n* being the number of models in the sections that it is about.
  func difference(from state: DirectorState) -> UpdateBatch? {
    switch self {
    case .replaceSection(let section, let index):
      let batch = DirectorState.difference(from: [state.sections[index]], to: [section])
      return UpdateBatch(
        sections: Edits(updates: batch.sections.updates.map { _ in Pair(index, index) }),
        items: batch.items.inSection(index))
    case .replaceAll(let sections): return DirectorState.difference(from: state.sections, to: sections)
    default: return nil
    }
  }

  /// Makes the edit.
  ///
  /// - Parameters:
  ///   - state: What it is made in, and fits.
  ///   - recorder: Is told of it, unless it is told as a difference.
  /// - Complexity: O(*k*) on average, *k* being the number of models in the sections that it is about, and of all sections.
  func make(in state: inout DirectorState, _ recorder: inout BatchRecorder) {
    switch self {
    case .insertSection(let section, let index):
      state.sections.insert(section, at: index)
      state.keys.formUnion(section.models.lazy.map(\.key))
      recorder.insertSections(at: index)
    case .removeSections(let range):
      for section in state.sections[range] { state.keys.subtract(section.models.lazy.map(\.key)) }
      state.sections.removeSubrange(range)
      recorder.removeSections(range.count, at: range.lowerBound)
    case .moveSection(let index, let target):
      state.sections.insert(state.sections.remove(at: index), at: target)
      recorder.moveSection(from: index, to: target)
    case .replaceSection(let section, let index):
      state.keys.subtract(state.sections[index].models.lazy.map(\.key))
      state.keys.formUnion(section.models.lazy.map(\.key))
      state.sections[index] = section
    case .replaceAll(let sections):
      state.sections = sections
      state.keys = Set(sections.lazy.flatMap { $0.models.lazy.map(\.key) })
    case .insertModels(let models, let path):
      state.sections[path.section].models.insert(contentsOf: models, at: path.item)
      state.keys.formUnion(models.lazy.map(\.key))
      recorder.insertItems(models.count, at: path)
    case .removeModels(let range, let section):
      state.keys.subtract(state.sections[section].models[range].lazy.map(\.key))
      state.sections[section].models.removeSubrange(range)
      recorder.removeItems(range.count, at: ItemPath(section: section, item: range.lowerBound))
    case .moveModel(let path, let target):
      let model = state.sections[path.section].models.remove(at: path.item)
      state.sections[target.section].models.insert(model, at: target.item)
      recorder.moveItem(from: path, to: target)
    case .updateModel(let model, let path):
      let old = state.sections[path.section].models[path.item].key
      state.sections[path.section].models[path.item] = model
      if old == model.key { return recorder.updateItem(at: path) }
      state.keys.remove(old)
      state.keys.insert(model.key)
      recorder.removeItems(at: path)
      recorder.insertItems(at: path)
    }
  }
}

extension Edits<ItemPath> {
  /// The edits of the items of a single section, as those of another one.
  fileprivate func inSection(_ section: Int) -> Self {
    func moved(_ path: ItemPath) -> ItemPath { ItemPath(section: section, item: path.item) }
    func moved(_ pair: Pair<ItemPath>) -> Pair<ItemPath> { Pair(moved(pair.before), moved(pair.after)) }
    return Edits(
      deletes: deletes.map(moved), inserts: inserts.map(moved), moves: moves.map(moved), updates: updates.map(moved))
  }
}
