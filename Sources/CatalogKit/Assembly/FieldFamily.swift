import Datasets

/// Fields that say the same of several things, which a part of their names tells: `translations.deu.official` and `translations.deu.common`,
/// `translations.fra.official` and `translations.fra.common`. They are shown as one table.
struct FieldFamily: Hashable, Sendable {
  /// The beginning that all names have: `translations`.
  let name: String
  /// The fields, in their order.
  var fields: [Field] { members.map(\.field) }
  private var members: [Member] = []

  private struct Member: Hashable {
    let field: Field
    /// What the field is about: `deu`.
    let thing: String
    /// What it says of that: `official`.
    let name: String
  }

  /// Finds the families of some fields. No field is in two of them; of families within another there is only the outer one.
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

  /// Whether there are several things, of which mostly the same is said, and no more than a table has room for. Of two things all of it has to be
  /// the same.
  private var isTable: Bool {
    let things = Set(members.map(\.thing)).count
    let names = Set(members.map(\.name)).count
    let cells = things * names
    let isFull = things == 2 ? names > 1 && members.count == cells : members.count * 4 >= cells * 3
    return things > 1 && names < NestedLayout.columnLimit && isFull
  }

  /// What the columns and the rows of the table are called by.
  var namesOfMembers: [String] { members.flatMap { [$0.thing, $0.name] } }

  /// The values of a record as one: an object with an object for each thing of which something is said.
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
