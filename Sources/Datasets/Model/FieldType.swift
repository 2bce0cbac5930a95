/// What the values of a field are: it decides how they are read, sorted and shown.
public enum FieldType: String, CaseIterable, Sendable {
  /// Words, shown as they are written.
  case text
  /// Words with CommonMark markup.
  case markdown
  /// Decimal numbers.
  case number
  /// True or false.
  case boolean
  /// ISO 8601 calendar dates, with or without a time.
  case date
  /// Web addresses.
  case url
  /// Web addresses or relative paths of pictures.
  case image
  /// Several texts in an order.
  case list
  /// Records of another data set, which a join puts there.
  case records
}
