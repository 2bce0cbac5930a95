import Changesets

extension Snapshot {
  /// Adds sections without items at the end.
  ///
  /// - Throws: `UpdateError` if a section is there already or given twice.
  /// - Complexity: O(*k* log *s*) for *k* new sections among *s*.
  public mutating func appendSections(_ sections: [Section]) throws {
    try requireNew(sections: sections)
    insert(sections, before: nil)
  }

  /// Adds sections without items before a section.
  ///
  /// - Throws: `UpdateError` if a section is there already or given twice, or if there is none to insert them before.
  /// - Complexity: O(*k* log *s*) for *k* new sections among *s*.
  public mutating func insertSections(_ sections: [Section], beforeSection section: Section) throws {
    let successor = try handle(ofSection: section)
    try requireNew(sections: sections)
    insert(sections, before: successor)
  }

  /// Adds sections without items after a section.
  ///
  /// - Throws: `UpdateError` if a section is there already or given twice, or if there is none to insert them after.
  /// - Complexity: O(*k* log *s*) for *k* new sections among *s*.
  public mutating func insertSections(_ sections: [Section], afterSection section: Section) throws {
    let predecessor = try handle(ofSection: section)
    try requireNew(sections: sections)
    insert(sections, before: order.handle(after: predecessor))
  }

  /// Removes sections with their items, and all their marks. Naming a section twice is naming it once.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  /// - Complexity: O(*k* log *s* + *m*) for *k* of *s* sections, and *m* items in them.
  public mutating func deleteSections(_ sections: [Section]) throws {
    try requireKnown(sections: sections)
    for section in sections {
      guard let handle = sectionHandles.removeValue(forKey: section) else { continue }
      for item in contents[handle.offset]?.items ?? [] {
        places.removeValue(forKey: item)
        removeMarks(ofItem: item)
      }
      contents[handle.offset] = nil
      order.remove(handle)
      reloadedSections.remove(section)
    }
  }

  /// Moves a section before another one. Its items go with it untouched. A section before itself stays where it is.
  ///
  /// - Throws: `UpdateError` if one of the sections is not there.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public mutating func moveSection(_ section: Section, beforeSection other: Section) throws {
    order.move(try handle(ofSection: section), before: try handle(ofSection: other))
  }

  /// Moves a section after another one. Its items go with it untouched. A section after itself stays where it is.
  ///
  /// - Throws: `UpdateError` if one of the sections is not there.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public mutating func moveSection(_ section: Section, afterSection other: Section) throws {
    let (moved, predecessor) = (try handle(ofSection: section), try handle(ofSection: other))
    order.move(moved, before: order.handle(after: predecessor))
  }

  /// Adds sections that were checked.
  mutating func insert(_ sections: [Section], before successor: RankTree.Handle?) {
    for section in sections {
      let handle = order.insert(before: successor, weight: 0)
      let content = SectionContent<Section, Item>(identifier: section)
      if handle.offset < contents.count { contents[handle.offset] = content } else { contents.append(content) }
      sectionHandles[section] = handle
    }
  }
}
