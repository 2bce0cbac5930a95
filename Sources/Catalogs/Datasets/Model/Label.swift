/// A name in a file, turned into words for display: `credit_line`, `creditLine` and `CreditLine` become “Credit line”.
package struct Label: Hashable, Sendable {
  /// The label: `Image URL`.
  package let text: String
  /// The words of the label, in lower case: `image`, `url`.
  package let words: [String]

  /// Creates the label of a name.
  ///
  /// A name with spaces is kept as a person wrote it, as are the parts of a name that begin with capitals:
  /// `Museum_of_Modern_Art`. A name in upper case is turned into lower case, unless it is one short word. Abbreviations
  /// have their usual spelling: “ISBN”, “IDs”. A number of four digits is a separate word: `Olympics2014` becomes
  /// “Olympics 2014”. So are words that are usual in data, if nothing else is run together: `displaydate` becomes
  /// “Display date”.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - isAmongCapitals: Whether the other names are in upper case throughout, too, in which case capitals carry no
  ///     meaning; `nil` if unknown. A single word in upper case among names in lower case is an abbreviation: `FIFA`.
  /// - Complexity: O(*n*) in the length of the name.
  package init(_ name: String, isAmongCapitals: Bool? = nil) {
    let name = name.trimmed
    let isProse = name.contains(where: \.isWhitespace)
    let words =
      isProse
      ? [String(name.map { $0 == "_" ? " " : $0 })] : name.wordsOfPath.flatMap(\.partsAtNumber).flatMap(\.knownWords)
    let isInCapitals = name.isInCapitals
    // A word in capitals of up to this length is an abbreviation. One that stands alone may be longer, if the other
    // names are in lower case.
    let abbreviationLength = isProse || words.count > 1 ? 1 : isAmongCapitals.map { $0 ? 1 : 5 } ?? 3
    let shown = words.map { word in
      if isInCapitals { return word.mappingWords { $0.withoutCapitals(from: abbreviationLength) } }
      return isProse ? word : word.abbreviation ?? word
    }
    let label = shown.joined(separator: " ")
    let first = String(label.prefix { !$0.isWhitespace })
    // A first word that is meant to begin with a small letter keeps it: pH, iPhone.
    text = label.isEmpty ? name : first.abbreviation == first ? label : label.prefix(1).uppercased() + label.dropFirst()
    self.words = label.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

extension Field {
  /// The name for display: `Scientific name` for `scientific_name` and `scientificName`, `Size width` for `size.width`.
  package var label: String { Label(name).text }
}

/// The usual spellings of abbreviations, by their spelling in lower case.
private let abbreviations: [String: String] = {
  let nouns = [
    "API", "CD", "CPU", "DOI", "DVD", "FAQ", "GPU", "ID", "ISBN", "ISSN", "LED", "NGO", "PDF", "SKU", "TLD", "TV",
    "URI", "URL", "UUID",
  ]
  let others = [
    "ABV", "AI", "ASCII", "ASIN", "BIC", "BMI", "CEO", "CHF", "CO2", "CRS", "CSS", "CSV", "DNA", "EAN", "EPSG", "EU",
    "EUR", "GBP", "GDP", "GMT", "GPS", "GTIN", "GUID", "HTML", "HTTP", "HTTPS", "IATA", "IBAN", "IBU", "ICAO", "IP",
    "ISIN", "ISNI", "ISO", "ISRC", "JPY", "JSON", "LCCN", "MPG", "NASA", "NGA", "OCLC", "ORCID", "PMID", "QR", "RAM",
    "RGB", "RNA", "RSS", "SDK", "SMS", "SQL", "UK", "UN", "UPC", "US", "USA", "USB", "USD", "UTC", "VAT", "VIAF", "VIP",
    "WKT", "XML", "YAML", "arXiv", "eBook", "GeoJSON", "IMDb", "iOS", "iPad", "iPhone", "kWh", "mRNA", "pH", "PhD",
    "YouTube",
  ]
  return Dictionary(uniqueKeysWithValues: (nouns + nouns.map { $0 + "s" } + others).map { ($0.lowercased(), $0) })
}()

/// Words that names of fields often run together.
private let usualWords: Set<String> = [
  "accession", "alternate", "alternative", "artist", "author", "begin", "birth", "category", "city", "code",
  "collection", "common", "constituent", "count", "country", "created", "creator", "credit", "date", "death",
  "department", "depth", "description", "dimensions", "display", "end", "family", "first", "forward", "full", "given",
  "height", "id", "ids", "image", "inscription", "language", "last", "latitude", "length", "line", "location",
  "longitude", "medium", "middle", "modified", "museum", "name", "names", "nationality", "native", "nga", "num",
  "number", "object", "of", "official", "order", "page", "parent", "person", "place", "preferred", "provenance",
  "publication", "publisher", "region", "release", "scientific", "series", "short", "sort", "source", "species",
  "start", "state", "status", "text", "title", "total", "type", "unit", "updated", "url", "value", "version", "weight",
  "width", "year", "years",
]

/// Words that consist of others but are written as one.
private let undividedWords: Set<String> = ["birthdate", "birthplace", "dateline"]

extension String {
  /// The words of a name in small letters that consists of usual words entirely; otherwise the text itself.
  fileprivate var knownWords: [String] {
    guard utf8.count > 5, utf8.dropFirst().allSatisfy({ (0x61...0x7A).contains($0) }) else { return [self] }
    let name = lowercased()
    guard !undividedWords.contains(name), !usualWords.contains(name), let words = name[...].wordsInData else {
      return [self]
    }
    return [String(prefix(words[0].count))] + words.dropFirst()
  }

  /// The usual spelling of the word if it is a known abbreviation, or one followed by a number: `ISO3`.
  fileprivate var abbreviation: String? {
    if let known = abbreviations[lowercased()] { return known }
    let digits = reversed().prefix { $0.isNumber }.count
    guard digits > 0 else { return nil }
    return abbreviations[dropLast(digits).lowercased()].map { $0 + suffix(digits) }
  }

  /// The word, and a number of four digits or more at its end, separately: `Olympics` and `2014`.
  fileprivate var partsAtNumber: [String] {
    let word = prefix { $0.isLetter }
    let rest = self[word.endIndex...]
    return word.count > 1 && rest.prefix(4).count { $0.isNumber } == 4 ? [String(word), String(rest)] : [self]
  }

  /// Returns a word of a name in upper case in lower case, unless it is an abbreviation: a known one, a short one, or
  /// one that cannot be pronounced.
  ///
  /// - Parameter length: The length up to which any word may be an abbreviation.
  fileprivate func withoutCapitals(from length: Int) -> String {
    abbreviation ?? (count <= length || isUnpronounceable ? self : lowercased())
  }

  /// Whether the text has capital letters and no small ones.
  package var isInCapitals: Bool { contains(where: \.isUppercase) && !contains(where: \.isLowercase) }

  /// Whether a word in upper case has no vowel, or is short and has a digit: `BPM`, `PM10`.
  private var isUnpronounceable: Bool {
    guard utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    return !contains { "AEIOUY".contains($0) } || count <= 4 && contains(where: \.isNumber)
  }

  /// Returns the text with each run of letters and digits replaced.
  fileprivate func mappingWords(_ transform: (String) -> String) -> String {
    var text = ""
    var rest = self[...]
    while let first = rest.first {
      let word = rest.prefix { $0.isLetter || $0.isNumber || "'’".contains($0) }
      text += word.isEmpty ? String(first) : transform(String(word))
      rest = rest.dropFirst(max(1, word.count))
    }
    return text
  }

  /// The words between dots, underscores and hyphens, and the words of camel case. Dots and hyphens between digits do
  /// not separate words, nor do hyphens after a single letter: `2019-20`, `e-mail`. A name before a dot is left out if
  /// the name after it begins with the same words: `exif.exif_version`.
  fileprivate var wordsOfPath: [String] {
    let names = self[...].split(at: ".").map { name in
      let parts = name.split(at: "-").flatMap { $0.split(separator: "_") }
      return parts.flatMap { Part(text: $0, isAmongOthers: parts.count > 1).words }
    }
    return zip(names, names.dropFirst() + [[]]).flatMap { name, next in
      let isRepeated = next.count > name.count && zip(name, next).allSatisfy { $0.lowercased() == $1.lowercased() }
      return isRepeated ? [] : name
    }
  }
}

extension Substring {
  /// The usual words that the text consists of; `nil` if it has others.
  fileprivate var wordsInData: [String]? {
    if isEmpty { return [] }
    // The longest words first: `names` is no `name` followed by an S.
    for length in stride(from: Swift.min(count, 12), through: 2, by: -1) {
      let word = String(prefix(length))
      guard usualWords.contains(word), let rest = dropFirst(length).wordsInData else { continue }
      return [word] + rest
    }
    return nil
  }

  /// Returns the parts between dots or hyphens, where these separate words.
  fileprivate func split(at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    for index in indices where self[index] == separator {
      let (before, after) = (self[start..<index], self[self.index(after: index)...])
      let isInNumber = before.last?.isNumber == true && after.first?.isNumber == true
      let isAfterLetter = separator == "-" && before.count == 1 && before.first?.isLetter == true
      if isInNumber || isAfterLetter && !after.isEmpty { continue }
      parts.append(before)
      start = after.startIndex
    }
    return parts + [self[start...]]
  }
}

/// A part of a name between dots, underscores or hyphens.
private struct Part {
  let text: Substring
  /// Whether there are other parts, so that the author of the name has separated its words.
  let isAmongOthers: Bool

  /// The words of `camelCase`. Those after the first are in lower case, unless they are in upper case throughout, as
  /// `URL` is.
  var words: [String] {
    let letters = Array(text)
    guard let first = letters.first else { return [] }
    if String(text).abbreviation != nil || isAmongOthers && first.isUppercase { return [String(text)] }
    var words: [String] = []
    var start = 0
    // A capital begins a word if a small letter precedes or follows it: image, URL and List in `imageURLList`.
    for index in letters.indices.dropFirst() where letters[index].isUppercase {
      let isNext = letters[index - 1].isLowercase
      // The plural of an abbreviation belongs to it: IDs.
      let rest = letters[(index + 1)...]
      let isPlural = rest.first == "s" && rest.dropFirst().first?.isUppercase ?? true
      guard isNext || rest.first?.isLowercase == true && !isPlural else { continue }
      words.append(String(letters[start..<index]))
      start = index
    }
    words.append(String(letters[start...]))
    return words.prefix(1) + words.dropFirst().map { $0.contains(where: \.isLowercase) ? $0.lowercased() : $0 }
  }
}

extension Label {
  /// Verbs at the beginning of a name whose values answer it with yes or no.
  private static let questions: Set<String> = [
    "are", "can", "did", "does", "has", "have", "is", "should", "was", "were",
  ]

  /// Whether a field of this name has yes and no as values: `is_public`, `hasImage`, `discontinued`.
  var isOfBooleans: Bool {
    guard let first = words.first, let last = words.last else { return false }
    if words.count > 1, Self.questions.contains(first) { return true }
    // A participle: “deleted”. Words such as “speed” are none.
    return words.count == 1 && last.count > 6 && last.hasSuffix("ed") && !last.hasSuffix("eed")
  }

  /// Whether a field of this name has numbers of versions, such as 1.10.
  var isOfVersions: Bool {
    words.last.map { ["version", "versions", "versione", "versión", "versie", "versão"].contains($0) } ?? false
  }

  /// Words that denote identifiers at any position of a name.
  private static let identifiers: Set<String> = [
    "asin", "barcode", "doi", "ean", "gtin", "guid", "iban", "id", "ids", "isbn", "isni", "issn", "lccn", "oclc",
    "orcid", "plz", "pmid", "postcode", "sku", "upc", "uuid", "zip", "zipcode",
  ]
  /// Words that denote codes at the end of a name.
  private static let lastCodes: Set<String> = [
    "accession", "code", "codes", "dial", "fax", "filename", "inventaire", "inventar", "inventario", "inventário",
    "kennung", "kennziffer", "kod", "kode", "matricola", "matricule", "matrícula", "phone", "phones", "postal", "slug",
    "tel", "telefon", "telefone", "telefono", "telefoon", "telephone", "teléfono", "téléphone",
  ]
  /// Words that denote codes at the beginning of a name, too, in languages that begin with the noun: “Código postal”.
  private static let codes: Set<String> = ["cod", "codice", "codigo", "código", "cód"]
  /// Words that make a number at the beginning of a name an identifier: “Numéro d’inventaire”.
  private static let numbered: Set<String> = [
    "acceso", "accession", "catalogo", "catalogue", "catálogo", "inventaire", "inventario", "inventário", "ordem",
    "orden", "ordine", "ordre", "registo", "registro", "serie", "série", "telefone", "telefono", "teléfono",
    "téléphone",
  ]
  /// Words that denote numbers at the end of a name, most of which are identifiers. A number of pages, in contrast, is
  /// an amount.
  private static let lastNumbers: Set<String> = [
    "key", "no", "nr", "num", "number", "numer", "numero", "nummer", "numéro", "número", "rowname", "rownames",
  ]
  /// Words that end in `id` but do not denote identifiers.
  private static let otherWords: Set<String> = [
    "acid", "afraid", "aid", "amid", "android", "arid", "asteroid", "avid", "avoid", "bid", "braid", "candid",
    "centroid", "covid", "cuboid", "did", "ellipsoid", "equid", "fluid", "geoid", "grid", "hominid", "humid", "hybrid",
    "invalid", "kid", "laid", "lid", "lipid", "liquid", "madrid", "maid", "medicaid", "mid", "morbid", "orchid",
    "ovoid", "paid", "placid", "plaid", "prepaid", "pyramid", "raid", "rapid", "repaid", "rid", "rigid", "said",
    "solid", "splendid", "squid", "steroid", "thyroid", "timid", "trapezoid", "typhoid", "unpaid", "valid", "vivid",
    "void",
  ]

  /// Whether a field of this name has identifying codes and not amounts, even if they consist of digits: `object_id`,
  /// `Postcode`, `id.imdb`, `geonameid`, `isbn13`.
  var isOfCodes: Bool {
    guard let first = words.first, let last = words.last else { return false }
    return Self.lastCodes.contains(last) || Self.codes.contains(first) || Self.codes.contains(last)
      || words.contains { Self.identifiers.contains($0.prefix { !$0.isNumber }.description) }
      || ["id", "code"].contains(where: last.hasSuffix) && !Self.otherWords.contains(last)
  }

  /// Whether a field of this name has the names of rows: the first column, without a name, of statistics programs.
  var isOfRowNames: Bool { words == ["index"] }

  /// Whether a field of this name has codes, or numbers that usually identify something and are not amounts:
  /// `accessionnumber`.
  package var isOfIdentifiers: Bool {
    guard let first = words.first, let last = words.last else { return false }
    return isOfCodes || isOfRowNames || Self.lastNumbers.contains(last)
      || ["number", "nummer"].contains(where: last.hasSuffix)
      || Self.lastNumbers.contains(first) && words.contains(where: Self.numbered.contains)
  }
}
