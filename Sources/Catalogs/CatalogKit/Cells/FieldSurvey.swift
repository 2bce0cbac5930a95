import Datasets
import Fingerprints

/// Statistics of the values in a data set's fields: how many there are, how long they are, and how much they differ.
///
/// A survey examines at most about two thousand rows, evenly spread: those whose number is a multiple of *s*, the
/// smallest power of two that leaves no more. A row appended or removed at the end thus leaves nearly all of the sample
/// as it is.
struct FieldSurvey {
  struct Counts: Hashable {
    fileprivate(set) var values = 0
    /// The number of characters in all values.
    fileprivate(set) var characters = 0
    /// The number of occurrences of each value, by its hash, for the first 256 different values.
    private var frequencies: [UInt64: Int] = [:]
    /// The number of whole numbers that are probably years.
    private var years = 0
    /// The number of whole numbers of three digits or more that may be years before our era.
    private var earlyYears = 0
    /// The number of other numbers that have decimals, or four digits or more.
    private var amounts = 0
    /// The number of whole numbers that are years if the field has dates.
    private var possibleYears = 0
    /// The number of whole numbers without a sign by the number of their digits.
    private var lengths = Array(repeating: 0, count: 20)
    /// The number of texts that look like codes, paths or addresses.
    private var codes = 0
    /// The number of texts, or lists of texts, that consist of digits. They are codes even where they repeat, because
    /// numbers are not texts.
    private var digits = 0
    /// The number of texts and lists with a latitude and a longitude, or with two other numbers like these.
    private var pairs = 0
    /// The number of texts with a latitude and a longitude that have decimals.
    private var places = 0
    /// The number of values that are prose.
    private var proses = 0

    /// The maximum number of different values whose occurrences are counted.
    private static let maximumFrequencies = 256
  }

  /// The number of rows that were examined.
  private(set) var rows = 0
  /// The statistics of the fields; `nil` for a field that was not examined.
  private var counts: [Counts?]

  /// The number of rows beyond which the rows are sampled.
  private static let maximumRows = 2048

  /// Surveys the rows of a data set: all fields if the default layout shows them, otherwise those whose style depends
  /// on their values.
  init(of dataset: OpenDataset) {
    let usesAll = dataset.entry.usesDefaultLayout
    self.init(dataset.rows.items, schema: dataset.schema) { usesAll || $0.type == .number }
  }

  /// Surveys the values of records.
  ///
  /// - Parameter isExamined: Whether a field is examined before the survey is ``completed(by:schema:)``.
  /// - Complexity: O(*f* · *r*) for *f* fields and *r* examined rows, and in the length of their values.
  init(_ records: [Record], schema: Schema, of isExamined: (Field) -> Bool = { _ in true }) {
    counts = Array(repeating: nil, count: schema.fields.count)
    examine(records, schema, isExamined)
  }

  /// Returns the survey with the statistics of all fields.
  ///
  /// - Parameter records: The records that were surveyed.
  /// - Complexity: As that of a survey; O(*f*) if all *f* fields were examined.
  func completed(by records: [Record], schema: Schema) -> FieldSurvey {
    var survey = self
    survey.examine(records, schema) { _ in true }
    return survey
  }

  private mutating func examine(_ records: [Record], _ schema: Schema, _ isExamined: (Field) -> Bool) {
    let fields = counts.indices.filter { index in
      let field = schema.fields[index]
      return counts[index] == nil && ![.records, .image, .markdown].contains(field.type) && isExamined(field)
    }
    let sample = Self.rows(among: records.count)
    rows = sample.count
    if fields.isEmpty { return }
    var examined = fields.map { _ in Counts() }
    for row in sample {
      for (place, value) in records[row].values(at: fields).enumerated() { examined[place].note(value) }
    }
    for (field, count) in zip(fields, examined) { counts[field] = count }
  }

  /// Returns the indices of the rows that are examined, out of a number of rows.
  static func rows(among count: Int) -> [Int] { Array(stride(from: 0, to: count, by: step(among: count))) }

  /// Whether a row is examined, out of a number of rows.
  static func looksAt(_ row: Int, among count: Int) -> Bool { row.isMultiple(of: step(among: count)) }

  private static func step(among count: Int) -> Int {
    var step = 1
    while count / step > maximumRows { step *= 2 }
    return step
  }

  /// The statistics of a field. A field that was not examined has no values.
  subscript(field: Int) -> Counts { field < counts.count ? counts[field] ?? Counts() : Counts() }
}

