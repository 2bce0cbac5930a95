import Datasets
import Rendering

/// The layout of the cells without a template. It is derived from the schema, so that any data set becomes a readable
/// catalog.
struct DefaultLayout: Hashable, Sendable {
  private let schema: Schema
  private let images: [Field]
  /// The field whose text leads the page.
  private let lead: Field?
  /// The fields that pages show with their labels: long texts under headings, all others as properties.
  private let labelled: [Field]
  /// The groups of fields that are shown as tables.
  private let families: [FieldFamily]
  /// The places on maps that pages show as one property each.
  private let places: [MapPlace]
  private let map: LinkTemplate?
  /// The fields that cards show as properties.
  private let facts: [Field]
  private let styles: FieldStyles
  private let names: RecordNames
  private let memberLabels: [String: String]
  /// The names of the fields that are long texts, which cards do not show as facts.
  let prose: Set<String>
  private let attached: [CellLayout.RelatedRows]
  /// The fields that hold the numbers of referring records.
  private let counts: [Field]
  /// For each text field that the survey decided about: whether it is prose.
  let decisions: [String: Bool]
  var leadName: String? { lead?.name }
  var factNames: [String] { facts.map(\.name) }

  /// Assigns the fields of a data set to the parts of cells.
  ///
  /// The place of a value depends on the schema and on the value itself, except for two decisions that depend on all
  /// rows. Fields of mostly long text are prose, which is no fact on a card, and leads a page if the field's name says
  /// that it describes the row. And cards show the facts that distinguish rows best. Thus a change of one row changes
  /// no other page, unless it reverses one of these decisions.
  ///
  /// - Parameters:
  ///   - entry: The configuration of the data set: which fields are prose, which are facts on cards, and which are
  ///     hidden.
  ///   - related: What pages show of related records, by the names of the fields that hold them; titles unless given.
  ///   - names: The rows that texts in Markdown may name.
  ///   - map: The address of a map that coordinates link to.
  ///   - unfit: The names of the fields that are no facts on cards, because they appear there already, or say nothing.
  /// - Complexity: O(*f* · *r*) for *f* fields and *r* rows of the survey.
  init(
    _ records: [Record], schema: Schema, titleFields: [String], entry: CatalogConfiguration.DatasetEntry,
    styles: FieldStyles, survey: FieldSurvey, related: [String: CellLayout.RelatedRows] = [:], names: RecordNames,
    map: LinkTemplate? = nil, unfit: Set<String>
  ) {
    self.schema = schema
    self.styles = styles
    self.names = names
    self.map = map
    let chosen = entry.prose?.map(\.text)
    let hidden = Set(entry.fields.filter(\.isHidden).map(\.field.text))
    let orders = Dictionary(
      entry.fields.compactMap { field in field.order.map { (field.field.text, $0) } }, uniquingKeysWith: { $1 })
    let indices = schema.fields.indices.filter { index in
      let field = schema.fields[index]
      // A title with a reference contains the keys of the rows that it refers to, and no links.
      let isTitle = titleFields.contains(field.name) && field.reading != .reference
      return !isTitle && !hidden.contains(field.name) && field.reading != .linked
    }
    // The sort is stable: fields without a place keep their order.
    let fields = indices.map { schema.fields[$0] }.sorted { orders[$0.name] ?? .max < orders[$1.name] ?? .max }
    let texts = chosen == nil ? indices.filter { schema.fields[$0].type == .text } : []
    decisions = Dictionary(uniqueKeysWithValues: texts.map { (schema.fields[$0].name, survey[$0].areProse) })
    let markdown = fields.filter { $0.type == .markdown }.map(\.name)
    let prose = Set(chosen ?? markdown + decisions.filter(\.value).map(\.key))
    images = fields.filter { $0.type == .image }
    attached = fields.filter { $0.type == .records && $0.reading != .reference }.compactMap { field in
      related[field.name] ?? styles[field.name].map { CellLayout.RelatedRows(name: field.name, style: $0) }
    }
    let countNames = Set(attached.map { RecordRelation.countName(of: $0.name) })
    counts = fields.filter { countNames.contains($0.name) }
    let others = fields.filter {
      $0.type != .image && ($0.type != .records || $0.reading == .reference) && !countNames.contains($0.name)
    }
    let lead =
      chosen.map { names in names.first.flatMap { name in others.first { $0.name == name } } }
      ?? others.first { prose.contains($0.name) && Label($0.name).isOfBodies }
      ?? others.first { prose.contains($0.name) && $0.type == .markdown }
    self.lead = lead
    self.prose = prose
    let configured = Set(entry.fields.map(\.field.text))
    families = FieldFamily.find(
      among: others.filter { field in
        let isPlain = ![.markdown, .records].contains(field.type) && !field.isNested && field != lead
        return isPlain && !prose.contains(field.name) && !configured.contains(field.name)
      })
    let members = Set(families.flatMap(\.fields))
    let labelled = others.filter { $0 != lead && !members.contains($0) }
    self.labelled = labelled
    places = MapPlace.find(among: labelled.filter { !configured.contains($0.name) }) { field in
      schema.index(of: field.name).map { survey[$0].arePlaces(of: field) } ?? false
    }
    facts =
      entry.facts.map { $0.compactMap { name in schema.index(of: name.text).map { schema.fields[$0] } } }
      ?? Self.facts(
        among: labelled.filter { field in
          let isFact = field.type != .markdown && !field.isNested
          return isFact && !prose.contains(field.name) && !unfit.contains(field.name)
        },
        of: records, schema: schema, survey: survey) + counts
    let memberNames = Set(fields.filter(\.isNested).flatMap(\.namesOfMembers) + families.flatMap(\.namesOfMembers))
    memberLabels = Dictionary(uniqueKeysWithValues: memberNames.map { ($0, Label($0).text) })
  }

