/// The baseline of a diff's measurement.
enum Baseline: String {
  /// The insertion of the keys of one state into a dictionary with enough capacity.
  case insertion = "dictionary insertion"
  /// The comparison of two equal arrays.
  case equality = "array =="
  /// The diff of the standard library, which infers moves from its deletes and inserts.
  case standardLibrary = "difference.inferringMoves"

  func run(_ load: Workload) -> () -> Int {
    switch self {
    case .insertion:
      return {
        var places: [Row.ID: Int] = [:]
        places.reserveCapacity(load.old.count)
        for (place, row) in load.old.enumerated() { places[row.id] = place }
        return places.count
      }
    case .equality:
      let copy = load.old.map(\.self)
      return { load.old == copy ? 1 : 0 }
    case .standardLibrary:
      return { load.new.difference(from: load.old).inferringMoves().count }
    }
  }
}
