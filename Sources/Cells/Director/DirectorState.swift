import Changesets

/// What a director consists of in one state.
struct DirectorState {
  /// A section, with its models kept apart.
  struct Section {
    /// The section without its models.
    var section: DirectorSection
    var models: [DirectorModel]

    /// The section as others see it.
    var whole: DirectorSection {
      var whole = section
      whole.models = models.map(\.model)
      return whole
    }
  }

  var sections: [Section] = []
  /// What tells all models apart, in all sections.
  var keys: Set<DirectorModel.Key> = []

  /// The index of a section.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  func index(of identifier: String) -> Int? { sections.firstIndex { $0.section.identifier == identifier } }

  /// The batch that leads from some sections to others: sections by their identifiers, then models by identity and content.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of models and sections, and O(*m* log *m*) for *m* out of order.
  static func difference(
    from old: [Section], to new: [Section], updated: Set<DirectorModel.Key> = []
  ) -> UpdateBatch {
    let sections = ClosureMatching<Section, String>(id: \.section.identifier) {
      $0.section.showsTheSame(as: $1.section)
    }
    return diffWithDefaultOptions(
      from: old, to: new, sections: sections, items: \.models, matching: DirectorMatching(updated: updated))
  }
}
