import Datasets

// The roles of fields, inferred from their names. A wrong guess costs little: a fact more or less on a card, or separators in a number.
extension Field {
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

  /// Whether the values are numbers or codes that identify things, and count nothing: `object_id`, `Postcode`, `id.imdb`, `geonameid`.
  var isIdentifier: Bool { Label(name).isOfIdentifiers }

  /// Whether the values are years: `year_built`, `Baujahr`.
  var isYear: Bool { Label(name).words.contains { Self.years.contains($0) || $0.hasSuffix("jahr") } }

  /// Whether the values describe the row in full, so that they need no label: `description`, `short_summary`.
  var isBody: Bool { Label(name).words.contains { Self.bodies.contains($0) || $0.hasSuffix("beschreibung") } }

  /// Whether the values are coordinates on a map or in a picture: `lat`, `geo.lng`, or `x` next to `y`.
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
