/// A result builder for blocks, so that code can list blocks in the order of the document, with conditions and loops.
@resultBuilder
public enum BlockBuilder {
  /// Returns a single block as an array.
  public static func buildExpression(_ block: Block) -> [Block] { [block] }

  /// Returns an array of blocks.
  public static func buildExpression(_ blocks: [Block]) -> [Block] { blocks }

  /// Returns the concatenated blocks of several expressions.
  public static func buildBlock(_ blocks: [Block]...) -> [Block] { Array(blocks.joined()) }

  /// Returns the blocks of an `if` without `else`, or an empty array if the condition is false.
  public static func buildOptional(_ blocks: [Block]?) -> [Block] { blocks ?? [] }

  /// Returns the blocks of the first branch.
  public static func buildEither(first blocks: [Block]) -> [Block] { blocks }

  /// Returns the blocks of the second branch.
  public static func buildEither(second blocks: [Block]) -> [Block] { blocks }

  /// Returns the concatenated blocks of all iterations of a loop.
  public static func buildArray(_ blocks: [[Block]]) -> [Block] { Array(blocks.joined()) }
}
