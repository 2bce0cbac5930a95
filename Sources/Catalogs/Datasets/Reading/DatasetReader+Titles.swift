import Fingerprints

extension DatasetReader {
  /// Chooses the fields that form the titles of rows: the field with a usual name; a first and a last name; or else the
  /// first field with texts that name the rows. If there are none, the keys are the titles.
  ///
  /// A field called `name` with the same value in all rows names something else. A field called `title` that several
  /// persons share, who also have a first and a last name, is their academic or job title. Of several names, the first
  /// one counts, unless another one tells clearly more rows apart; names of departments and the like that rows share
  /// are names of these. A text of words, even one that repeats, says more than a bare number or a long identifier.
  mutating func titleFields(_ rows: DatasetRows, key: FileRows.Key, file: String?) -> [Int] {
    let schema = rows.schema
    if !options.titles.isEmpty { return options.titles.compactMap { field($0, schema, file) } }
    let fields = schema.fields.indices.prefix(Self.searchedFieldCount)
    let roles = fields.map { TitleRole(schema.fields[$0]) }
    func surveyed(_ fields: [Int]) -> [(field: Int, survey: TitleSurvey)] { fields.map { ($0, TitleSurvey(rows, $0)) } }
    if let field = fields.first(where: { Self.names.contains(schema.fields[$0].name.lowercased()) }),
      case let survey = TitleSurvey(rows, field), !survey.areAllTheSame
    {
      guard schema.fields[field].name.lowercased() == "title", survey.areShared else { return [field] }
      return personName(rows, arePersons: true) ?? [field]
    }
    let keyFields = key.fields
    // A page without a usual name is named by its file, which is the key.
    if filePathField(schema) != nil { return keyFields }
    let names = surveyed([TitleRole.fullName, .name].flatMap { role in fields.filter { roles[$0] == role } }).filter {
      $0.survey.distinguish(oneIn: 5) && !$0.survey.areLongCodes
        && !($0.survey.areShared && schema.fields[$0.field].isOfGroup)
    }
    let name = names.dropFirst().reduce(names.first) { best, next in
      best.map { $0.survey.distinguishesClearlyLess(than: next.survey) } ?? true ? next : best
    }?.field
    // From the surest name to any text that distinguishes the rows.
    if let name, roles[name] == .fullName { return [name] }
    if let person = personName(rows, arePersons: false) { return person }
    if let name { return [name] }
    let texts = fields.filter { roles[$0] != .none }
    if let text = texts.first(where: { roles[$0] != .name && TitleSurvey(rows, $0).areTitles }) { return [text] }
    let isKeyReadable =
      keyFields.count > 1
      || keyFields.contains { schema.fields[$0].type != .number && !TitleSurvey(rows, $0).areLongCodes }
    if !keyFields.isEmpty, isKeyReadable { return keyFields }
    let surveys = surveyed(texts)
    let repeated = surveys.filter { $0.survey.areRepeatedWords && !schema.fields[$0.field].isOfGroup }
    if let text = repeated.first(where: { schema.fields[$0.field].isName }) ?? repeated.first { return [text.field] }
    if !keyFields.isEmpty { return keyFields }
    return surveys.first { $0.survey.distinguish(oneIn: 5) }.map { [$0.field] } ?? []
  }

  /// Returns the fields with the first and the last names of persons, if most rows have both.
  ///
  /// - Parameter arePersons: Whether the rows are the persons. A name with more words belongs to another person:
  ///   `author_first_name`.
  func personName(_ rows: DatasetRows, arePersons: Bool) -> [Int]? {
    let roles = rows.schema.fields.prefix(Self.searchedFieldCount).map { field in
      arePersons && Label(field.name).words.count > 2 ? TitleRole.text : TitleRole(field)
    }
    let names = [TitleRole.givenName, .familyName].compactMap { roles.firstIndex(of: $0) }
    return names.count == 2 && names.allSatisfy { TitleSurvey(rows, $0).areFilled } ? names : nil
  }
}

extension Field {
  private static let groups: Set<String> = [
    "abteilung", "categoria", "category", "categoría", "catégorie", "class", "collection", "country", "département",
    "department", "departamento", "dipartimento", "genre", "group", "institution", "kategorie", "musee", "museo",
    "museu", "museum", "musée", "organisation", "organization", "region", "repository", "section",
  ]

  /// Whether the values are the names of groups that rows belong to: `department_name`.
  fileprivate var isOfGroup: Bool { Label(name).words.contains(where: Self.groups.contains) }

  /// Whether the field is called a name or a title, or a part of one.
  package var isName: Bool { ![.text, .none].contains(TitleRole(self)) }
}

/// The role of a field in titles, as its name and type suggest.
private enum TitleRole: Equatable {
  /// `full_name`, `name.common`.
  case fullName
  /// `caseName`, `product title`.
  case name
  /// `first_name`, `name.first`.
  case givenName
  /// `last_name`, `surname`.
  case familyName
  case text
  case none

