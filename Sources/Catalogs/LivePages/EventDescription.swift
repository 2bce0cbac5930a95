import CatalogKit
package import Datasets
package import JSONValues

/// An event of a live page, as it is described to what handles it outside of this program.
package struct EventDescription: Sendable {
  /// The short name of the event, or the full name of one without a short name.
  package var event: String
  /// The full name of the message.
  package var selector: String
  /// The file of the page, relative to the catalog's root.
  package var page: String
  /// The name of the section that contains the row or that the event is about; `nil` if there is none.
  package var section: String?
  /// The row that the event is about; `nil` if there is none.
  package var record: Record?
  /// The arguments of the message.
  package var arguments: JSONValue

  /// Creates a description.
  package init(
    event: String, selector: String, page: String, section: String?, record: Record?, arguments: JSONValue
  ) {
    self.event = event
    self.selector = selector
    self.page = page
    self.section = section
    self.record = record
    self.arguments = arguments
  }

  /// The event as a JSON object in one line: `event`, `selector`, `page`, `dataset`, `key`, `title`, `section`, `row`
  /// and `arguments`. What does not apply is left out.
  package var json: [UInt8] {
    var json: [UInt8] = []
    for (name, value) in texts {
      json.append(json: json.isEmpty ? "{" : ",")
      json.append(jsonString: name)
      json.append(json: ":")
      json.append(jsonString: value)
    }
    if let record {
      json.append(json: ",\"row\":")
      record.writeFields(to: &json)
    }
    json.append(json: ",\"arguments\":")
    arguments.write(to: &json)
    json.append(json: "}")
    return json
  }

  /// The parts that are texts, by their names.
  private var texts: [(name: String, value: String)] {
    let id = record?.id
    let texts = [
      ("event", event), ("selector", selector), ("page", page), ("dataset", id?.dataset), ("key", id?.key),
      ("title", record?.title), ("section", section),
    ]
    return texts.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Returns the text with a name: a part of the event, a member of its arguments, or a field of its row. The text is
  /// empty if there is none.
  func text(named name: String) -> String {
    if let part = texts.first(where: { $0.name == name }) { return part.value }
    switch arguments[name] {
    case .string(let text): return text
    case .null: return ""
    case let value?: return String(decoding: value.line, as: UTF8.self)
    case nil: return record?[name]?.text ?? ""
    }
  }

  /// Whether `text(named:)` can have a value.
  func has(_ name: String) -> Bool {
    texts.contains { $0.name == name } || arguments[name] != nil || record?[name] != nil
  }
}
