/// A part of the text of a block.
public enum Inline: Hashable, Sendable {
  /// Plain text, which is escaped in every format. A line break in it is shown as a line break.
  case text(String)
  /// A possible line break, which is shown as a space.
  case softBreak
  /// A line break.
  case lineBreak
  /// Code.
  case code(String)
  /// Emphasised text.
  case emphasis([Inline])
  /// Strongly emphasised text.
  case strong([Inline])
  /// A link. If its destination is not safe, its text is shown instead.
  case link(destination: String, title: String, [Inline])
  /// A picture, with an alternative text.
  case image(source: String, title: String, [Inline])
}

extension Inline: ExpressibleByStringLiteral {
  /// Creates plain text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension [Inline] {
  /// The characters that a reader sees, without formatting.
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
