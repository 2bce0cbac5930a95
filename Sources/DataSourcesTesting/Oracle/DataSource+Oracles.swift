public import DataSources

extension DataSource {
  /// Puts an oracle at this source, and at every one that it stands on, up to the leaves.
  ///
  /// ```swift
  /// let oracles = catalog.watchAll(heals: true) { finding in log.warning("\(finding)") }
  /// ```
  ///
  /// The sources are those of the moment: who gets other ones later is watched, and they are not.
  ///
  /// - Parameters:
  ///   - demands: What is asked beyond batches being right.
  ///   - heals: Whether the true change is put in the place of a batch that is not what it should be.
  ///   - handler: Is handed what is found.
  /// - Returns: The oracles, those of the leaves first. They watch as long as somebody holds them.
  /// - Complexity: O(*l* · *n*), *l* being the number of links and *n* that of items.
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

  /// This source and all that it stands on, those of the least height first.
  var chainFromTheLeaves: [any DataSource] { chain.sorted { $0.link.height < $1.link.height } }
}
