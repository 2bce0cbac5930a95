import Datasets
import DocumentModel

extension Value {
  /// The value without markup.
  ///
  /// - Complexity: O(*n*) in its length.
  var plainText: String {
    if case .markdown(let markdown) = self { [Block](markdown: markdown).plainText } else { text }
  }
}
