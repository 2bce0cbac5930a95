/// What the values of a field have shown of addresses: how many are of the web, and how many of pictures.
struct AddressEvidence {
  /// The number of values that are an address of the web, or the path of a picture.
  private(set) var count = 0
  private var webCount = 0
  private var pictureCount = 0

  /// Notes a value that is not missing and has no white space at its ends.
  ///
  /// - Returns: Whether it is an address.
  mutating func note(_ content: Bytes) -> Bool {
    let isOfWeb = content.isWebAddress
    let isPicture = isOfWeb ? content.isPictureAddress : content.isPicturePath
    guard isOfWeb || isPicture else { return false }
    count += 1
    if isOfWeb { webCount += 1 }
    if isPicture { pictureCount += 1 }
    return true
  }

  /// How all values can be read as addresses; nil where they cannot.
  ///
  /// Not every address of a picture ends as the name of its file does: most of them are enough, or a field that is called like pictures.
  ///
  /// - Parameter total: The number of values.
  func reading(of total: Int, isNamedAsPicture: Bool) -> FieldReading? {
    if pictureCount == total { return .image }
    guard webCount == total else { return nil }
    return isNamedAsPicture || Doubt.isNearlyAll(pictureCount, of: total) ? .image : .url
  }

  /// What a person should look at.
  func doubt(of total: Int, isNamedAsPicture: Bool) -> Doubt? {
    guard count < total, Doubt.isNearlyAll(webCount, of: total) || Doubt.isNearlyAll(pictureCount, of: total) else {
      return nil
    }
    let arePictures = isNamedAsPicture || Doubt.isNearlyAll(pictureCount, of: total)
    return .odd(arePictures ? .image : .url)
  }
}

extension Label {
  private static let pictures: Set<String> = [
    "cover", "icon", "image", "img", "logo", "photo", "photograph", "picture", "poster", "thumb", "thumbnail",
  ]

  /// Whether a field of the name has pictures: `photo`, `image_url`, `thumbnailUrl`.
  var isOfPictures: Bool {
    let words = words.reversed().drop { ["address", "href", "link", "src", "uri", "url"].contains($0) }
    return words.first.map(Self.pictures.contains) ?? false
  }
}
