public import DocumentModel
public import Fingerprints

/// The body of a cell: blocks, or a closure that creates them when a renderer needs them, on any thread.
///
/// A body with a closure costs little until its blocks are needed. To determine whether it has changed, its fingerprint is compared, and
/// no blocks are created: two bodies with closures are equal if they have the same fingerprint.
public struct CellBody: Fingerprintable, Sendable {
  private enum Content: Sendable {
    case blocks([Block])
    case recipe(Fingerprint, @Sendable () -> [Block])
  }

  private let content: Content

  /// Creates a body of blocks.
  public init(_ blocks: [Block]) { content = .blocks(blocks) }

  /// Creates a body whose blocks are created on demand.
  ///
  /// - Parameters:
  ///   - fingerprint: The fingerprint of everything that the blocks depend on: as long as it is the same, so are the blocks.
  ///   - blocks: Returns the blocks, always the same ones. It may be called on any thread, and several times.
  package init(fingerprint: Fingerprint, blocks: @escaping @Sendable () -> [Block]) {
    content = .recipe(fingerprint, blocks)
  }

  /// The blocks. Headings in them are relative to the cell: level 1 is the highest.
  ///
  /// - Complexity: That of the closure, at each access.
  public var blocks: [Block] {
    switch content {
    case .blocks(let blocks): blocks
    case .recipe(_, let make): make()
    }
  }

  /// Returns the body after transforming its blocks.
  ///
  /// - Parameters:
  ///   - combine: Combines everything that the transformation depends on into a fingerprint.
  ///   - transform: Returns the transformed blocks, always in the same way. It may be called on any thread, and several times.
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

  /// Returns the same body, with a closure that is called with the blocks whenever they are created, on any thread.
  package func onMaking(_ observe: @escaping @Sendable ([Block]) -> Void) -> CellBody {
    guard case .recipe(let fingerprint, let make) = content else { return self }
    return CellBody(fingerprint: fingerprint) {
      let blocks = make()
      observe(blocks)
      return blocks
    }
  }

  /// Combines the fingerprint of a body with a closure, or the content of the blocks.
  ///
  /// - Complexity: O(1) for a body with a closure, otherwise O(*n*) in the length of the blocks.
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
  /// Creates a body of blocks.
  public init(arrayLiteral elements: Block...) { self.init(elements) }
}

extension CellBody: Hashable {
  /// Returns whether both bodies have the same blocks, or closures with the same fingerprint. A body with a closure never equals one with
  /// blocks, because the closure is not called.
  public static func == (first: CellBody, second: CellBody) -> Bool {
    switch (first.content, second.content) {
    case (.blocks(let first), .blocks(let second)): first == second
    case (.recipe(let first, _), .recipe(let second, _)): first == second
    default: false
    }
  }

  /// Hashes the blocks, or the fingerprint of a body with a closure.
  public func hash(into hasher: inout Hasher) {
    switch content {
    case .blocks(let blocks): hasher.combine(blocks)
    case .recipe(let fingerprint, _): hasher.combine(fingerprint)
    }
  }
}
