import Changesets
import DataSources

/// The check of one batch of a link against the states before and after it.
struct BatchCheck {
  let before: SourceState
  let after: SourceState
  let source: any DataSource

  /// Returns the first problem of a batch, or nil if it meets the demands.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of sections and items in both states.
  func problem(with batch: UpdateBatch, _ demands: Oracle.Demands) -> Problem? {
    if batch.isReload {
      let upstream = source.link.upstream
      // A leaf decides itself when it is reloaded.
      let isNeeded = upstream.isEmpty || upstream.contains { $0.batch.isReload }
      return isNeeded || !demands.contains(.neededReloads)
        ? nil : Problem(.needlessReload, "The batch is a reload, though no source was reloaded.")
    }
    // These two checks settle nearly all batches. The rest of the function finds out what is wrong.
    if isPlainlyTrue(batch) || batch == expectedBatch(trusting: batch) { return nil }
    if let problem = wrongCounts(batch) ?? wrongPairs(batch) { return problem }
    guard before.isUnambiguous && after.isUnambiguous else { return nil }
    let edits = batch.withoutUpdates.normalized()
    var truth = expectedBatch(trusting: batch)
    // Names identify sections, except where a source has inserted one with the name of an earlier one.
    if edits != truth.withoutUpdates { truth = self.expectedBatch(trusting: batch, knowsNewSections: true) }
    if demands.contains(.fewestEdits), edits != truth.withoutUpdates {
      return Problem(.needlessEdits, "The batch deletes, inserts or moves what could have stayed.")
    }
    return demands.contains(.neededUpdates) ? needlessUpdate(batch, truth) : nil
  }

  /// Returns the batch from the state before to the state after, by identity.
  ///
  /// - Parameters:
  ///   - batch: A batch whose section updates are trusted: where it updates a section whose name changed to that of
  ///     another identity, both are treated as the same section.
  ///   - knowsNewSections: Whether a section that a source inserted is treated as new, even if an earlier section had
  ///     its name.
  func expectedBatch(trusting batch: UpdateBatch, knowsNewSections: Bool = false) -> UpdateBatch {
    var after = after
    after.takeOldNames(in: batch.sections.updates, from: before)
    if knowsNewSections {
      for section in after.sections.indices where source.isInsertedBelow(section) {
        after.sections[section].value.id = .new(section)
      }
    }
    return diff(
      from: before.sections, to: after.sections,
      sections: ClosureMatching(id: \.value.id, content: { $0.value.name == $1.value.name }), items: \.items,
      matching: ClosureMatching(id: \.id, content: { $0.content == $1.content }))
  }

  private func wrongCounts(_ batch: UpdateBatch) -> Problem? {
    do {
      try batch.validate(before: before.counts, after: after.counts)
      return nil
    } catch {
      return Problem(.invalidBatch, "\(error)")
    }
  }

  /// Checks that whatever a valid batch retains, moves and updates agrees with the states.
  private func wrongPairs(_ batch: UpdateBatch) -> Problem? {
    let map = PathMap(batch)
    let updatedSections = Set(batch.sections.updates.map(\.before)),
      updatedItems = Set(batch.items.updates.map(\.before))
    for (index, section) in before.sections.enumerated() {
      if let target = map.newIndex(ofSection: index), !updatedSections.contains(index) {
        let name = after.sections[target].value.name
        if name != section.value.name {
          let (old, new) = (section.value.name ?? "", name ?? "")
          return Problem(
            .missingUpdate, "Section \(index), “\(old)”, is section \(target), “\(new)”, afterwards, without an update."
          )
        }
      }
      for (position, item) in section.items.enumerated() {
        let path = ItemPath(section: index, item: position)
        guard let target = map.newPath(of: path) else { continue }
        let other = after.sections[target.section].items[target.item]
        if item.id != other.id {
          return Problem(
            .wrongResult,
            "The item at \(path) should be at \(target) afterwards, by the batch, and another one is there.")
        }
        if item.content != other.content, !updatedItems.contains(path) {
          return Problem(
            .missingUpdate, "The item at \(path) has another content afterwards, at \(target), without an update.")
        }
      }
    }
    return nil
  }

