/// One rendering of a template: the context stack and the text so far.
struct Renderer {
  /// How deep sections and partials may nest before partials stay out. Without it a partial that contains itself
  /// without end would exhaust the stack.
  private static let maximumDepth = 200

  private(set) var output = ""
  private let partials: [String: MustacheTemplate]
  private let escape: (String) -> String
  /// The context stack; the top is at the end.
  private var stack: [MustacheValue]
  /// What the partial that is being rendered has before each of its lines.
  private var indentation = ""
  private var depth = 0
  private var mayEnterPartials = true

  init(_ value: MustacheValue, partials: [String: MustacheTemplate], escape: @escaping (String) -> String) {
    stack = [value]
    self.partials = partials
    self.escape = escape
  }

  mutating func render(_ nodes: [MustacheTemplate.Node]) {
    depth += 1
    defer { depth -= 1 }
    for node in nodes {
      switch node {
      case .text(let text): output += text
      case .lineStart: output += indentation
      case .variable(let name, let isEscaped): render(value(of: name)?.text ?? "", isEscaped: isEscaped)
      case .section(let name, let body): renderSection(body, for: value(of: name))
      case .invertedSection(let name, let body): if value(of: name)?.isTrue != true { render(body) }
      case .partial(let name, let indentation): renderPartial(name, indentation: indentation)
      }
    }
  }

  private mutating func render(_ text: String, isEscaped: Bool) {
    output += isEscaped ? escape(text) : text
  }

  private mutating func renderSection(_ body: [MustacheTemplate.Node], for value: MustacheValue?) {
    guard let value, value.isTrue else { return }
    let items = if case .list(let items, _) = value { items } else { [value] }
    for item in items {
      stack.append(item)
      render(body)
      stack.removeLast()
    }
  }

  private mutating func renderPartial(_ name: String, indentation: String?) {
    // Once too deep, every level would enter all of its partials again: none is entered any more.
    if depth >= Self.maximumDepth { mayEnterPartials = false }
    guard mayEnterPartials, let partial = partials[name] else { return }
    let outerIndentation = self.indentation
    self.indentation = indentation.map { outerIndentation + $0 } ?? ""
    render(partial.nodes)
    self.indentation = outerIndentation
  }

  /// Looks a name up: on the stack from the top, in each object first the whole name, then its first part. The other
  /// parts are looked up only in what the first part found.
  private func value(of name: MustacheTemplate.Name) -> MustacheValue? {
    guard let firstPart = name.parts.first else { return stack.last }
    for context in stack.reversed() {
      if let value = context[name.whole] { return value }
      if name.parts.count > 1, let value = context[firstPart] {
        return name.parts.dropFirst().reduce(value) { value, part in value?[part] }
      }
    }
    return nil
  }
}
