public import DocumentModel
public import Fingerprints

/// The body of a cell: blocks, or a recipe, which is a closure that creates the blocks when a renderer needs them, on
/// any thread.
///
/// A recipe costs next to nothing until then. Comparing bodies never calls it: two recipes are the same body if they
/// have the same fingerprint.
public struct CellBody: Fingerprintable, ExpressibleByArrayLiteral, Hashable, Sendable {
  private enum Content: Sendable {
    case blocks([Block])
    case recipe(Fingerprint, @Sendable () -> [Block])
  }

  private let content: Content

  /// Creates a body from blocks.
  public init(_ blocks: [Block]) { content = .blocks(blocks) }

  /// Creates a body from a recipe.
  ///
  /// - Parameters:
  ///   - fingerprint: The fingerprint of everything that the blocks depend on. As long as it is the same, so are the
  ///     blocks.
  ///   - blocks: The recipe: returns the blocks, the same ones in every call. It may be called on any thread, and more
  ///     than once.
  package init(fingerprint: Fingerprint, blocks: @escaping @Sendable () -> [Block]) {
    content = .recipe(fingerprint, blocks)
  }

  /// The blocks. Headings in them are relative to the cell: level 1 is the highest.
  ///
  /// Read the property once, and keep the result in a constant.
  ///
  /// - Complexity: O(1) for blocks. A recipe is called on each access, and its result is not kept.
  public var blocks: [Block] {
    switch content {
    case .blocks(let blocks): blocks
    case .recipe(_, let make): make()
    }
  }

  /// Returns the body with its blocks rewritten: at once for blocks, and as part of the recipe otherwise.
  ///
  /// - Parameters:
  ///   - combine: Appends everything that the rewriting depends on apart from the blocks. It is called only for a
  ///     recipe.
  ///   - transform: Rewrites the blocks, in the same way in every call. It may be called on any thread, and more than
  ///     once.
  func mapBlocks(
    following combine: (inout Fingerprinter) -> Void, _ transform: @escaping @Sendable ([Block]) -> [Block]
  ) -> CellBody {
    switch content {
    case .blocks(let blocks): return CellBody(transform(blocks))
    case .recipe(let fingerprint, let make):
      var parts = Fingerprinter()
      parts.combine(fingerprint)
      combine(&parts)
      return CellBody(fingerprint: parts.finish()) { transform(make()) }
    }
  }

  /// Returns the same body with an observer that is called with the blocks whenever the recipe creates them, on any
  /// thread.
  ///
  /// A body of blocks is returned unchanged, and its observer is never called.
  package func onMaking(_ observe: @escaping @Sendable ([Block]) -> Void) -> CellBody {
    guard case .recipe(let fingerprint, let make) = content else { return self }
    return CellBody(fingerprint: fingerprint) {
      let blocks = make()
      observe(blocks)
      return blocks
    }
  }

  /// Appends the content of the blocks, or the fingerprint of the recipe.
  ///
  /// - Complexity: O(1) for a recipe, otherwise O(*n*) in the length of the blocks.
  package func combine(into parts: inout Fingerprinter) {
    switch content {
    case .blocks(let blocks):
      parts.combine(false)
      parts.combine(blocks)
    case .recipe(let fingerprint, _):
      parts.combine(true)
      parts.combine(fingerprint)
    }
  }

  /// Creates a body from blocks.
  public init(arrayLiteral elements: Block...) { self.init(elements) }

  /// Returns whether both bodies are the same blocks, or recipes with the same fingerprint. A recipe is never equal to
  /// blocks, because it is not called.
  public static func == (first: CellBody, second: CellBody) -> Bool {
    switch (first.content, second.content) {
    case (.blocks(let first), .blocks(let second)): first == second
    case (.recipe(let first, _), .recipe(let second, _)): first == second
    default: false
    }
  }

  /// Hashes the blocks, or the recipe's fingerprint.
  public func hash(into hasher: inout Hasher) {
    switch content {
    case .blocks(let blocks): hasher.combine(blocks)
    case .recipe(let fingerprint, _): hasher.combine(fingerprint)
    }
  }
}
