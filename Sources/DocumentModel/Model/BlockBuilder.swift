/// Lets code that makes blocks read like the document: blocks one below the other, with conditions and loops among
/// them.
@resultBuilder
public enum BlockBuilder {
  /// A single block.
  public static func buildExpression(_ block: Block) -> [Block] { [block] }

  /// Several blocks.
  public static func buildExpression(_ blocks: [Block]) -> [Block] { blocks }

  /// Blocks one below the other.
  public static func buildBlock(_ blocks: [Block]...) -> [Block] { Array(blocks.joined()) }

  /// Blocks that are there only under a condition.
  public static func buildOptional(_ blocks: [Block]?) -> [Block] { blocks ?? [] }

  /// The blocks of a branch.
  public static func buildEither(first blocks: [Block]) -> [Block] { blocks }

  /// The blocks of the other branch.
  public static func buildEither(second blocks: [Block]) -> [Block] { blocks }

  /// The blocks of every turn of a loop.
  public static func buildArray(_ blocks: [[Block]]) -> [Block] { Array(blocks.joined()) }
}
