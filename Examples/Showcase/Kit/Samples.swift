import DataSources

/// The model that most screens show.
struct Fruit: Identifiable, Equatable, Sendable, CustomStringConvertible {
  let name: String
  var colour: String

  var id: String { name }
  var description: String { "\(name), \(colour)" }

  init(_ name: String, _ colour: String) {
    self.name = name
    self.colour = colour
  }
}

/// Returns a section of texts.
func section(_ name: String, _ items: String...) -> SectionState<String?, String> { SectionState(name, items: items) }
