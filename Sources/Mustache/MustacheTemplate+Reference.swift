extension MustacheTemplate {
  /// One use of a name in a template, for a caller that checks names against what it provides.
  package struct Reference: Hashable, Sendable {
    /// How a name is used.
    package enum Kind: Hashable, Sendable {
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
    package let name: String
    /// How the name is used.
    package let kind: Kind
    /// The line of the tag, from 1.
    package let line: Int
    /// The column where the tag starts, in characters from 1.
    package let column: Int
    /// The names of the sections around the tag, outermost first. Inverted sections are left out: they push no value.
    package let scopes: [String]
  }
}