  private static let names: Set<String> = [
    "caption", "headline", "label", "name", "title",
    "bezeichnung", "naam", "namn", "navn", "nom", "nombre", "nome", "titel", "titolo", "titre", "titulo", "título",
  ]
  /// Words that mark a name as the whole name.
  private static let whole: Set<String> = ["common", "display", "full", "official", "preferred"]
  private static let given: Set<String> = ["first", "fore", "given"]
  private static let family: Set<String> = ["family", "last", "sur"]
  /// Words that mark a name as a part of one, or as the name of something else.
  private static let parts: Set<String> = [
    "alt", "alternative", "birth", "file", "folder", "host", "job", "maiden", "middle", "native", "nick", "path",
    "short", "sort", "sub", "suffix", "user",
  ]

  init(_ field: Field) {
    guard field.type == .text else {
      self = .none
      return
    }
    let words = Label(field.name).words
    let isName =
      words.contains(where: Self.names.contains)
      && (words.last.map(Self.names.contains) == true || words.first.map(Self.names.contains) == true)
    let isRunTogether = words.last.map { $0.hasSuffix("name") || $0.hasSuffix("title") } ?? false
    /// Whether one of some words is in the name, or forms one word with it.
    func isBeside(_ others: Set<String>) -> Bool {
      words.contains(where: others.contains)
        || others.contains { word in ["name", "title"].contains { words.last == word + $0 } }
    }
    guard isName || isRunTogether, !isBeside(Self.parts) else {
      self = .text
      return
    }
    if isBeside(Self.given) {
      self = .givenName
    } else if isBeside(Self.family) {
      self = .familyName
    } else {
      self =
        words.contains { word in Self.whole.contains { word == $0 || word.hasSuffix("\($0)name") } } ? .fullName : .name
    }
  }
}

/// Statistics of the texts of a field as titles, from a sample of up to 512 rows that are evenly spread.
private struct TitleSurvey {
  private static let maximumRows = 512

  private var rows = 0
  private var values = 0
  /// The number of values that consist of words and are not codes.
  private var wordings = 0
  private var length = 0
  /// The number of long values without spaces.
  private var longCodes = 0
  private var (shortest, longest) = (Int.max, 0)
  private var distinct: Set<UInt64> = []

  init(_ rows: DatasetRows, _ field: Int) {
    var step = 1
    while rows.count / step > Self.maximumRows { step *= 2 }
    for row in stride(from: 0, to: rows.count, by: step) {
      self.rows += 1
      rows.withKeyText(field, ofRow: row) { note($0) }
    }
  }

  private mutating func note(_ text: Bytes) {
    guard !text.isEmpty, !text.isPlaceholder else { return }
    values += 1
    length += text.count
    shortest = min(shortest, text.count)
    longest = max(longest, text.count)
    if text.isWording { wordings += 1 }
    // Some scripts are written without spaces.
    if text.count >= 32, text.isASCII, !text.contains(.space) { longCodes += 1 }
    distinct.insert(Fingerprint(UnsafeRawBufferPointer(text)).low)
  }

  /// Whether most rows have a value.
  var areFilled: Bool { values * 2 >= rows }

  /// Whether at least one value in ten repeats another one.
  var areShared: Bool { distinct.count * 10 <= values * 9 }

  /// Whether there are several values, all of which are equal.
  var areAllTheSame: Bool { values > 2 && distinct.count == 1 }

  /// Whether most values are long and have no spaces, as identifiers that programs make.
  var areLongCodes: Bool { longCodes * 2 > values }

  /// Whether nearly all rows have a value that consists of words, of which a twentieth at least are different ones.
  var areRepeatedWords: Bool {
    values * 10 >= rows * 9 && wordings * 10 >= values * 9 && distinct.count > 2 && distinct.count * 20 >= values
      && !areShortCodes && !areLongCodes && length <= 100 * values
  }

  /// Whether another field has more than half as many different values again.
  func distinguishesClearlyLess(than other: TitleSurvey) -> Bool { distinct.count * 3 < other.distinct.count * 2 }

  /// Whether most rows have a value, and there are enough different values.
  ///
  /// - Parameter number: The number of rows that may share a value on average.
  func distinguish(oneIn number: Int) -> Bool { areFilled && distinct.count * number >= values && !areAllTheSame }

  /// Whether all texts have the same short length, as codes of languages or countries do.
  private var areShortCodes: Bool { values > 4 && longest <= 3 && shortest == longest }

  /// Whether the texts may be titles: most are unique, and they consist of words, but are neither codes nor prose.
  var areTitles: Bool {
    // `distinguish` admits that exactly half of the values are different. Titles are more than that.
    distinguish(oneIn: 2) && !areShortCodes && !areLongCodes && distinct.count * 2 != values
      && wordings * 4 >= values * 3 && length <= 100 * values
  }
}

extension Bytes {
  /// Whether a text consists of words, and is not a code, number, address, path or pictograph: it has more letters than
  /// digits, and at least four letters or one in lower case.
  fileprivate var isWording: Bool {
    var letters = 0
    var digits = 0
    var hasSmall = false
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .decimalNumber {
        digits += 1
      } else if scalar.properties.isAlphabetic {
        letters += 1
        // In many scripts, letters have no case.
        if !scalar.properties.isUppercase { hasSmall = true }
      }
    }
    guard letters > digits, letters > 3 || hasSmall else { return false }
    return !isWebAddress && !(contains(UInt8(ascii: "/")) && !contains(.space))
  }
}