extension FieldSurvey.Counts {
  fileprivate mutating func note(_ value: Value) {
    if value.isMissing { return }
    var text = value.text
    values += 1
    // Each scalar has one byte that continues no other.
    characters += text.withUTF8 { bytes in bytes.count { $0 & 0xC0 != 0x80 } }
    let hash = Fingerprint(text).low
    if frequencies.count < Self.maximumFrequencies || frequencies[hash] != nil { frequencies[hash, default: 0] += 1 }
    if text.isProse { proses += 1 }
    if value.allTexts({ $0.isOnlyDigits }) { digits += 1 } else if value.allTexts({ $0.isCode }) { codes += 1 }
    if let degrees = value.degrees {
      pairs += 1
      // Two whole numbers may be anything, and many programs write the longitude first in a list.
      let isText = if case .list(_, nil) = value { false } else { true }
      if isText, degrees.latitude.contains("."), degrees.longitude.contains(".") { places += 1 }
    }
    guard case .number(let number) = value else { return }
    // Statistics programs write whole numbers with a decimal where some values are missing: 1951.0.
    var whole = text.utf8[...]
    if whole.first == UInt8(ascii: "-") { whole.removeFirst() }
    if whole.last == UInt8(ascii: "0"), whole.dropLast().last == UInt8(ascii: ".") { whole.removeLast(2) }
    let isWhole = whole.allSatisfy { (0x30...0x39).contains($0) }
    if isWhole, (-10_000..<3000).contains(number.value) { possibleYears += 1 }
    if isWhole, number.value >= 0, whole.count < lengths.count { lengths[whole.count] += 1 }
    if isWhole, whole.count == 4, (1000..<3000).contains(number.value) {
      years += 1
    } else if isWhole, (-10_000 ... -100).contains(number.value) {
      earlyYears += 1
    } else if !isWhole || abs(number.value) >= 1000 {
      amounts += 1
    }
  }

  var mostFrequent: Int { frequencies.values.max() ?? 0 }

  var areProse: Bool { proses * 2 > values }

  /// Whether nearly all values are a latitude and a longitude, as they or the name of their field say.
  func arePlaces(of field: Field) -> Bool {
    let places = pairs > places && Label(field.name).isOfPlaces ? pairs : places
    return places > 0 && places * 20 >= values * 19
  }

  /// The number of sections that the values divide rows into; `nil` if these are too many or too few, too small or too
  /// long, or if many rows have no value.
  func sections(of rows: Int) -> Int? {
    let kinds = frequencies.count
    let areNames = characters <= values * 40 && !areCodes && !areProse
    guard areNames, values * 10 >= rows * 8, (2...60).contains(kinds), kinds * 3 <= values,
      mostFrequent * 10 <= values * 9
    else { return nil }
    return kinds
  }

  /// Whether nearly all values are codes, paths or addresses, which identify rows and do not describe them.
  ///
  /// Words in capitals that occur repeatedly are words, not codes. Fewer than eight values are not enough to tell.
  var areCodes: Bool {
    guard values >= 8 else { return false }
    return (digits + (areDifferent(inTenths: 9) ? codes : 0)) * 10 >= values * 9
  }

  /// Whether at least some tenths of the values are different, as far as their occurrences are counted.
  func areDifferent(inTenths tenths: Int) -> Bool { frequencies.count * 10 >= frequencies.values.reduce(0, +) * tenths }

  func numbers(of field: Field) -> FieldStyles.NumberKind {
    // The values are asked before the name, which has to be divided into words.
    if areYears || possibleYears * 20 >= values * 19 && Label(field.name).isOfDates { return .years }
    return areNumbersAlike && !Label(field.name).isOfAmounts ? .codes : .amounts
  }

  /// Whether the values are mostly years, with hardly any amounts among them that would be grouped in thousands.
  private var areYears: Bool {
    let all = years + earlyYears
    return years * 4 >= values && years > 0 && all * 2 >= values && all * 10 >= (all + amounts) * 9
  }

  /// Whether nearly all values are whole numbers with the same number of digits, four or more, and different ones.
  private var areNumbersAlike: Bool {
    guard values >= 8, lengths[4...].contains(where: { $0 * 20 >= values * 19 }) else { return false }
    return frequencies.count * 20 >= frequencies.values.reduce(0, +) * 19
  }
}

extension Value {
  /// Whether the value is a text, or a list of texts, that all satisfy a predicate.
  fileprivate func allTexts(_ isOfKind: (String) -> Bool) -> Bool {
    switch self {
    case .text(let text): isOfKind(text)
    case .list(let elements, _): !elements.isEmpty && elements.allSatisfy { $0.allTexts(isOfKind) }
    default: false
    }
  }
}

