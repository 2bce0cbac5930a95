import Datasets
import DocumentModel

extension Value {
  /// The value's text without markup.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  var plainText: String {
    if case .markdown(let markdown) = self { [Block](markdown: markdown).plainText } else { text }
  }
}
