import Dispatch

extension RandomAccessCollection where Self: Sendable, Index == Int {
  /// What a pure function makes of each element, in order; it is called on all processors.
  ///
  /// - Parameters:
  ///   - share: How many elements are worth another thread.
  ///   - makeWorkspace: Makes what a thread works with, such as memory that it uses again for every element.
  ///   - transform: The function.
  /// - Complexity: O(*n*) calls.
  package func concurrentMap<Workspace, Result: Sendable>(
    inSharesOf share: Int = 1024, with makeWorkspace: @Sendable () -> Workspace,
    _ transform: @Sendable (Element, inout Workspace) -> Result
  ) -> [Result] {
    [Result](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // Every place is written once, by the one thread that has its share, and is read by nobody before all are done.
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

  /// Returns what a closure makes of each element, on all processors.
  package func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
    concurrentMap(with: {}) { element, _ in transform(element) }
  }
}
