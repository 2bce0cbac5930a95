/// A result builder of blocks, with conditions and loops.
@resultBuilder
public enum BlockBuilder {
  /// Returns a single block.
  public static func buildExpression(_ block: Block) -> [Block] { [block] }

  /// Returns several blocks.
  public static func buildExpression(_ blocks: [Block]) -> [Block] { blocks }

  /// Concatenates the blocks of several expressions.
  public static func buildBlock(_ blocks: [Block]...) -> [Block] { Array(blocks.joined()) }

  /// Returns the blocks of a condition without an alternative, or none if it is not fulfilled.
  public static func buildOptional(_ blocks: [Block]?) -> [Block] { blocks ?? [] }

  /// Returns the blocks of the first branch of a condition.
  public static func buildEither(first blocks: [Block]) -> [Block] { blocks }

  /// Returns the blocks of the second branch of a condition.
  public static func buildEither(second blocks: [Block]) -> [Block] { blocks }

  /// Concatenates the blocks of all iterations of a loop.
  public static func buildArray(_ blocks: [[Block]]) -> [Block] { Array(blocks.joined()) }
}
