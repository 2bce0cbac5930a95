import Changesets
import Synchronization

extension DiffableDataSource {
  /// The items of a section as a tree. Where none was applied, they are all roots.
  ///
  /// - Throws: ``UpdateError`` if there is no such section.
  /// - Complexity: O(*k*), *k* being the number of items shown in the section.
  public func snapshot(for section: Section) throws -> SectionSnapshot<Item> {
    try state.withLock { $0.content }.tree(of: section)
  }

  /// Shows the visible items of a tree as the items of a section.
  ///
  /// - Parameters:
  ///   - sectionSnapshot: The tree.
  ///   - section: The section, which is appended if it is missing.
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  ///   - completion: Hears how the change ended, whether or not it was made at once.
  /// - Throws: ``UpdateError`` if an item of the tree, visible or not, is in another section. A change that has to wait for others
  ///   reports its errors to the completion alone.
  /// - Complexity: O(*k* log *n* + *k* *t*) and a copy of the snapshot's storage, for *k* items in the tree and the section, *n* in all
  ///   sections, and *t* sections with a tree.
  public func apply(
    _ sectionSnapshot: SectionSnapshot<Item>, to section: Section, animated: Bool = true,
    completion: Completion? = nil
  ) throws {
    try run(animated: animated, completion: completion) {
      Change(batch: try $0.show(sectionSnapshot, in: section))
    }
  }

  /// Shows the visible items of a tree as the items of a section, and returns when they are shown and the observers were told.
  ///
  /// - Parameters:
  ///   - sectionSnapshot: The tree.
  ///   - section: The section, which is appended if it is missing.
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  /// - Throws: ``UpdateError`` if an item of the tree, visible or not, is in another section.
  /// - Complexity: As ``apply(_:to:animated:completion:)``.
  public nonisolated(nonsending) func apply(
    _ sectionSnapshot: SectionSnapshot<Item>, to section: Section, animated: Bool = true
  ) async throws {
    try await withCheckedThrowingContinuation { continuation in
      // The completion hears of the error in any case.
      try? apply(sectionSnapshot, to: section, animated: animated) { result in
        continuation.resume(with: result.map { _ in })
      }
    }
  }
}
