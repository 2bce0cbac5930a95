/// The stored properties of a value, and of those within it, by the way to each: `sections.cells.title`.
///
/// Elements of arrays, what is in optionals and what cases of enumerations hold are looked into; all that there is has to be there in the value.
///
/// - Parameter leaves: The types that are not looked into.
public func storedProperties(of value: Any, leaves: [Any.Type]) -> Set<String> {
  var found: Set<String> = []
  func look(into value: Any, way: [String]) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional, .collection, .set:
      for child in mirror.children { look(into: child.value, way: way) }
    case _ where leaves.contains(where: { $0 == type(of: value) }) || mirror.children.isEmpty:
      found.insert(way.joined(separator: "."))
    default:
      for child in mirror.children {
        // What a case holds without a name is numbered.
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
        look(into: child.value, way: way + (label.map { [$0] } ?? []))
      }
    }
  }
  look(into: value, way: [])
  return found
}
