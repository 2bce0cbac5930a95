public import DataSources

extension DataSource {
  /// Adds an oracle to this source, and to each source that it stands on, up to the leaves.
  ///
  /// ```swift
  /// let oracles = catalog.watchAll(heals: true) { finding in log.warning("\(finding)") }
  /// ```
  ///
  /// The sources are those at the time of the call: sources that are added to the chain later get no oracle.
  ///
  /// - Parameters:
  ///   - demands: The checks beyond correctness.
  ///   - heals: Whether a batch with a problem is replaced by the true change.
  ///   - handler: Called with each finding.
  /// - Returns: The oracles, those of the leaves first. They are active as long as they are retained.
  /// - Complexity: O(*l* · *n*), *l* being the number of links and *n* the number of items.
  public func watchAll(
    demands: Oracle.Demands = .correct, heals: Bool = false, handler: @escaping (Finding) -> Void
  ) -> [Oracle] {
    chainFromTheLeaves.map { source in
      func oracle(_ source: some DataSource) -> Oracle {
        Oracle(source, demands: demands, heals: heals, handler: handler)
      }
      return oracle(source)
    }
  }

  /// This source and all sources that it stands on, sorted by height.
  var chainFromTheLeaves: [any DataSource] { chain.sorted { $0.link.height < $1.link.height } }
}
