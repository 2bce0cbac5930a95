public import Changesets

extension Mapping {
  /// Shows its source unchanged, and notifies observers of its updates.
  public static func notify<Item>() -> Self where Self == Mappings.Notify<Item> { Self() }
}

extension Mappings {
  /// Passes everything on unchanged: a link of a chain for observers.
  ///
  /// ```swift
  /// let found = fruits.applying(.filter { $0.isRipe }).applying(.notify())
  /// page.token = found.whenUpdated(page) { page, batch in page.log(batch) }
  /// ```
  ///
  /// Observers are notified when all links of all chains show the state after the update, including those downstream of
  /// this one.
  public struct Notify<Item>: OneToOneMapping, SectionReadingMapping {
    public typealias SourceItem = Item

    var counts = SectionCounts()

    package init() {}
  }
}

extension Transform {
  /// Adds an observer, which is notified of every update after all links have been updated.
  ///
  /// Store the token, unless the transform is referenced elsewhere: observers do not keep it alive.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to, referenced weakly. The observer is removed when it is
  ///     deallocated.
  ///   - handler: Called for every update. It should not reference the owner strongly.
  /// - Returns: A token that cancels the observer earlier, and references the transform until then.
  public func whenUpdated<Owner: AnyObject, Item>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ batch: UpdateBatch) -> Void
  ) -> ObserverToken where M == Mappings.Notify<Item> {
    addObserver(owner) { owner, event in
      if case .didUpdate(let batch, _) = event { handler(owner, batch) }
    }
  }
}
