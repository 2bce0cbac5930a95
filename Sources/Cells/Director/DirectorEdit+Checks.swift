public import Changesets

extension UpdateError.Code {
  /// There is no adapter for a model.
  public static let missingAdapter = Self(rawValue: "director/missing-adapter")
  /// There is an adapter for the type already.
  public static let duplicateAdapter = Self(rawValue: "director/duplicate-adapter")
}

extension DirectorEdit {
  /// Checks whether the edit can be made.
  ///
  /// - Parameter state: What it is to be made in.
  /// - Throws: `UpdateError` if a place does not exist, or an identity is there twice.
  func check(_ state: DirectorState) throws(UpdateError) {
    switch self {
    case .insertSection(let section, let index):
      try check(index, isIn: 0..<state.sections.count + 1, "section")
      try check([section], state.keys, besides: state.sections)
    case .removeSections(let range):
      guard range.lowerBound >= 0, range.upperBound <= state.sections.count else {
        throw .outOfRange("There are no sections \(range): there are \(state.sections.count).")
      }
    case .moveSection(let index, let target):
      try check(index, isIn: state.sections.indices, "section")
      try check(target, isIn: state.sections.indices, "section")
    case .replaceSection(let section, let index):
      try check(index, isIn: state.sections.indices, "section")
      try check([section], state.keys.subtracting(state.sections[index].models.lazy.map(\.key)), besides: [])
    case .replaceAll(let sections): try check(sections, [], besides: [])
    case .insertModels(let models, let path):
      try check(path, in: state, isEndIncluded: true)
      try check(models, state.keys)
    case .removeModels(let range, let section):
      try check(section, isIn: state.sections.indices, "section")
      guard range.lowerBound >= 0, range.upperBound <= state.sections[section].models.count else {
        throw .outOfRange(
          "There are no models \(range) in section \(section): there are \(state.sections[section].models.count).")
      }
    case .moveModel(let path, let target):
      try check(path, in: state, isEndIncluded: false)
      try check(target, in: state, isEndIncluded: target.section != path.section)
    case .updateModel(let model, let path):
      try check(path, in: state, isEndIncluded: false)
      let old = state.sections[path.section].models[path.item].key
      if old != model.key { try check([model], state.keys) }
    }
  }

  private func check(_ index: Int, isIn range: Range<Int>, _ what: String) throws(UpdateError) {
    guard range.contains(index) else {
      throw .outOfRange("There is no \(what) \(index). Give an index in \(range).")
    }
  }

  private func check(_ path: ItemPath, in state: DirectorState, isEndIncluded: Bool) throws(UpdateError) {
    try check(path.section, isIn: state.sections.indices, "section")
    let count = state.sections[path.section].models.count + (isEndIncluded ? 1 : 0)
    guard (0..<count).contains(path.item) else {
      throw .outOfRange("There is no place \(path). Give an item in \(0..<count).")
    }
  }

  private func check(
    _ sections: [DirectorState.Section], _ keys: Set<DirectorModel.Key>, besides others: [DirectorState.Section]
  ) throws(UpdateError) {
    var identifiers = Set(others.map(\.section.identifier))
    for section in sections where !identifiers.insert(section.section.identifier).inserted {
      throw UpdateError(
        .duplicateIdentity,
        "There is a section “\(section.section.identifier)” already. Give each section an identifier of its own.")
    }
    if sections.count == 1 { return try check(sections[0].models, keys) }
    try check(sections.flatMap(\.models), keys)
  }

  private func check(_ models: [DirectorModel], _ keys: Set<DirectorModel.Key>) throws(UpdateError) {
    var new: Set<DirectorModel.Key> = []
    for model in models where keys.contains(model.key) || !new.insert(model.key).inserted {
      throw UpdateError(
        .duplicateIdentity,
        """
        A \(String(reflecting: dynamicType(of: model.model))) with the identity “\(model.key.id.base)” is there already. \
        Give each model an identity of its own, or move the one that is there.
        """)
    }
  }
}

extension UpdateError {
  fileprivate static func outOfRange(_ message: String) -> UpdateError { UpdateError(.outOfRange, message) }
}
