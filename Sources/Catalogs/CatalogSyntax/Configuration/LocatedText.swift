package import Diagnostics

/// A text that a person wrote in a file or as an option, such as the name of a field, with its location for messages.
package struct LocatedText: Hashable, Sendable {
  /// The text.
  package var text: String
  /// The location at which it is written.
  package var location: Diagnostic.Location

  /// Creates a text with its location.
  package init(_ text: String, at location: Diagnostic.Location = .init()) {
    self.text = text
    self.location = location
  }
}