  /// Returns a problem if the batch updates an item or section that kept its content and that no source updated.
  private func needlessUpdate(_ batch: UpdateBatch, _ truth: UpdateBatch) -> Problem? {
    if source.link.upstream.isEmpty { return nil }
    let items = Set(truth.items.updates), sections = Set(truth.sections.updates)
    if let update = batch.items.updates.first(where: { !items.contains($0) && !source.isUpdatedBelow($0.after) }) {
      return Problem(.needlessUpdate, "The item \(update) is updated and did not change.")
    }
    if let update = batch.sections.updates.first(where: { !sections.contains($0) && !source.isUpdatedBelow($0.after) })
    {
      return Problem(.needlessUpdate, "The section \(update) is updated and did not change.")
    }
    return nil
  }
}

extension SourceState {
  /// Restores the identities that renamed sections had before.
  fileprivate mutating func takeOldNames(in updates: EditList<PlacePair<Int>>, from before: SourceState) {
    guard !updates.isEmpty else { return }
    let old = Set(before.sections.map(\.value.id)), new = Set(sections.map(\.value.id))
    for update in updates
    where before.sections.indices.contains(update.before) && sections.indices.contains(update.after) {
      let (was, now) = (before.sections[update.before].value.id, sections[update.after].value.id)
      if !new.contains(was) && !old.contains(now) { sections[update.after].value.id = was }
    }
  }
}

extension UpdateBatch {
  fileprivate var withoutUpdates: UpdateBatch {
    var batch = self
    batch.sections.updates = []
    batch.items.updates = []
    return batch
  }
}

extension DataSource {
  /// Returns whether the batch of the item's source updates it, or another source updates an item that it may be made
  /// of: one that has no place of its own, as the matches of a join.
  fileprivate func isUpdatedBelow(_ path: ItemPath) -> Bool {
    guard let origin = sourcePath(for: path) else { return false }
    let isMade = !((self as? any RebuildableSource)?.passesItemsOn ?? true)
    return upstreamSources.enumerated().contains { index, source in
      source.link.batch.items.updates.contains { update in
        index == origin.source
          ? update.after == origin.path
          : isMade && self.path(for: SourcePath(source: index, path: update.after)) == nil
      }
    }
  }

  /// Returns whether the batch of the section's source updates it.
  fileprivate func isUpdatedBelow(_ section: Int) -> Bool {
    guard let origin = sourceSection(for: section) else { return false }
    return upstreamSources[origin.source].link.batch.sections.updates.contains { $0.after == origin.section }
  }

  /// Returns whether the batch of the section's source inserts it.
  fileprivate func isInsertedBelow(_ section: Int) -> Bool {
    guard let origin = sourceSection(for: section) else { return false }
    let batch = upstreamSources[origin.source].link.batch
    return batch.isReload || batch.sections.inserts.contains(origin.section)
  }
}

extension BatchCheck {
  /// Returns whether a single pass can prove that a batch is exactly the true change in normal form: sections stay as
  /// they are, no item moves, and iterating over both states side by side finds no differences except those of the
  /// batch.
  ///
  /// Most batches are of this kind, and this check costs a fraction of a diff.
  ///
  /// - Complexity: O(*n*), *n* being the number of items in both states.
  func isPlainlyTrue(_ batch: UpdateBatch) -> Bool {
    guard batch.sections.isEmpty, !batch.isReload, batch.items.moves.isEmpty,
      before.sections.count == after.sections.count
    else { return false }
    let edits = batch.items
    var deletes = 0
    var inserts = 0
    var updates = 0
    var gone: [AnyHashable] = [], arrived: Set<AnyHashable> = []
    for index in before.sections.indices {
      guard before.sections[index].value == after.sections[index].value else { return false }
      let (old, new) = (before.sections[index].items, after.sections[index].items)
      var (from, to) = (0, 0)
      while true {
        let (origin, target) = (ItemPath(section: index, item: from), ItemPath(section: index, item: to))
        if from < old.count, deletes < edits.deletes.count, edits.deletes[deletes] == origin {
          gone.append(old[from].id)
          deletes = deletes + 1
          from = from + 1
        } else if to < new.count, inserts < edits.inserts.count, edits.inserts[inserts] == target {
          arrived.insert(new[to].id)
          inserts = inserts + 1
          to = to + 1
        } else if from < old.count, to < new.count, old[from].id == new[to].id {
          if old[from].content != new[to].content {
            guard updates < edits.updates.count, edits.updates[updates] == PlacePair(origin, target) else {
              return false
            }
            updates += 1
          }
          from = from + 1
          to = to + 1
        } else {
          break
        }
      }
      guard from == old.count, to == new.count else { return false }
    }
    // An item that is both deleted and inserted could have stayed or moved.
    return deletes == edits.deletes.count && inserts == edits.inserts.count && updates == edits.updates.count
      && !gone.contains { arrived.contains($0) }
  }
}
