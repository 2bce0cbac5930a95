import Changesets

extension UpdateBatch {
  /// The edits, in words.
  var summary: String {
    if isReload { return "reload" }
    func list<Place>(_ what: String, _ places: EditList<Place>) -> [String] {
      places.isEmpty ? [] : ["\(what) \(places.map { "\($0)" }.joined(separator: ", "))"]
    }
    return
      (list("delete section", sections.deletes) + list("insert section", sections.inserts)
      + list("move section", sections.moves) + list("update section", sections.updates)
      + list("delete", items.deletes) + list("insert", items.inserts)
      + list("move", items.moves) + list("update", items.updates))
      .joined(separator: "; ")
  }
}
