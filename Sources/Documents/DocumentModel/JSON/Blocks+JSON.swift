package import JSONValues

/// Blocks as JSON, for programs that read the tree of blocks. A block or inline is an object with a `type`; a text is a
/// string.
extension [Block] {
  /// Appends the blocks as a JSON array.
  ///
  /// - Parameters:
  ///   - json: The JSON that the array is appended to.
  ///   - omitsUnsafeAddresses: Whether a link or a picture whose address is not ``Destination/isSafe(_:)`` is replaced
  ///     by its text, as in all formats.
  /// - Complexity: O(*n*) in the length of the blocks.
  package func writeTree(to json: inout [UInt8], omitsUnsafeAddresses: Bool) {
    TreeWriter(omitsUnsafeAddresses: omitsUnsafeAddresses).write(self, to: &json)
  }

  /// Creates blocks from JSON that `writeTree(to:omitsUnsafeAddresses:)` wrote. Returns `nil` if a block or an inline
  /// cannot be read.
  package init?(json: JSONValue) {
    guard let blocks = json.array?.readAll({ Block(json: $0) }) else { return nil }
    self = blocks
  }
}

extension [JSONValue] {
  /// Returns what each value is read as, or `nil` if one of them cannot be read.
  package func readAll<Content>(_ read: (JSONValue) -> Content?) -> [Content]? {
    var contents: [Content] = []
    contents.reserveCapacity(count)
    for value in self {
      guard let content = read(value) else { return nil }
      contents.append(content)
    }
    return contents
  }
}

private struct TreeWriter {
  let omitsUnsafeAddresses: Bool

  func write(_ blocks: [Block], to json: inout [UInt8]) { writeList(blocks, to: &json) { write($0, to: &$1) } }

  private func write(_ block: Block, to json: inout [UInt8]) {
    switch block {
    case .paragraph(let inlines):
      json.append(json: "{\"type\":\"paragraph\",\"content\":")
      write(inlines, to: &json)
    case .heading(let level, let inlines):
      json.append(json: "{\"type\":\"heading\",\"level\":\(level),\"content\":")
      write(inlines, to: &json)
    case .list(let list):
      json.append(json: "{\"type\":\"list\",")
      if case .ordered(let start, let delimiter) = list.kind {
        json.append(json: "\"start\":\(start),\"delimiter\":\"\(delimiter == .period ? "." : ")")\",")
      }
      json.append(json: "\"tight\":\(list.isTight),\"items\":")
      writeList(list.items, to: &json) { write($0, to: &$1) }
    case .quote(let blocks):
      json.append(json: "{\"type\":\"quote\",\"content\":")
      write(blocks, to: &json)
    case .code(let text, let info):
      json.append(json: "{\"type\":\"code\",\"text\":")
      json.append(jsonString: text)
      if !info.isEmpty {
        json.append(json: ",\"info\":")
        json.append(jsonString: info)
      }
    case .thematicBreak: json.append(json: "{\"type\":\"break\"")
    case .properties(let properties):
      json.append(json: "{\"type\":\"properties\",\"properties\":")
      writeList(properties, to: &json) { property, json in
        json.append(json: "{\"label\":")
        write(property.label, to: &json)
        json.append(json: ",\"value\":")
        write(property.value, to: &json)
        json.append(json: "}")
      }
    case .table(let table):
      json.append(json: "{\"type\":\"table\",\"header\":")
      writeList(table.header, to: &json) { write($0, to: &$1) }
      json.append(json: ",\"rows\":")
      writeList(table.rows, to: &json) { row, json in writeList(row, to: &json) { write($0, to: &$1) } }
      json.append(json: ",\"alignments\":")
      writeList(table.alignments, to: &json) { $1.append(jsonString: $0.name) }
      if table.namesRows { json.append(json: ",\"namesRows\":true") }
    }
    json.append(json: "}")
  }

  private func write(_ inlines: [Inline], to json: inout [UInt8]) {
    writeList(inlines.flatMap(safe), to: &json) { write($0, to: &$1) }
  }

  /// Returns the inline, or its content if it is a link or a picture whose unsafe address is omitted.
  private func safe(_ inline: Inline) -> [Inline] {
    guard omitsUnsafeAddresses else { return [inline] }
    switch inline {
    case .link(let address, _, let content) where !Destination.isSafe(address): return content.flatMap(safe)
    case .image(let address, _, let content) where !Destination.isSafe(address): return content.flatMap(safe)
    default: return [inline]
    }
  }

  private func write(_ inline: Inline, to json: inout [UInt8]) {
    switch inline {
    case .text(let text): return json.append(jsonString: text)
    case .softBreak: json.append(json: "{\"type\":\"softBreak\"")
    case .lineBreak: json.append(json: "{\"type\":\"lineBreak\"")
    case .code(let text):
      json.append(json: "{\"type\":\"code\",\"text\":")
      json.append(jsonString: text)
    case .emphasis(let inlines):
      json.append(json: "{\"type\":\"emphasis\",\"content\":")
      write(inlines, to: &json)
    case .strong(let inlines):
      json.append(json: "{\"type\":\"strong\",\"content\":")
      write(inlines, to: &json)
    case .link(let address, let title, let inlines): write("link", address, title, inlines, to: &json)
    case .image(let address, let title, let inlines): write("image", address, title, inlines, to: &json)
    }
    json.append(json: "}")
  }

  private func write(_ type: String, _ address: String, _ title: String, _ content: [Inline], to json: inout [UInt8]) {
    json.append(json: "{\"type\":\"\(type)\",\"href\":")
    json.append(jsonString: address)
    if !title.isEmpty {
      json.append(json: ",\"title\":")
      json.append(jsonString: title)
    }
    json.append(json: ",\"content\":")
    write(content, to: &json)
  }

  private func writeList<Element>(
    _ elements: [Element], to json: inout [UInt8], _ write: (Element, inout [UInt8]) -> Void
  ) {
    json.append(json: "[")
    for (index, element) in elements.enumerated() {
      if index > 0 { json.append(json: ",") }
      write(element, &json)
    }
    json.append(json: "]")
  }
}

