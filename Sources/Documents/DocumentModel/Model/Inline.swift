/// An inline element of a block: a text, a line break, a link and so on.
public enum Inline: Hashable, Sendable {
  /// Text, escaped so that every format shows its characters. A line break in it is a line break on the page.
  /// Markdown in it is not interpreted: a `*` is shown as a star. Text with markup becomes blocks with
  /// `[Block](markdown:)`.
  case text(String)
  /// A soft line break, shown as a space.
  case softBreak
  /// A hard line break.
  case lineBreak
  /// Code.
  case code(String)
  /// Emphasized text.
  case emphasis([Inline])
  /// Strongly emphasized text.
  case strong([Inline])
  /// A link. If its destination is not safe, only its text is shown.
  case link(destination: String, title: String, [Inline])
  /// A picture, and the alternative text that is shown in its place.
  case image(source: String, title: String, [Inline])
}

extension Inline: ExpressibleByStringLiteral {
  /// Creates plain text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension [Inline] {
  /// The visible characters without their formatting.
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
