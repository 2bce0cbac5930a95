import Foundation
import FoundationXML
import Testing

/// A book as read by other programs: Python and its `zipfile`, and a reader of XML.
struct Book {
  /// A file of the archive.
  struct Entry: Decodable {
    var path: String
    var isStored: Bool
    var bytes: Data

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The files, in the order of the archive.
  let entries: [Entry]

  private static let list = """
    from base64 import b64encode
    from json import dumps
    from sys import argv
    from zipfile import ZipFile
    with ZipFile(argv[1]) as archive:
      assert archive.testzip() is None
      print(dumps([{
        "path": entry.filename, "isStored": entry.compress_type == 0,
        "bytes": b64encode(archive.read(entry)).decode()} for entry in archive.infolist()]))
    """

  init(_ archive: Data) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).epub")
    try archive.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.list, file.path()]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    entries = try JSONDecoder().decode([Entry].self, from: data)
  }

  /// The text of a file.
  func text(_ path: String) throws -> String {
    try #require(entries.first { $0.path == path }, "there is no \(path)").text
  }

  /// The text of a page.
  func page(_ address: String) throws -> String { try text("EPUB/pages/\(address).xhtml") }

  /// The elements of a file of XML.
  func elements(_ path: String) throws -> [Element] {
    let entry = try #require(entries.first { $0.path == path }, "there is no \(path)")
    return try #require(ElementReader.elements(of: entry.bytes), "\(path) is not well-formed:\n\(entry.text)")
  }

  /// The paths of the pages, in reading order.
  func spine() throws -> [String] {
    let package = try elements("EPUB/package.opf")
    let items = package.filter { $0.name == "item" }
    let places = Dictionary(uniqueKeysWithValues: items.map { ($0["id"], $0["href"]) })
    return try package.filter { $0.name == "itemref" }.map {
      "EPUB/" + (try #require(places[$0["idref"]]).removingPercentEncoding ?? "")
    }
  }

  /// The paths of the pages in the table of contents.
  func contents() throws -> [String] {
    try elements("EPUB/nav.xhtml").filter { $0.name == "a" }.map {
      "EPUB/" + ($0["href"].removingPercentEncoding ?? "")
    }
  }

  /// Checks the requirements of the specification.
  func check() throws {
    #expect(entries.first?.path == "mimetype" && entries.first?.isStored == true)
    #expect(entries.first?.text == "application/epub+zip")
    #expect(try elements("META-INF/container.xml").contains { $0["full-path"] == "EPUB/package.opf" })
    let paths = Set(entries.map(\.path))
    #expect(paths.count == entries.count)

    let items = try elements("EPUB/package.opf").filter { $0.name == "item" }
    #expect(Set(items.map { $0["id"] }).count == items.count)
    let listed = items.map { "EPUB/" + ($0["href"].removingPercentEncoding ?? "") }
    #expect(listed.sorted() == paths.subtracting(["mimetype", "META-INF/container.xml", "EPUB/package.opf"]).sorted())
    let pages = entries.map(\.path).filter { $0.hasPrefix("EPUB/pages/") }
    let spine = try spine()
    #expect(spine.sorted() == pages.sorted())

    for path in paths where path.hasSuffix(".xhtml") {
      let elements = try elements(path)
      #expect(elements.first?.name == "html")
      #expect(!elements.contains { ["img", "script", "iframe"].contains($0.name) }, "\(path)")
      #expect(!elements.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } }, "\(path)")
      for reference in elements.compactMap({ $0.attributes["href"] }) where !reference.hasPrefix("https://") {
        let target = URL(string: reference, relativeTo: URL(string: "book:///\(path.encoded)"))?.path()
        let file = target?.removingPercentEncoding.map { String($0.drop { $0 == "/" }) }
        #expect(file.map(paths.contains) ?? false, "\(path) leads to \(reference)")
      }
    }
  }
}

extension String {
  fileprivate var encoded: String { addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? self }
}

/// An element of XML.
struct Element {
  var name: String
  var attributes: [String: String]

  /// The value of an attribute, or an empty string.
  subscript(name: String) -> String { attributes[name] ?? "" }
}

private final class ElementReader: NSObject, XMLParserDelegate {
  private var elements: [Element] = []

  /// The elements of a document; `nil` if it is not well-formed.
  static func elements(of bytes: Data) -> [Element]? {
    let reader = ElementReader()
    let parser = XMLParser(data: bytes)
    parser.delegate = reader
    return parser.parse() ? reader.elements : nil
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes))
  }
}
