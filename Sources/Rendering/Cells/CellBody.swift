public import DocumentModel
public import Fingerprints

/// The body of a cell: blocks that are there, or a recipe by which they are made when a renderer asks for them, on whatever thread.
///
/// A recipe costs next to nothing until then, and whoever wants to know only whether a body has changed never follows it: two recipes are
/// the same body if they have the same fingerprint.
public struct CellBody: Fingerprintable, Sendable {
  private enum Content: Sendable {
    case blocks([Block])
    case recipe(Fingerprint, @Sendable () -> [Block])
  }

  private let content: Content

  /// A body of blocks.
  public init(_ blocks: [Block]) { content = .blocks(blocks) }

  /// A body that is made when it is asked for.
  ///
  /// - Parameters:
  ///   - fingerprint: That of everything that the blocks follow from: as long as it is the same, so are the blocks.
  ///   - blocks: Makes the blocks, always the same ones. It may be called on any thread, and more than once.
  package init(fingerprint: Fingerprint, blocks: @escaping @Sendable () -> [Block]) {
    content = .recipe(fingerprint, blocks)
  }

  /// The blocks. Headings in them are relative to the cell: level 1 is the highest.
  ///
  /// - Complexity: That of the recipe, each time.
  public var blocks: [Block] {
    switch content {
    case .blocks(let blocks): blocks
    case .recipe(_, let make): make()
    }
  }

  /// The body with its blocks rewritten.
  ///
  /// - Parameters:
  ///   - combine: Adds what the rewriting follows from.
  ///   - transform: Rewrites the blocks, always in the same way. It may be called on any thread, and more than once.
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

  /// The same body, with a closure that is called with its blocks whenever they are made, on whatever thread.
  package func onMaking(_ observe: @escaping @Sendable ([Block]) -> Void) -> CellBody {
    guard case .recipe(let fingerprint, let make) = content else { return self }
    return CellBody(fingerprint: fingerprint) {
      let blocks = make()
      observe(blocks)
      return blocks
    }
  }

  /// Adds what the body is made from: the fingerprint of a recipe, and the content of blocks that are there.
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
}

extension CellBody: ExpressibleByArrayLiteral {
  /// A body of blocks.
  public init(arrayLiteral elements: Block...) { self.init(elements) }
}

extension CellBody: Hashable {
  /// Whether both are the same blocks, or recipes with the same fingerprint. A recipe is never the same as blocks: it is not followed.
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
