/// Counts the values of a field that are addresses: web addresses, and images.
struct AddressEvidence {
  /// The number of values that are a web address or the path of an image.
  private(set) var count = 0
  private var webCount = 0
  private var pictureCount = 0

  /// Adds a value, which is not missing and has no white space at its ends.
  ///
  /// - Returns: Whether the value is an address.
  mutating func note(_ content: Bytes) -> Bool {
    let isOfWeb = content.isWebAddress
    let isPicture = isOfWeb ? content.isPictureAddress : content.isPicturePath
    guard isOfWeb || isPicture else { return false }
    count += 1
    if isOfWeb { webCount += 1 }
    if isPicture { pictureCount += 1 }
    return true
  }

  /// Returns the reading of a field of which all values are addresses, or `nil` if there are others.
  ///
  /// The addresses of images do not always end in a file extension. It is sufficient that nearly all of them do, or
  /// that the name of the field suggests images.
  ///
  /// - Parameter total: The number of values.
  func reading(of total: Int, isNamedAsPicture: Bool) -> FieldReading? {
    if pictureCount == total { return .image }
    guard webCount == total else { return nil }
    return isNamedAsPicture || Doubt.isNearlyAll(pictureCount, of: total) ? .image : .url
  }

  /// Returns what a person should review, if nearly all values are addresses.
  func doubt(of total: Int, isNamedAsPicture: Bool) -> Doubt? {
    guard count < total, Doubt.isNearlyAll(webCount, of: total) || Doubt.isNearlyAll(pictureCount, of: total) else {
      return nil
    }
    let arePictures = isNamedAsPicture || Doubt.isNearlyAll(pictureCount, of: total)
    return .outlier(arePictures ? .image : .url)
  }
}

extension Label {
  private static let pictures: Set<String> = [
    "cover", "icon", "image", "img", "logo", "photo", "photograph", "picture", "poster", "thumb", "thumbnail",
  ]

  /// Whether a field of this name has images: `photo`, `image_url`, `thumbnailUrl`.
  var isOfPictures: Bool {
    let words = words.reversed().drop { ["address", "href", "link", "src", "uri", "url"].contains($0) }
    return words.first.map(Self.pictures.contains) ?? false
  }
}
