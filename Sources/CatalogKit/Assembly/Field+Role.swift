import Datasets

// What fields are good for, as far as their names tell. A wrong guess costs little: a fact more or less on a card, and marks in a number.
extension Field {
  /// Words that are about identifiers wherever they stand in a name.
  private static let identifiers: Set<String> = [
    "ean", "guid", "id", "ids", "isbn", "issn", "plz", "postcode", "sku", "uuid", "zip", "zipcode",
  ]
  /// Words that are about identifiers at the end of a name: a number of pages is an amount.
  private static let lastIdentifiers: Set<String> = [
    "code", "codes", "fax", "filename", "key", "no", "nr", "num", "number", "numero", "nummer", "número", "phone",
    "rowname", "rownames", "slug", "tel", "telephone",
  ]
  /// What names that are one word end in: `geonameid`, `accessionnumber`.
  private static let identifierEndings = ["id", "code", "number", "nummer"]
  /// Words that end in `id` and are about no identifiers.
  private static let otherWords: Set<String> = [
    "acid", "afraid", "aid", "amid", "android", "arid", "asteroid", "avid", "avoid", "bid", "braid", "candid",
    "centroid", "covid", "cuboid", "did", "ellipsoid", "equid", "fluid", "geoid", "grid", "hominid", "humid", "hybrid",
    "invalid", "kid", "laid", "lid", "lipid", "liquid", "madrid", "maid", "medicaid", "mid", "morbid", "orchid",
    "ovoid", "paid", "placid", "plaid", "prepaid", "pyramid", "raid", "rapid", "repaid", "rid", "rigid", "said",
    "solid", "splendid", "squid", "steroid", "thyroid", "timid", "trapezoid", "typhoid", "unpaid", "valid", "vivid",
    "void",
  ]
  private static let years: Set<String> = [
    "anno", "año", "ano", "année", "jaar", "jahr", "rok", "year", "years", "år", "год",
  ]
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

  /// Whether the values are numbers or codes that tell things apart, and count nothing: `object_id`, `Postcode`, `id.imdb`, `geonameid`.
  var isIdentifier: Bool {
    let words = Label(name).words
    guard let last = words.last else { return false }
    return Self.lastIdentifiers.contains(last) || words.contains(where: Self.identifiers.contains)
      || Self.identifierEndings.contains(where: last.hasSuffix) && !Self.otherWords.contains(last)
  }

  /// Whether the values are years: `year_built`, `Baujahr`.
  var isYear: Bool { Label(name).words.contains { Self.years.contains($0) || $0.hasSuffix("jahr") } }

  /// Whether the values say in full what a row is about, so that they need no label: `description`, `short_summary`.
  var isBody: Bool { Label(name).words.contains { Self.bodies.contains($0) || $0.hasSuffix("beschreibung") } }

  /// Whether the values are places on a map or in a picture: `lat`, `geo.lng`, or `x` beside `y`.
  ///
  /// - Parameter schema: All fields.
  func isCoordinate(in schema: Schema) -> Bool {
    guard let last = Label(name).words.last else { return false }
    if Self.coordinates.contains(last) { return true }
    let pairs = ["x": "y", "y": "x", "z": "x", "long": "lat", "easting": "northing", "northing": "easting"]
    guard let other = pairs[last] else { return false }
    let words = Array(Label(name).words.dropLast()) + [other]
    return schema.fields.contains { Label($0.name).words == words }
  }
}
