extension Fingerprint {
  /// Creates the fingerprint of a value's stored properties; see ``Fingerprinter/combine(storedPropertiesOf:)``.
  package init(storedPropertiesOf value: Any) {
    var parts = Fingerprinter()
    parts.combine(storedPropertiesOf: value)
    self = parts.finish()
  }
}

extension Fingerprinter {
  /// Appends a value by its stored properties, those of the values in them, and so on. A property that is added to a
  /// type counts without being named here or there.
  ///
  /// A value in it that is ``Fingerprintable`` appends itself, and a set or a dictionary counts regardless of its
  /// order. Reflection is slow: use it for what is combined a few times in a build, such as the layout of a kind of
  /// cells, and not for each row.
  ///
  /// - Precondition: No stored property is a closure, which has no properties that could count.
  /// - Complexity: O(*n* log *n*) in the number of stored properties.
  package mutating func combine(storedPropertiesOf value: Any) {
    if let value = value as? any Fingerprintable { return value.combine(into: &self) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case nil:
      precondition(value is any Hashable, "A \(type(of: value)) has no fingerprint.")
      combine(String(describing: value))
    // Without the check, all cases of an enumeration without associated values would be the same.
    case .enum where mirror.children.isEmpty: combine(String(describing: value))
    case .set, .dictionary:
      let elements = mirror.children.map { Fingerprint(storedPropertiesOf: $0.value) }
      combine(elements.sorted { ($0.high, $0.low) < ($1.high, $1.low) }) { $0.combine($1) }
    default:
      // The label of an enumeration's only child is the name of the case.
      combine(Array(mirror.children)) { parts, child in
        parts.combine(child.label)
        parts.combine(storedPropertiesOf: child.value)
      }
    }
  }
}
