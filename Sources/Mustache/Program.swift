extension MustacheTemplate {
  /// A compiled template: instructions in the order of the source, and the texts and names that they speak of by number.
  ///
  /// What a section encloses follows it, up to its end. So there is nothing to hold on to while the program is run.
  struct Program: Sendable {
    var instructions: [Instruction] = []
    /// All texts, one after the other, in UTF-8.
    var texts: [UInt8] = []
    var names: [Name] = []
    var partials: [Partial] = []
  }

  /// A step of rendering.
  enum Instruction: Sendable {
    /// A text without line breaks, except at its end.
    case text(Range<Int>)
    /// The start of a line of the source; a partial on a line of its own is indented here.
    case lineStart
    case variable(name: Int, isEscaped: Bool)
    /// A section, whose instructions end before a place.
    case section(name: Int, isInverted: Bool, end: Int)
    case partial(Int)
  }

  /// The tag of a partial.
  struct Partial: Sendable {
    let name: String
    /// That of a partial on a line of its own; elsewhere there is none.
    let indentation: [UInt8]?
  }

  /// A name, split once.
  struct Name: Sendable {
    let whole: String
    /// The parts between the dots. None for `.`, the value on top of the context stack.
    let parts: [String]

    init(_ name: String) {
      whole = name
      parts = name == "." ? [] : name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
