extension DataSource {
  /// This source and all that it stands on, directly or through others, each once: this one first, then what is met on
  /// the way from its first source up to the leaves, then from the second one, and so on.
  ///
  /// - Complexity: O(*l*), *l* being the number of links and of connections between them.
  public var chain: [any DataSource] {
    var found: [any DataSource] = []
    var isFound: Set<ObjectIdentifier> = []
    var waiting: [any DataSource] = [self]
    while let source = waiting.popLast() {
      guard isFound.insert(ObjectIdentifier(source)).inserted else { continue }
      found.append(source)
      waiting += source.asDerived?.upstreamSources.reversed() ?? []
    }
    return found
  }
}
