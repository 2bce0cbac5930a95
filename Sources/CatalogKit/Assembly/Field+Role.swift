import Datasets

// What fields are good for, as far as their names tell. A wrong guess costs little: a fact more or less on a card, and marks in a number.
extension Field {
  private static let identifiers: Set<String> = [
    "code", "ean", "fax", "id", "ids", "isbn", "issn", "key", "no", "nr", "num", "number", "numero", "nummer", "número",
    "phone",
    "plz", "postcode", "sku", "tel", "telephone", "uuid", "zip", "zipcode",
  ]
  private static let years: Set<String> = [
    "anno", "año", "ano", "année", "jaar", "jahr", "rok", "year", "years", "år", "год",
  ]
  private static let coordinates: Set<String> = [
    "coord", "coordinate", "coordinates", "coords", "geom", "geometry", "lat", "latitude", "lng", "lon", "longitude",
    "wkt",
  ]

  /// Whether the values are numbers or codes that tell things apart, and count nothing: `object_id`, `Postcode`.
  var isIdentifier: Bool { Label(name).words.last.map(Self.identifiers.contains) ?? false }

  /// Whether the values are years: `year_built`, `Baujahr`.
  var isYear: Bool { Label(name).words.contains { Self.years.contains($0) || $0.hasSuffix("jahr") } }

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