extension String {
  /// Whether the text consists of digits and plus signs, as numbers with leading zeros and telephone prefixes do.
  fileprivate var isOnlyDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "+") } }

  /// Whether the text looks like a code, a path or an address: it ends in a file extension, or it has no white space
  /// and contains a slash, or capitals but no small letters, or digits and letters.
  fileprivate var isCode: Bool {
    guard utf8.count <= 200 else { return false }
    let end = utf8.suffix(9)
    if let dot = end.lastIndex(of: UInt8(ascii: ".")) {
      let ending = end[end.index(after: dot)...]
      let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) }
      if (2...8).contains(ending.count), ending.contains(where: isLetter),
        ending.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) })
      {
        return true
      }
    }
    var hasCapitals = false
    var hasOthers = false
    var hasDigits = false
    var hasSlash = false
    for scalar in unicodeScalars {
      switch scalar {
      case "A"..."Z": hasCapitals = true
      case "0"..."9": hasDigits = true
      case "/": hasSlash = true
      case "!"..."~" where !("a"..."z").contains(scalar): break
      // Most texts are words. Properties of Unicode take a search.
      case " ": return false
      case "a"..."z": hasOthers = true
      default:
        if scalar.properties.isWhitespace { return false }
        hasOthers = true
      }
    }
    return hasSlash || hasCapitals && !hasOthers || hasDigits && (hasCapitals || hasOthers)
  }
}

// The roles of fields, inferred from their names. A wrong guess costs little: a fact more or less on a card, or
// separators in a number.
extension Field {
  /// Whether the values are numbers or codes that identify things, and count nothing: `object_id`, `Postcode`,
  /// `id.imdb`, `geonameid`.
  var isIdentifier: Bool { Label(name).isOfIdentifiers }
}

extension Label {
  private static let years: Set<String> = [
    "anno", "año", "ano", "année", "jaar", "jahr", "rok", "year", "years", "år", "год",
  ]
  private static let ordinals: Set<String> = ["position", "rang", "rango", "rank", "ranking"]
  private static let coordinates: Set<String> = [
    "coord", "coordinate", "coordinates", "coords", "geom", "geometry", "lat", "latitude", "latlng", "latlon",
    "latlong", "lng", "lon", "longitude", "lonlat", "wkt",
  ]
  private static let bodies: Set<String> = [
    "about", "abstract", "bio", "biography", "body", "content", "desc", "description", "intro", "introduction",
    "lyrics", "note", "notes", "overview", "plot", "poem", "story", "summary", "synopsis", "text",
    "beschreibung", "beschrijving", "beskrivning", "biografia", "biografie", "biografía", "biographie", "contenido",
    "contenu", "contenuto", "conteúdo", "descripcion", "descripción", "descrizione", "descrição", "inhalt", "inhoud",
    "omschrijving", "opis", "resumen", "resumo", "résumé", "riassunto", "samenvatting", "tekst", "testo", "texte",
    "texto", "zusammenfassung", "описание",
  ]

  private static let dates: Set<String> = [
    "anfang", "beginn", "dat", "data", "datace", "datación", "datation", "datazione", "datação", "date", "dated",
    "dates", "datering", "datierung", "dato", "datowanie", "datum", "epoch", "fecha",
  ]
  /// Words of amounts, and of what is measured in them.
  private static let amounts: Set<String> = [
    "altitude", "amount", "anzahl", "area", "arean", "attendance", "average", "balance", "befolkning", "besucher",
    "betrag", "bevolking", "bezoekers", "births", "budget", "calories", "capacity", "cases", "cena", "cost", "costo",
    "costs", "count", "coût", "custo", "deaths", "depth", "distance", "distancia", "distanz", "downloads", "duration",
    "einwohner", "elevation", "employees", "eur", "euro", "euros", "fläche", "followers", "ft", "gdp", "gehalt",
    "gewicht", "habitantes", "habitants", "hectares", "height", "households", "höhe", "income", "inhabitants",
    "inkomst", "invånare", "kcal", "kg", "km", "km2", "kosten", "kwh", "length", "likes", "lohn", "lön", "länge", "m2",
    "market", "mass", "mean", "median", "members", "menge", "miles", "mileage", "minutes", "montant", "oppervlakte",
    "passengers", "plays", "points", "pop", "poblacion", "población", "population", "popolazione", "população", "power",
    "precio", "preis", "preço", "prezzo", "price", "prijs", "pris", "prix", "produktion", "profit", "quantity",
    "revenue", "runtime", "salaire", "salario", "salary", "salário", "sales", "score", "seconds", "size", "sold",
    "sqft", "sqm", "stimmen", "stock", "students", "subscribers", "sum", "summe", "superficie", "superfície", "surface",
    "tons", "tonnes", "total", "turnover", "umsatz", "usd", "value", "views", "viewers", "visiteurs", "visitors",
    "visits", "visitantes", "visitatori", "voix", "volume", "votes", "voti", "votos", "wage", "wages", "watts",
    "weight", "width", "wert", "yta", "население", "цена",
  ]

