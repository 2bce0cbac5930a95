public import Datasets
import DocumentModel
public import Rendering

extension Record: DocumentObject {
  /// The record's data set and key.
  public var objectID: ObjectID { ObjectID(collection: id.dataset, key: id.key) }
}

extension Value {
  /// The value as a template sees it.
  ///
  /// - Parameter title: What people call the record: the text that stands for its pictures.
  func templateValue(title: String) -> TemplateValue {
    switch self {
    case .missing: .missing
    case .text, .number, .date: .text(text)
    case .markdown(let markdown): .blocks([Block](markdown: markdown))
    case .boolean(let isTrue): .boolean(isTrue)
    case .url(let address): .link(address)
    case .image(let source): .image(source: source, alternative: title)
    case .list(let elements): .list(elements.map { $0.templateValue(title: title) })
    }
  }
}
