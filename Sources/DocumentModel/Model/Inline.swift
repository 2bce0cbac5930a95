/// A piece of text within a block.
public enum Inline: Hashable, Sendable {
  /// Characters, shown as they are in every format. A line break in them is a line break on the page.
  case text(String)
  /// A place where a line may end: a space on the page.
  case softBreak
  /// A place where a line has to end.
  case lineBreak
  /// Characters of a program.
  case code(String)
  /// Stressed text.
  case emphasis([Inline])
  /// Strongly stressed text.
  case strong([Inline])
  /// A link; one whose destination is not safe is shown as its text.
  case link(destination: String, title: String, [Inline])
  /// A picture, and what stands for it where it cannot be seen.
  case image(source: String, title: String, [Inline])
}

extension Inline: ExpressibleByStringLiteral {
  /// Plain text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension [Inline] {
  /// The characters that a reader sees, without their formatting.
  public var plainText: String {
    map { inline in
      switch inline {
      case .text(let text), .code(let text): text
      case .softBreak: " "
      case .lineBreak: "\n"
      case .emphasis(let inlines), .strong(let inlines), .link(_, _, let inlines), .image(_, _, let inlines):
        inlines.plainText
      }
    }.joined()
  }
}
