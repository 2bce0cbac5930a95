extension MustacheTemplate {
  /// One use of a name in a template, for a caller that checks names against what it provides.
  public struct Reference: Hashable, Sendable {
    /// How a name is used.
    public enum Kind: Hashable, Sendable {
      /// `{{name}}`, `{{{name}}}` or `{{&name}}`.
      case variable
      /// `{{#name}}`.
      case section
      /// `{{^name}}`.
      case invertedSection
      /// `{{>name}}`.
      case partial
      /// `{{>*name}}`: the value of the name is the name of a partial.
      case dynamicPartial
    }

    /// The name as it is written, trimmed.
    public let name: String
    /// How the name is used.
    public let kind: Kind
    /// The line of the tag, from 1.
    public let line: Int
    /// The column where the tag starts, in characters from 1.
    public let column: Int
    /// The names of the sections around the tag, outermost first. Inverted sections are left out: they push no value.
    public let scopes: [String]
  }
}
