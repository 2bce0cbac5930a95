extension MustacheTemplate {
  /// A compiled template: instructions in the order of the source, and the texts and names that they speak of by number.
  ///
  /// What a section encloses follows it, up to its end. So there is nothing to hold on to while the program is run. It is in memory of its
  /// own for the same reason: many threads run one program at once, and would wait for each other at each count of who holds an array.
  ///
  /// Unchecked, because the compiler does not know that nobody writes to that memory: it is filled before the initializer ends, never
  /// changed, and given back by `deinit`. Whoever reads it has been given the program, which is there until the call ends.
  final class Program: @unchecked Sendable {
    let instructions: UnsafeBufferPointer<Instruction>
    /// All texts, one after the other, in UTF-8.
    let texts: UnsafeBufferPointer<UInt8>
    /// What objects are asked for: names as they are written, and the parts between the dots of those that have some.
    let words: UnsafeBufferPointer<MustacheName>
    let names: UnsafeBufferPointer<Name>
    let partials: [Partial]

    init(instructions: [Instruction], texts: [UInt8], words: [MustacheName], names: [Name], partials: [Partial]) {
      self.instructions = .copy(of: instructions)
      self.texts = .copy(of: texts)
      self.words = .copy(of: words)
      self.names = .copy(of: names)
      self.partials = partials
    }

    deinit {
      instructions.dispose()
      texts.dispose()
      words.dispose()
      names.dispose()
    }
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
    /// What a partial is found by.
    enum Name: Sendable {
      /// The name in the tag.
      case fixed(String)
      /// The text of the value that the name in the tag has, by its number.
      case dynamic(Int)
    }

    let name: Name
    /// That of a partial on a line of its own; elsewhere there is none.
    let indentation: [UInt8]?
  }

  /// A name, split once: where the words are that objects are asked for.
  struct Name: Sendable {
    let whole: Int
    /// The parts between the dots. None for `.`, the value on top of the context stack.
    let parts: Range<Int>
  }
}

extension UnsafeBufferPointer {
  /// The elements of an array, in memory that is given back by `dispose()`.
  fileprivate static func copy(of elements: [Element]) -> Self {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    // The memory has room for all of the elements, and nothing is in it.
    _ = copy.initialize(fromContentsOf: elements)
    return Self(copy)
  }

  /// Gives back what `copy(of:)` has made, every element of which is still there.
  fileprivate func dispose() {
    let memory = UnsafeMutableBufferPointer(mutating: self)
    memory.deinitialize()
    memory.deallocate()
  }
}
