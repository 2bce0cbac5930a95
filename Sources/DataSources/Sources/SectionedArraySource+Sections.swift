public import Changesets

extension SectionedArraySource {
  /// Puts a section at the end.
  ///
  /// - Complexity: O(*k*), *k* being the number of its items, beside what the chain does.
  public func appendSection(_ section: SectionState<String?, Item>) {
    link.edit { [self] in
      recorder.insertSections(at: contents.count)
      contents.append(Section(section))
    }
  }

  /// Puts a section at a place.
  ///
  /// - Complexity: O(*k* + *s*), *k* being the number of its items and *s* that of sections, beside what the chain
  ///   does.
  public func insertSection(_ section: SectionState<String?, Item>, at index: Int) {
    link.edit { [self] in
      recorder.insertSections(at: index)
      contents.insert(Section(section), at: index)
    }
  }

  /// Takes a section out, with all its items.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections, beside what the chain does.
  public func removeSection(at index: Int) {
    link.edit { [self] in
      recorder.removeSections(at: index)
      contents.remove(at: index)
    }
  }

  /// Takes all sections out, with all their items.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections, beside what the chain does.
  public func removeAll() {
    link.edit { [self] in
      recorder.removeSections(contents.count, at: 0)
      contents.removeAll()
    }
  }

  /// Moves a section, with all its items.
  ///
  /// - Parameters:
  ///   - index: Where it is.
  ///   - target: Where it is afterwards.
  /// - Complexity: O(*s*), *s* being the number of sections, beside what the chain does.
  public func moveSection(from index: Int, to target: Int) {
    link.edit { [self] in
      recorder.moveSection(from: index, to: target)
      contents.insert(contents.remove(at: index), at: target)
    }
  }

  /// Gives a section another name.
  public func renameSection(at index: Int, _ name: String?) {
    link.edit { [self] in
      if contents[index].name != name { recorder.updateSection(at: index) }
      contents[index].name = name
    }
  }

  /// Puts other sections in the place of all: nothing of those before is said to be still there.
  ///
  /// - Complexity: O(*n* + *s*), *n* being the number of items and *s* that of sections.
  public func reload(_ sections: [SectionState<String?, Item>]) {
    link.edit { [self] in
      recorder.reload()
      contents = sections.map(Section.init)
    }
  }
}
