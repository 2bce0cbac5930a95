/// A single rendering of a template: the context stack and the output so far.
struct Renderer {
  /// The depth of sections and partials from which on partials are ignored. Without it, a partial that contains itself
  /// without end would exhaust the stack.
  private static let maximumDepth = 200
  /// The number of bytes of output that are about as expensive as a step.
  private static let bytesPerStep = 8

  /// The output so far, in UTF-8.
  private(set) var output: [UInt8] = []
  private let partials: [String: MustacheTemplate]
  private let escaping: MustacheTemplate.Escaping
  /// The objects of the context stack, in which names are looked up. The top is at the end.
  private var objects: [any MustacheObject] = []
  /// The top of the context stack, which need not be an object.
  private var top: MustacheValue
  /// The indentation of each line of the current partial.
  private var indentation: [UInt8] = []
  private var depth = 0
  private var mayEnterPartials = true
  /// The maximum number of bytes of output, and of steps in bytes.
  private let limit: Int
  private var steps = 0
  /// Whether the limit is exceeded. Nothing is rendered any more then.
  var isExhausted: Bool { output.count + steps * Self.bytesPerStep > limit }

  init(_ value: MustacheValue, partials: [String: MustacheTemplate], escaping: MustacheTemplate.Escaping, limit: Int) {
    self.limit = limit
    top = value
    if case .object(let object, _) = value { objects = [object] }
    self.partials = partials
    self.escaping = escaping
  }

  mutating func render(_ program: MustacheTemplate.Program) {
    if output.isEmpty { output.reserveCapacity(program.texts.count) }
    render(program.instructions.indices, of: program, in: objects.last ?? NoObject())
  }

  /// - Parameter object: The innermost object, in which nearly all names are found. An argument need not be retained
  ///   for a look-up, unlike an element of the stack.
  private mutating func render(
    _ instructions: Range<Int>, of program: MustacheTemplate.Program, in object: any MustacheObject
  ) {
    depth += 1
    defer { depth -= 1 }
    var index = instructions.lowerBound
    while index < instructions.upperBound, !isExhausted {
      steps += 1
      let instruction = program.instructions[index]
      index += 1
      switch instruction {
      case .text(let range): print(UnsafeBufferPointer(rebasing: program.texts[range]))
      case .lineStart: if !indentation.isEmpty { output.append(contentsOf: indentation) }
      case .variable(let name, let isEscaped):
        print(value(of: name, in: program, object), escaping: isEscaped ? escaping : .none)
      case .section(let name, let isInverted, let end):
        let value = value(of: name, in: program, object)
        if !isInverted {
          renderSection(index..<end, of: program, in: object, for: value)
        } else if !value.isTrue {
          render(index..<end, of: program, in: object)
        }
        index = end
      case .partial(let number): render(program.partials[number], of: program)
      }
    }
  }

  private mutating func print(_ text: UnsafeBufferPointer<UInt8>) {
    if indentation.isEmpty { return output.append(contentsOf: text) }
    for index in text.indices {
      output.append(text[index])
      // The line after the last line feed has a `lineStart` of its own, or belongs to what follows the partial.
      if text[index] == UInt8(ascii: "\n"), index + 1 < text.count { output.append(contentsOf: indentation) }
    }
  }

  private mutating func print(_ value: MustacheValue, escaping: MustacheTemplate.Escaping) {
    switch value {
    case .scalar(let text, _), .list(_, let text, _), .object(_, let text): escaping.append(text, to: &output)
    case .generated(let append):
      guard escaping != .none else { return append(&output) }
      var text: [UInt8] = []
      append(&text)
      text.withUnsafeBufferPointer { escaping.append($0, to: &output) }
    }
  }

  private mutating func renderSection(
    _ body: Range<Int>, of program: MustacheTemplate.Program, in object: any MustacheObject, for value: MustacheValue
  ) {
    switch value {
    case .list(let count, _, let item):
      for index in 0..<count where !isExhausted {
        steps += 1
        enter(item(index), body, of: program, in: object)
      }
    default: if value.isTrue { enter(value, body, of: program, in: object) }
    }
  }

  private mutating func enter(
    _ value: consuming MustacheValue, _ body: Range<Int>, of program: MustacheTemplate.Program,
    in object: any MustacheObject
  ) {
    // The values are exchanged, so that neither of them is copied.
    swap(&top, &value)
    defer { swap(&top, &value) }
    guard case .object(let inner, _) = top else { return render(body, of: program, in: object) }
    objects.append(inner)
    render(body, of: program, in: inner)
    objects.removeLast()
  }

  private mutating func render(_ partial: MustacheTemplate.Partial, of program: MustacheTemplate.Program) {
    // Beyond the limit, each level would enter all of its partials again, so no partial is entered any more.
    if depth >= Self.maximumDepth { mayEnterPartials = false }
    guard mayEnterPartials, let template = template(of: partial, in: program) else { return }
    let outerIndentation = indentation
    indentation = partial.indentation.map { outerIndentation + $0 } ?? []
    render(template.program)
    indentation = outerIndentation
  }

  private mutating func template(
    of partial: MustacheTemplate.Partial, in program: MustacheTemplate.Program
  ) -> MustacheTemplate? {
    switch partial.name {
    case .fixed(let name): partials[name]
    case .dynamic(let number): partials[value(of: number, in: program, objects.last ?? NoObject()).text]
    }
  }

  private mutating func value(
    of name: Int, in program: MustacheTemplate.Program, _ object: any MustacheObject
  ) -> MustacheValue {
    let (value, count) = search(for: name, in: program, object)
    steps += count
    return value
  }

  /// Returns the value of a name, and the number of objects that were searched. They are searched from the top of the
  /// stack, each one for the whole name, then for its first part. The other parts are looked up only in the value of
  /// the first part.
  private func search(
    for name: Int, in program: MustacheTemplate.Program, _ object: any MustacheObject
  ) -> (value: MustacheValue, count: Int) {
    let name = program.names.span[name]
    if name.parts.isEmpty { return (top, 0) }
    if let value = value(of: name, in: program, object) { return (value, 1) }
    for index in objects.indices.dropLast().reversed() {
      if let value = value(of: name, in: program, objects[index]) { return (value, objects.count - index) }
    }
    return (.missing, objects.count)
  }

  /// Returns the value of a name in an object, or `nil` if the object has neither the whole name nor its first part.
  private func value(
    of name: MustacheTemplate.Name, in program: MustacheTemplate.Program, _ object: any MustacheObject
  ) -> MustacheValue? {
    // All threads share the program, so its memory is read in place and not retained.
    let words = program.words.span
    if let value = object.value(for: words[name.whole]) { return value }
    guard name.parts.count > 1, var value = object.value(for: words[name.parts.lowerBound]) else { return nil }
    for part in name.parts.dropFirst() {
      guard let inner = value.value(for: words[part]) else { return .missing }
      value = inner
    }
    return value
  }
}

/// An object without values, for a template that is rendered with something else.
private final class NoObject: MustacheObject {
  func value(for name: borrowing MustacheName) -> MustacheValue? { nil }
}