  /// Returns what the cells of a role show.
  ///
  /// - Parameter pages: The layout of the pages with the cells. The columns of a catalog may name fields of other data
  ///   sets.
  func cells(_ role: CatalogExtension.Role, on pages: Pagination) -> CellLayout {
    func styled(_ fields: [Field]) -> [CellLayout.StyledField] {
      fields.compactMap { field in styles[field.name].map { CellLayout.StyledField(name: field.name, style: $0) } }
    }
    func shown(_ fields: [Field]) -> RecordNames? { fields.contains { $0.type == .markdown } ? names : nil }
    let lead = lead.map { [$0] } ?? []
    guard role == .page || !pages.view.isOfLines else {
      let columns = (pages.columns ?? []).compactMap { column in schema.fields.first { $0.name == column.text } }
      let facts = columns.isEmpty ? facts : columns
      return CellLayout(form: .line, facts: styled(facts), names: shown(facts))
    }
    if role == .card {
      return CellLayout(
        form: .card, images: styled(Array(images.prefix(1))), lead: styled(lead).first, facts: styled(facts),
        names: shown(lead))
    }
    return CellLayout(
      form: .page, images: styled(images), lead: styled(lead).first, facts: styled(labelled),
      tables: families.compactMap { family in
        styles[family.fields[0].name].map { CellLayout.Table(family: family, style: $0) }
      },
      attached: attached, places: places, map: map, memberLabels: memberLabels, names: shown(lead + labelled))
  }

  /// The maximum number of facts on a card.
  private static let numberOfFacts = 3
  /// The maximum average length of a list that may be a fact.
  private static let listLength = 80

  /// Chooses the facts on cards: the fields that distinguish rows at a glance.
  ///
  /// The best fields have a value in most rows, differ between rows, and are short; addresses come last. Identifiers,
  /// codes, coordinates, paths and the texts for pictures that cannot be seen are no facts, nor is what the card shows
  /// already, in its title or in another fact. Every criterion is a count with a wide margin, so that a change of one
  /// row seldom changes the choice. Fields of equal rank are chosen in their order.
  ///
  /// - Parameter candidates: The fields to choose from, in their order.
  /// - Returns: The chosen fields, in the order of the candidates.
  private static func facts(
    among candidates: [Field], of records: [Record], schema: Schema, survey: FieldSurvey
  ) -> [Field] {
    let ranks = candidates.enumerated().compactMap { place, field -> FactRank? in
      guard let index = schema.index(of: field.name),
        let rank = FactRank(field, at: place, index: index, survey[index], ofRows: survey.rows)
      else { return nil }
      let name = Label(field.name)
      let isUnfit =
        !rank.isReference && name.isOfIdentifiers || name.isOfPaths || name.isCoordinate(in: schema)
        || name.describesPicture(in: schema)
      return isUnfit ? nil : rank
    }
    var chosen: [FactRank] = []
    for rank in ranks.sorted(by: { $0.precedes($1) }) where chosen.count < numberOfFacts {
      let field = candidates[rank.place], words = Label(field.name).words
      // `date_earliest` says more about the `date` of another fact.
      let isDetail = chosen.contains { other in
        let other = candidates[other.place]
        return field.type == other.type && words.starts(with: Label(other.name).words)
      }
      if !isDetail, !rank.isRepeated(by: chosen, in: records) { chosen.append(rank) }
    }
    return chosen.map(\.place).sorted().map { candidates[$0] }
  }

