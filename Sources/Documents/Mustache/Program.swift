extension MustacheTemplate {
  /// A compiled template: instructions in the order of the source, and the texts and names that they refer to by
  /// number.
  ///
  /// The instructions within a section follow its instruction, up to its end, so no reference has to be retained while
  /// the program runs. The program owns its memory for the same reason: many threads run one program at once and would
  /// contend for the reference counts of arrays.
  ///
  ///     {{#fruits}}           section(name: 0, end: 4)  ──┐ skips to 4
  ///     {{name}},             lineStart                   │
  ///                           variable(name: 1)           │
  ///                           text(",\n")                 │
  ///     {{/fruits}}        4  …  ←────────────────────────┘
  ///
  /// Unchecked, because the compiler cannot verify that this memory is immutable: it is initialised before the
  /// initializer returns, never changed, and deallocated by `deinit`. Every reader has a reference to the program until
  /// its call returns.
  final class Program: @unchecked Sendable {
    let instructions: UnsafeBufferPointer<Instruction>
    /// All texts, concatenated, in UTF-8.
    let texts: UnsafeBufferPointer<UInt8>
    /// The names to look up in objects: names as they are written, and the parts between their dots.
    let words: UnsafeBufferPointer<MustacheName>
    let names: UnsafeBufferPointer<Name>
    let partials: [Partial]

    init(
      instructions: [Instruction], texts: [UInt8], words: [(text: String, number: Int?)], names: [Name],
      partials: [Partial]
    ) {
      self.instructions = .of(instructions) { $0 }
      self.texts = .of(texts) { $0 }
      self.words = .of(words) { MustacheName(text: $0.text, number: $0.number) }
      self.names = .of(names) { $0 }
      self.partials = partials
    }

    deinit {
      instructions.dispose()
      texts.dispose()
      words.dispose()
      names.dispose()
    }
  }

  enum Instruction: Sendable {
    /// A text of one or more lines. In a partial on a line of its own, its lines after the first one are indented.
    case text(Range<Int>)
    /// The start of a line of the source that does not continue a text, where a partial on a line of its own is
    /// indented.
    case lineStart
    case variable(name: Int, isEscaped: Bool)
    /// A section. Its instructions follow, up to the index `end`, exclusive.
    case section(name: Int, isInverted: Bool, end: Int)
    case partial(Int)
  }

  struct Partial: Sendable {
    /// The name that a partial is looked up by.
    enum Name: Sendable {
      /// The name in the tag.
      case fixed(String)
      /// The number of a name whose value is the name of the partial.
      case dynamic(Int)
    }

    let name: Name
    /// The indentation of a partial on a line of its own; `nil` for other partials.
    let indentation: [UInt8]?
  }

  /// A name, split once: the indexes of the words to look up in objects.
  struct Name: Sendable {
    let whole: Int
    /// The parts between the dots. Empty for `.`, the value on top of the context stack.
    let parts: Range<Int>
  }
}

extension UnsafeBufferPointer where Element: ~Copyable {
  /// Returns the elements made of those of an array, in memory that `dispose()` deallocates.
  fileprivate static func of<Source>(_ sources: [Source], _ element: (Source) -> Element) -> Self {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: sources.count)
    // The memory has room for all elements and is uninitialised. Each index is initialised once.
    for (index, source) in sources.enumerated() { memory.initializeElement(at: index, to: element(source)) }
    return Self(memory)
  }

  /// Deallocates memory that `of(_:_:)` returned. All its elements have to be initialised.
  fileprivate func dispose() {
    let memory = UnsafeMutableBufferPointer(mutating: self)
    memory.deinitialize()
    memory.deallocate()
  }
}
