import Diagnostics

extension DatasetReader {
  func writtenTOML(_ source: SourceText) throws(DiagnosticsError) -> SourceText {
    try requireUTF8(source)
    var writer = DocumentWriter()
    do throws(TOMLParser.Failure) {
      try source.bytes.withUnsafeBufferPointer { bytes throws(TOMLParser.Failure) in
        var parser = TOMLParser(bytes, from: source.start)
        let tree = try parser.parse()
        writer.write(TOMLTree.root, of: tree, bytes)
      }
    } catch {
      throw DiagnosticsError(
        code: "toml/syntax", error.message, at: source.location(row: nil, offset: error.offset), hint: error.hint)
    }
    return writer.finished(source)
  }
}

extension DocumentWriter {
  fileprivate mutating func write(_ node: Int, of tree: TOMLTree, _ bytes: Bytes) {
    switch tree.nodes[node].kind {
    case .table:
      json.open("{")
      for entry in tree.children(of: node) {
        mark(.offset(tree.nodes[entry].offset))
        if let name = tree.nodes[entry].name { json.name(tree.names[name]) }
        write(entry, of: tree, bytes)
      }
      json.close("}")
    case .array, .tables:
      json.open("[")
      for element in tree.children(of: node) {
        mark(.offset(tree.nodes[element].offset))
        write(element, of: tree, bytes)
      }
      json.close("]")
    case .yes: json.json("true".utf8)
    case .no: json.json("false".utf8)
    case .string, .date: tree.withCharacters(of: node, in: bytes) { json.string($0) }
    case .number:
      tree.withCharacters(of: node, in: bytes) { text in
        // JSON numbers have no plus sign.
        if text.first == UInt8(ascii: "+") { json.string(text, isTyped: false) } else { json.json(text) }
      }
    }
  }
}
