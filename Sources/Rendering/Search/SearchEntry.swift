/// What the search in the page knows of one object.
public struct SearchEntry: Hashable, Sendable {
  /// What people call the object.
  public var title: String
  /// The file of the object's page, relative to the catalog's root: `fruits/apple.html`.
  public var path: String
  /// The section that the object is found in, which tells entries of the same title apart; nothing if it is in none.
  public var section: String?
  /// What else finds the object: the words of some of its fields. It is not shown.
  public var text: String

  /// Makes an entry.
  public init(title: String, path: String, section: String? = nil, text: String = "") {
    self.title = title
    self.path = path
    self.section = section
    self.text = text
  }
}