extension Block {
  fileprivate init?(json: JSONValue) {
    switch json["type"]?.string {
    case "paragraph":
      guard let content = [Inline](json: json["content"]) else { return nil }
      self = .paragraph(content)
    case "heading":
      guard let level = json["level"]?.integer, let content = [Inline](json: json["content"]) else { return nil }
      self = .heading(level: level, content)
    case "list":
      guard let items = json["items"]?.array?.readAll({ [Block](json: $0) }) else { return nil }
      let delimiter: List.Delimiter = json["delimiter"]?.string == ")" ? .parenthesis : .period
      let kind = json["start"]?.integer.map { List.Kind.ordered(start: $0, delimiter: delimiter) }
      self = .list(List(kind ?? .bullet, isTight: json["tight"]?.boolean ?? true, items: items))
    case "quote":
      guard let content = json["content"].flatMap({ [Block](json: $0) }) else { return nil }
      self = .quote(content)
    case "code":
      guard let text = json["text"]?.string else { return nil }
      self = .code(text, info: json["info"]?.string ?? "")
    case "break": self = .thematicBreak
    case "properties":
      guard let properties = json["properties"]?.array?.readAll({ Property(json: $0) }) else { return nil }
      self = .properties(properties)
    case "table":
      guard let header = [[Inline]](json: json["header"]),
        let rows = json["rows"]?.array?.readAll({ [[Inline]](json: $0) })
      else { return nil }
      let alignments = json["alignments"]?.array?.map { Table.Alignment(name: $0.string ?? "") } ?? []
      self = .table(
        Table(
          header: header, rows: rows, alignments: alignments, namesRows: json["namesRows"]?.boolean ?? false))
    default: return nil
    }
  }
}

extension Block.Property {
  fileprivate init?(json: JSONValue) {
    guard let label = [Inline](json: json["label"]), let value = [Inline](json: json["value"]) else { return nil }
    self.init(label: label, value: value)
  }
}

extension Block.Table.Alignment {
  fileprivate var name: String {
    switch self {
    case .left: "left"
    case .center: "center"
    case .right: "right"
    }
  }

  fileprivate init(name: String) { self = name == "center" ? .center : name == "right" ? .right : .left }
}

extension [[Inline]] {
  fileprivate init?(json: JSONValue?) {
    guard let cells = json?.array?.readAll({ [Inline](json: $0) }) else { return nil }
    self = cells
  }
}

extension [Inline] {
  fileprivate init?(json: JSONValue?) {
    guard let inlines = json?.array?.readAll({ Inline(json: $0) }) else { return nil }
    self = inlines
  }
}

extension Inline {
  fileprivate init?(json: JSONValue) {
    if let text = json.string {
      self = .text(text)
      return
    }
    let content = [Inline](json: json["content"])
    switch (json["type"]?.string, content) {
    case ("softBreak", _): self = .softBreak
    case ("lineBreak", _): self = .lineBreak
    case ("code", _):
      guard let text = json["text"]?.string else { return nil }
      self = .code(text)
    case ("emphasis", let content?): self = .emphasis(content)
    case ("strong", let content?): self = .strong(content)
    case ("link", let content?):
      self = .link(destination: json["href"]?.string ?? "", title: json["title"]?.string ?? "", content)
    case ("image", let content?):
      self = .image(source: json["href"]?.string ?? "", title: json["title"]?.string ?? "", content)
    default: return nil
    }
  }
}
