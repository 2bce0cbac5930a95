import Changesets

/// A model of a director, with what it is told apart by.
struct DirectorModel {
  let model: Any
  let key: Key
  /// What knows models of the type.
  let adapter: DirectorAdapter

  /// Types are told apart by which they are: two that have the same name are two.
  struct Key: Hashable {
    let type: ObjectIdentifier
    let id: AnyHashable
  }

  init(_ model: Any, _ adapter: DirectorAdapter) {
    self.model = model
    self.adapter = adapter
    key = Key(type: ObjectIdentifier(dynamicType(of: model)), id: adapter.id(model))
  }
}

/// What a director knows of the models of an adapter.
final class DirectorAdapter {
  let type: ObjectIdentifier
  let accepts: (Any) -> Bool
  let id: (Any) -> AnyHashable
  let hasSameContent: (Any, Any) -> Bool

  init<Model, ID: Hashable>(
    _ type: Model.Type, id: @escaping (Model) -> ID, content: @escaping (Model, Model) -> Bool
  ) {
    self.type = ObjectIdentifier(type)
    accepts = { $0 is Model }
    // Only what is accepted is asked about.
    self.id = { ($0 as? Model).map { AnyHashable(id($0)) } ?? AnyHashable(ObjectIdentifier(type)) }
    hasSameContent = { old, new in
      guard let old = old as? Model, let new = new as? Model else { return false }
      return content(old, new)
    }
  }
}

/// Compares models by what their adapters know of them.
struct DirectorMatching: Matching {
  /// Models that changed even if they look the same.
  let updated: Set<DirectorModel.Key>

  func id(of element: DirectorModel) -> DirectorModel.Key { element.key }

  func hasSameContent(_ old: DirectorModel, _ new: DirectorModel) -> Bool {
    !updated.contains(new.key) && old.adapter.hasSameContent(old.model, new.model)
  }
}