  /// The rank of a field: a sequence of grades, compared lexicographically. A lower grade is better.
  private struct FactRank {
    let place: Int
    private let index: Int
    /// Whether the field shows the titles of the rows that its values refer to, and not the values.
    let isReference: Bool
    private let grades: [Int]

    /// Returns `nil` for a field that does not distinguish rows at a glance: one of codes, one with the
    /// same value in nearly all rows, or with long lists.
    init?(_ field: Field, at place: Int, index: Int, _ counts: FieldSurvey.Counts, ofRows rows: Int) {
      // A field with the same value in nearly all rows is excluded, too: a single row with another value must not
      // change the choice.
      guard counts.values > 0, !counts.arePlaces(of: field), rows == 1 || counts.mostFrequent * 20 < rows * 19 else {
        return nil
      }
      let length = counts.characters / counts.values
      guard field.type != .list || length <= DefaultLayout.listLength else { return nil }
      // Of two values, one that few rows have says little about the others.
      guard field.type != .boolean || rows < 5 || counts.mostFrequent * 5 <= rows * 4 else { return nil }
      self.place = place
      self.index = index
      isReference = field.reading == .reference
      if !isReference {
        let areCodes = field.type == .number ? counts.numbers(of: field) == .codes : counts.areCodes
        if areCodes { return nil }
      }
      grades = [
        field.type == .url ? 1 : 0,
        counts.values * 2 >= rows ? 0 : counts.values * 10 >= rows ? 1 : 2,
        field.type != .boolean && counts.mostFrequent * 10 <= counts.values * 9 ? 0 : 1,
        length <= 20 ? 0 : length <= 40 ? 1 : 2,
        place,
      ]
    }

    func precedes(_ other: FactRank) -> Bool { grades.lexicographicallyPrecedes(other.grades) }

    /// Whether nearly all values occur in the titles, or equal those of another chosen field.
    func isRepeated(by others: [FactRank], in records: [Record]) -> Bool {
      let rows = FieldSurvey.rows(among: records.count)
      let indices = [index] + others.map(\.index)
      var values = 0
      var news = 0
      for row in rows {
        let texts = records[row].values(at: indices).map(\.text)
        if texts[0].isEmpty { continue }
        values += 1
        if texts[1...].contains(texts[0]) { continue }
        if !isReference, records[row].title.inOneWord.contains(texts[0].inOneWord) { continue }
        news += 1
        if news * 20 > rows.count { return false }
      }
      return news * 20 <= values
    }
  }
}

extension String {
  /// The letters and digits of the text, in lower case: `acid-arrow` equals “Acid Arrow”.
  fileprivate var inOneWord: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

/// Fields with the same facts about several things, recognized by the parts of their names: `translations.deu.official`
/// and `translations.deu.common`, `translations.fra.official` and `translations.fra.common`. They are shown as one
/// table.
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
  /// Every prefix of every name is a candidate. Candidates are examined in the order in which they first appear, the
  /// shorter prefixes of a name first, and each that forms a table takes its fields from the later ones.
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

  /// Whether the family is a table: it has several things with mostly the same facts, and no more facts than columns
  /// fit on a page. Two things must have exactly the same facts.
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
    var things: [Value.Member] = []
    var places: [String: Int] = [:]
    for member in members {
      guard let value = record[member.field.name], !value.isMissing else { continue }
      let own = Value.Member(name: member.name, value: value)
      if let place = places[member.thing], case .object(let others) = things[place].value {
        things[place].value = .object(others + [own])
      } else {
        places[member.thing] = things.count
        things.append(Value.Member(name: member.thing, value: .object([own])))
      }
    }
    return things.isEmpty ? .missing : .object(things)
  }
}

