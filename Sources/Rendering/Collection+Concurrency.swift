import Dispatch

extension RandomAccessCollection where Self: Sendable, Index == Int {
  /// Returns the results of a pure function for all elements, in their order. The function is called on all processors.
  ///
  /// - Parameters:
  ///   - share: The minimum number of elements for which a thread is used.
  ///   - makeWorkspace: Creates the workspace of a thread, such as memory that the thread reuses for every element.
  ///   - transform: The function.
  /// - Complexity: O(*n*) calls.
  package func concurrentMap<Workspace, Result: Sendable>(
    inSharesOf share: Int = 1024, with makeWorkspace: @Sendable () -> Workspace,
    _ transform: @Sendable (Element, inout Workspace) -> Result
  ) -> [Result] {
    [Result](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // Each place is written once, by one thread, and is not read before all threads have finished.
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

  /// Returns the results of a closure for all elements, in their order. The closure is called on all processors.
  package func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
    concurrentMap(with: {}) { element, _ in transform(element) }
  }
}