  /// Whether the values are dates or parts of them: `date_begin`, “Datierung von”.
  var isOfDates: Bool {
    words.contains { word in Self.dates.contains(word) || ["datum", "datierung"].contains(where: word.hasSuffix) }
  }

  /// Whether the values are amounts of something: `population_2020`, “Preis (EUR)”, `Einwohnerzahl`.
  var isOfAmounts: Bool {
    words.contains { word in
      Self.amounts.contains(word)
        || ["fläche", "gewicht", "höhe", "kosten", "länge", "preis", "summe", "zahl"].contains(where: word.hasSuffix)
    }
  }

  /// Whether the values are places in an order, which are not grouped: `rank`.
  var isOfRanks: Bool { words.last.map(Self.ordinals.contains) ?? false }

  /// Whether the values are years: `year_built`, `Baujahr`.
  var isOfYears: Bool { words.contains { Self.years.contains($0) || $0.hasSuffix("jahr") } }

  /// Whether the values describe the row in full, so that they need no label: `description`, `short_summary`.
  var isOfBodies: Bool { words.contains { Self.bodies.contains($0) || $0.hasSuffix("beschreibung") } }

  /// Whether the values are names or paths of files: `image_path`, `filename`.
  var isOfPaths: Bool {
    words.last.map { ["file", "filename", "filepath", "folder", "path", "pfad"].contains($0) } ?? false
  }

  /// Whether the values stand for those of another field where pictures cannot be seen: `photo_alt`, `image_alt_text`.
  func describesPicture(in schema: Schema) -> Bool {
    guard let end = words.lastIndex(where: { ["alt", "alternative", "alttext"].contains($0) }), end > 0 else {
      return false
    }
    let picture = Array(words[..<end])
    return schema.fields.contains {
      $0.type == .image || Label($0.name) != self && Label($0.name).words.starts(with: picture)
    }
  }

  /// Whether the values are coordinates on a map, as the name says: `lat`, `geo.lng`.
  var isOfCoordinates: Bool { words.last.map(Self.coordinates.contains) ?? false }

  /// Whether each value is a latitude and a longitude, as the name says: `latlng`, `lat_lon`.
  var isOfPlaces: Bool {
    ["latlng", "latlon", "latlong"].contains { name in (1...2).contains { words.suffix($0).joined() == name } }
  }

  /// Whether the values are coordinates on a map or in a picture: `lat`, `geo.lng`, or `x` next to `y`.
  func isCoordinate(in schema: Schema) -> Bool {
    guard let last = words.last else { return false }
    if isOfCoordinates { return true }
    let pairs = ["x": "y", "y": "x", "z": "x", "long": "lat", "easting": "northing", "northing": "easting"]
    guard let other = pairs[last] else { return false }
    let others = words.dropLast() + [other]
    return schema.fields.contains { Label($0.name).words[...] == others }
  }
}

// MARK: - Single values

extension Value {
  /// The place of a fact on a page.
  enum Place {
    /// Among the properties.
    case property
    /// A section with a text: Markdown, prose, and lists that are as long as prose, or consist of sentences.
    case section
    /// A section with nested values.
    case nested
  }

  var place: Place {
    if isNested { return .nested }
    let isLong =
      switch self {
      case .markdown: true
      case .text(let text): text.isProse
      case .list(let elements, _): text.isProse || elements.areSentences
      default: false
      }
    return isLong ? .section : .property
  }
}

extension String {
  /// Whether the text is prose: it has several lines, or more than 80 characters that are not a single word, such as an
  /// address.
  var isProse: Bool {
    var text = self
    // In ASCII, each byte is a character. Other texts are no single words: some languages are written without spaces.
    let isProseOfASCII = text.withUTF8 { bytes -> Bool? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return bytes.contains { (0x0A...0x0D).contains($0) }
        || bytes.count > 80 && bytes.contains { !(0x21...0x7E).contains($0) }
    }
    return isProseOfASCII
      ?? (unicodeScalars.contains { ("\n"..."\r").contains($0) || "\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
        || utf8.count > 80 && index(startIndex, offsetBy: 81, limitedBy: endIndex) != nil)
  }
}
