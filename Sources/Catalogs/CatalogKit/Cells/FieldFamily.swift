import Datasets

/// Fields with the same facts about several things, recognized by the parts of their names: `translations.deu.official` and
/// `translations.deu.common`, `translations.fra.official` and `translations.fra.common`. They are shown as one table.
struct FieldFamily: Hashable, Sendable {
  /// The common prefix of the names: `translations`.
  let name: String
  var fields: [Field] { members.map(\.field) }
  private var members: [Member] = []

  private struct Member: Hashable {
    let field: Field
    /// The thing that the field is about: `deu`.
    let thing: String
    /// The fact about the thing: `official`.
    let name: String
  }

  /// Returns the families of fields. No field is in two families: an outer family includes those nested in it.
  ///
  /// Every prefix of every name is a candidate. Candidates are examined in the order in which they first appear, the shorter prefixes of a
  /// name first, and each that forms a table takes its fields from the later ones.
  static func find(among fields: [Field]) -> [FieldFamily] {
    var families: [FieldFamily] = []
    var places: [String: Int] = [:]
    for field in fields {
      let parts = field.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.count > 2, !parts.contains("") else { continue }
      for length in 1...(parts.count - 2) {
        let name = parts[..<length].joined(separator: ".")
        let place = places[name] ?? families.count
        if place == families.count { families.append(FieldFamily(name: name)) }
        places[name] = place
        families[place].members.append(
          Member(field: field, thing: parts[length], name: parts[(length + 1)...].joined(separator: ".")))
      }
    }
    var taken: Set<Field> = []
    return families.compactMap { family in
      var family = family
      family.members.removeAll { taken.contains($0.field) }
      guard family.isTable else { return nil }
      taken.formUnion(family.fields)
      return family
    }
  }

  private init(name: String) { self.name = name }

  /// Whether the family is a table: it has several things with mostly the same facts, and no more facts than columns fit on a page. Two
  /// things must have exactly the same facts.
  private var isTable: Bool {
    let things = Set(members.map(\.thing)).count
    let names = Set(members.map(\.name)).count
    let cells = things * names
    let isFull = things == 2 ? names > 1 && members.count == cells : members.count * 4 >= cells * 3
    return things > 1 && names < NestedLayout.columnLimit && isFull
  }

  /// The names that label the rows and the columns of the table.
  var namesOfMembers: [String] { members.flatMap { [$0.thing, $0.name] } }

  /// Returns the values of a record as an object that contains an object for each thing.
  func value(in record: Record) -> Value {
    var things: [Datasets.Member] = []
    var places: [String: Int] = [:]
    for member in members {
      guard let value = record[member.field.name], !value.isMissing else { continue }
      let own = Datasets.Member(name: member.name, value: value)
      if let place = places[member.thing], case .object(let others) = things[place].value {
        things[place].value = .object(others + [own])
      } else {
        places[member.thing] = things.count
        things.append(Datasets.Member(name: member.thing, value: .object([own])))
      }
    }
    return things.isEmpty ? .missing : .object(things)
  }
}
