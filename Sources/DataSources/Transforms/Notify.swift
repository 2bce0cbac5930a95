public import Changesets

extension Mapping {
  /// Shows its source as it is, and notifies of its updates.
  public static func notify<Item>() -> Self where Self == Mappings.Notify<Item> {
    Self()
  }
}

extension Mappings {
  /// Passes everything on as it is: a place in a chain to listen at.
  ///
  /// ```swift
  /// let found = fruits.applying(.filter { $0.isRipe }).applying(.notify())
  /// page.token = found.whenUpdated(page) { page, batch in page.log(batch) }
  /// ```
  ///
  /// Listeners are notified when all links of all chains show the state after, those that stand on this one too.
  public struct Notify<Item>: OneToOneMapping {
    /// What the source provides.
    public typealias SourceItem = Item

    var counts = SectionCounts()

    package init() {}

    /// The items of the source's section.
    ///
    /// - Complexity: O(*k*) beside reading the source, *k* being the number of items.
    public func items(inSection section: Int, from sources: [any DataSource<Item>]) -> [Item] {
      sourceItems(inSection: section, from: sources)
    }
  }
}

extension Transform {
  /// Adds a listener, which is notified of every update, once all links have taken it over.
  ///
  /// - Parameters:
  ///   - owner: The object that the listener belongs to, referenced weakly. The listener is removed when it is deallocated.
  ///   - handler: Called for every update. It should not reference the owner strongly.
  /// - Returns: A token that cancels the listener earlier, and references the transform until then.
  public func whenUpdated<Owner: AnyObject, Item>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ batch: UpdateBatch) -> Void
  ) -> ObserverToken where M == Mappings.Notify<Item> {
    addObserver(owner) { owner, event in
      if case .didUpdate(let batch, _) = event { handler(owner, batch) }
    }
  }
}
