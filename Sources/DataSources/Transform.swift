public import Changesets

/// A source over other sources: a ``Mapping`` decides which of their items stand where.
///
/// Items stay with their sources: a transform holds positions at the most, and asks the source when it is asked.
public final class Transform<M: Mapping>: DataSource {
  /// The sources, in the order that the mapping knows them by.
  public let sources: [any DataSource<M.Item>]
  /// The mapping, as of the last ``reload()``.
  public private(set) var mapping: M

  /// Makes a transform of several sources.
  ///
  /// - Parameters:
  ///   - sources: The sources, in the order that the mapping expects.
  ///   - mapping: Which of their items stand where.
  public init(of sources: [any DataSource<M.Item>], by mapping: M) {
    self.sources = sources
    self.mapping = mapping
    reload()
  }

  /// Reads the sources anew.
  public func reload() {
    mapping.refresh(from: sources)
  }

  /// How many sections the mapping makes.
  public var numberOfSections: Int { mapping.numberOfSections }

  /// How many items the mapping puts into a section.
  public func numberOfItems(inSection section: Int) -> Int {
    mapping.numberOfItems(inSection: section)
  }

  /// The source's item that the mapping puts at a place.
  public func item(at path: ItemPath) -> M.Item {
    guard let origin = mapping.sourcePath(for: path) else {
      preconditionFailure("There is no item at \(path) of \(M.self).")
    }
    return sources[origin.source].item(at: origin.path)
  }

  /// The mapping's own name of a section, else the name of the source's section behind it.
  public func name(ofSection section: Int) -> String? {
    mapping.name(ofSection: section)
      ?? mapping.sourceSection(for: section).flatMap { sources[$0.source].name(ofSection: $0.section) }
  }
}

extension DataSource {
  /// This source seen through a mapping: the next link of a chain.
  ///
  /// ```swift
  /// fruits.applying(PredicateFilter { $0.isRipe }).applying(Sort { $0.name < $1.name })
  /// ```
  ///
  /// - Parameter mapping: A mapping over a single source.
  public func applying<M: Mapping<Item>>(_ mapping: M) -> Transform<M> {
    Transform(of: [self], by: mapping)
  }
}
