import Changesets

extension UpdateBatch {
  /// The batch in one line, for people.
  var summary: String {
    if isReload { return "reload" }
    if isEmpty { return "nothing" }
    return [sections.summary("section", "sections"), items.summary("item", "items")].compactMap(\.self)
      .joined(separator: "; ")
  }
}

extension Edits {
  fileprivate func summary(_ one: String, _ several: String) -> String? {
    func list(_ verb: String, _ places: EditList<some Any>) -> String? {
      places.isEmpty
        ? nil
        : "\(verb) \(places.count == 1 ? one : several) \(places.map { "\($0)" }.joined(separator: ", "))"
    }
    let lists = [
      list("delete", deletes), list("insert", inserts), list("move", moves), list("update", updates),
    ].compactMap(\.self)
    return lists.isEmpty ? nil : lists.joined(separator: ", ")
  }
}
