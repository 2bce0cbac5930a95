import Dispatch

extension RandomAccessCollection where Self: Sendable, Index == Int {
  /// Returns the results of a pure function for the elements, in order. The function is called concurrently, on all
  /// processors.
  ///
  /// - Parameters:
  ///   - share: The number of elements that are processed together on one thread. There is no concurrency up to this
  ///     number.
  ///   - makeWorkspace: Creates the workspace for a share, such as memory that is reused for each of its elements.
  ///   - transform: The function.
  /// - Complexity: O(*n*) calls.
  package func concurrentMap<Workspace, Result: Sendable>(
    inSharesOf share: Int = 1024, with makeWorkspace: @Sendable () -> Workspace,
    _ transform: @Sendable (Element, inout Workspace) -> Result
  ) -> [Result] {
    [Result](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // Each index is written once, by the thread that processes its share. No index is read before all threads have
      // finished.
      nonisolated(unsafe) let results = buffer
      DispatchQueue.concurrentPerform(iterations: (count + share - 1) / share) { number in
        var workspace = makeWorkspace()
        for place in number * share..<Swift.min((number + 1) * share, count) {
          results.initializeElement(at: place, to: transform(self[startIndex + place], &workspace))
        }
      }
      initializedCount = count
    }
  }

  /// Returns the results of a closure for the elements, in order, computed concurrently on all processors.
  package func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
    concurrentMap(with: {}) { element, _ in transform(element) }
  }
}
