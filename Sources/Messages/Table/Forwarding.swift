/// Which messages a source forwards to those that it stands on: by family, and by selector.
public struct Forwarding: Hashable, Sendable {
  private var families: Set<SelectorFamily>
  private var areExcluded: Bool
  private var selectors: Set<String>

  private init(_ families: Set<SelectorFamily>, areExcluded: Bool, selectors: Set<String>) {
    self.families = families
    self.areExcluded = areExcluded
    self.selectors = selectors
  }

  /// Every message.
  public static let everything = Forwarding([], areExcluded: true, selectors: [])

  /// The messages of some families alone, and some others by name.
  public static func only(_ families: Set<SelectorFamily>, andSelectors selectors: Set<String> = []) -> Self {
    Self(families, areExcluded: false, selectors: selectors)
  }

  /// All messages but those of some families, of which some are forwarded nevertheless by name.
  public static func everything(but families: Set<SelectorFamily>, andSelectors selectors: Set<String> = []) -> Self {
    Self(families, areExcluded: true, selectors: selectors)
  }

  /// Whether a selector is forwarded.
  public func includes<Arguments, Result>(_ selector: Selector<Arguments, Result>) -> Bool {
    families.contains(selector.family) != areExcluded || selectors.contains(selector.name)
  }
}
