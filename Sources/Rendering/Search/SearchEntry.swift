/// What the search in the page knows of one object.
package struct SearchEntry: Hashable, Sendable {
  /// What people call the object.
  package var title: String
  /// The file of the object's page, relative to the catalog's root: `fruits/apple.html`.
  package var path: String
  /// The section that the object is found in, which tells entries of the same title apart; nothing if it is in none.
  package var section: String?
  /// What else finds the object: the words of some of its fields. It is not shown.
  package var text: String

  /// Makes an entry.
  package init(title: String, path: String, section: String? = nil, text: String = "") {
    self.title = title
    self.path = path
    self.section = section
    self.text = text
  }
}
