extension Label {
  /// Words that denote identifiers at any position of a name.
  private static let identifiers: Set<String> = [
    "asin", "barcode", "doi", "ean", "gtin", "guid", "iban", "id", "ids", "isbn", "isni", "issn", "lccn", "oclc",
    "orcid", "plz", "pmid", "postcode", "sku", "upc", "uuid", "zip", "zipcode",
  ]
  /// Words that denote codes at the end of a name.
  private static let lastCodes: Set<String> = [
    "code", "codes", "dial", "fax", "filename", "phone", "phones", "postal", "slug", "tel", "telephone",
  ]
  /// Words that denote numbers at the end of a name, most of which are identifiers. A number of pages, in contrast, is
  /// an amount.
  private static let lastNumbers: Set<String> = [
    "key", "no", "nr", "num", "number", "numero", "nummer", "número", "rowname", "rownames",
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
    guard let last = words.last else { return false }
    return Self.lastCodes.contains(last)
      || words.contains { Self.identifiers.contains($0.prefix { !$0.isNumber }.description) }
      || ["id", "code"].contains(where: last.hasSuffix) && !Self.otherWords.contains(last)
  }

  /// Whether a field of this name has codes, or numbers that usually identify something and are not amounts:
  /// `accessionnumber`.
  package var isOfIdentifiers: Bool {
    guard let last = words.last else { return false }
    return isOfCodes || Self.lastNumbers.contains(last) || ["number", "nummer"].contains(where: last.hasSuffix)
  }
}