/// A place on a map: a field of latitudes and one of longitudes, or a field with both. Pages show it as one property.
struct MapPlace: Hashable, Sendable {
  /// The label: “Coordinates”, or “Birth coordinates” among several; `nil` for that of the field, if it is called
  /// otherwise.
  private(set) var label: String?
  /// The fields in the order of the page.
  let fields: [String]
  private let latitude: String
  /// The field of the longitude; `nil` if one field has both.
  private let longitude: String?
  /// The words that distinguish the place from others.
  private let words: [String]

  private static let ofLatitudes: Set<String> = ["lat", "latitude"]
  private static let ofLongitudes: Set<String> = ["lng", "lon", "long", "longitude"]
  /// Words that distinguish no places.
  private static let general: Set<String> = ["decimal", "geo", "gps"]

  /// Returns the places of fields.
  static func find(among fields: [Field], arePlaces: (Field) -> Bool) -> [MapPlace] {
    // Only numbers and texts are places.
    let names = fields.map { field in
      field.type == .number || [.text, .list].contains(field.type) && arePlaces(field) ? Label(field.name).words : []
    }
    /// Whether the name of a field of numbers ends with one of some words.
    func ends(_ index: Int, _ words: Set<String>) -> Bool {
      fields[index].type == .number && names[index].last.map(words.contains) ?? false
    }
    var places = fields.indices.compactMap { index -> MapPlace? in
      let field = fields[index], prefix = names[index].dropLast()
      if ends(index, ofLatitudes) {
        // Of several pairs with the same words, none is known to belong together.
        let others = fields.indices.filter { ends($0, ofLongitudes) && names[$0].dropLast() == prefix }
        let rivals = fields.indices.count { ends($0, ofLatitudes) && names[$0].dropLast() == prefix }
        guard others.count == 1, rivals == 1 else { return nil }
        return MapPlace(
          fields: [index, others[0]].sorted().map { fields[$0].name }, latitude: field.name,
          longitude: fields[others[0]].name, words: prefix.filter { !general.contains($0) })
      }
      guard [.text, .list].contains(field.type), arePlaces(field) else { return nil }
      let words = names[index].filter { !general.contains($0) }
      return MapPlace(fields: [field.name], latitude: field.name, longitude: nil, words: words)
    }
    for index in places.indices { places[index].setLabel(among: places.count) }
    return places
  }

  private mutating func setLabel(among count: Int) {
    if longitude != nil {
      label = Label(((count > 1 ? words : []) + ["coordinates"]).joined(separator: "_")).text
    } else if Label(latitude).isOfCoordinates, count == 1 {
      label = "Coordinates"
    }
  }

  /// Returns the latitude and the longitude of a record as they are written; `nil` if they are none.
  func degrees(in record: Record) -> (latitude: String, longitude: String)? {
    guard let longitude else { return record[latitude]?.degrees }
    guard case .number(let north)? = record[latitude], case .number(let east)? = record[longitude] else { return nil }
    return Value.degrees(north, east)
  }
}

extension Value {
  /// The latitude and the longitude in a text such as `52.5, 13.4`, or in a list of two; `nil` if there are none.
  var degrees: (latitude: String, longitude: String)? {
    switch self {
    case .text(let text), .list(_, let text?):
      // A fast path: most texts have other characters.
      guard let first = text.utf8.first, first <= 0x39, text.utf8.count <= 60,
        text.utf8.allSatisfy({ (0x2B...0x39).contains($0) || $0 == 0x20 || $0 == 0x3B }),
        text.utf8.contains(where: { $0 == 0x20 || $0 == 0x2C || $0 == 0x3B })
      else { return nil }
      let parts = text.split { ",; ".contains($0) }.map { Value.Number(String($0)) }
      guard parts.count == 2, let north = parts[0], let east = parts[1] else { return nil }
      return Self.degrees(north, east)
    case .list(let values, nil) where values.count == 2:
      guard case (.number(let north), .number(let east)) = (values[0], values[1]) else { return nil }
      return Self.degrees(north, east)
    default: return nil
    }
  }

  fileprivate static func degrees(_ north: Number, _ east: Number) -> (latitude: String, longitude: String)? {
    abs(north.value) <= 90 && abs(east.value) <= 180 ? (north.text, east.text) : nil
  }
}
