/// The stored properties of a value, and of those within it, by the path to each: `sections.cells.title`.
///
/// Elements of arrays, wrapped values of optionals and associated values of enumerations are included; the value must
/// contain an example of each.
///
/// - Parameter leaves: The types whose properties are not included.
public func storedProperties(of value: Any, leaves: [Any.Type]) -> Set<String> {
  var found: Set<String> = []
  func look(into value: Any, path: [String]) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional, .collection, .set:
      for child in mirror.children { look(into: child.value, path: path) }
    case _ where leaves.contains(where: { $0 == type(of: value) }) || mirror.children.isEmpty:
      found.insert(path.joined(separator: "."))
    default:
      for child in mirror.children {
        // Associated values without a label are numbered.
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
        look(into: child.value, path: path + (label.map { [$0] } ?? []))
      }
    }
  }
  look(into: value, path: [])
  return found
}
