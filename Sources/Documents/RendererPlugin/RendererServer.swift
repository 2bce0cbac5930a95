import Diagnostics
import JSONValues
package import Rendering

/// The plugin's side of a session with Pomona, for renderers in Swift.
package struct RendererServer {
  private let formats: [RendererFormat]
  private let name: String
  private let version: String
  private let read: () -> [UInt8]?
  private let write: ([UInt8]) -> Void
  private var catalog = CatalogInfo(title: "")
  private var renderer: (any PageRenderer)?

  /// Creates a server.
  ///
  /// - Parameter read: Returns the next line, or `nil` at the end of the input.
  package init(
    _ formats: [RendererFormat], name: String, version: String, read: @escaping () -> [UInt8]?,
    write: @escaping ([UInt8]) -> Void
  ) {
    self.formats = formats
    self.name = name
    self.version = version
    self.read = read
    self.write = write
  }

  /// Answers messages until the input ends.
  package mutating func run() {
    while let line = read() {
      guard let message = try? JSONValue(parsing: line), let kind = message["t"]?.string else { continue }
      if kind == "shutdown" { return }
      if kind == "hello" {
        send(welcome)
        // A host that does not support this version ends the session.
        guard (message["protocol"]?["min"]?.integer ?? 1) <= 1 else { return }
        continue
      }
      do {
        try answer(message, kind)
      } catch let error as DiagnosticsError {
        fail(message, error.diagnostics)
      } catch {
        fail(message, [Diagnostic(code: "renderer/failed", "\(error)")])
      }
    }
  }

  private mutating func answer(_ message: JSONValue, _ kind: String) throws {
    switch kind {
    case "configure": try configure(message)
    case "render": try render(message)
    case "collect": try collect(message)
    // The rest of a request that was answered already.
    case "cancel", "fragment", "end": break
    default:
      // A message without an id needs no answer.
      if message["id"] != nil { throw failure("there is no message “\(kind)” in version 1 of the protocol") }
    }
  }

  private func failure(_ message: String) -> DiagnosticsError {
    DiagnosticsError(Diagnostic(code: "plugin/message", message))
  }

  private func send(_ object: JSONObject) {
    write(object.line + [UInt8(ascii: "\n")])
  }

  private func fail(_ message: JSONValue, _ findings: [Diagnostic]) {
    guard let id = message["id"] else { return }
    let diagnostics = findings.map { finding in
      var diagnostic: JSONObject = [
        "severity": .string(finding.severity.rawValue), "code": .string(finding.code.rawValue),
        "message": .string(finding.message),
      ]
      diagnostic["hint"] = finding.hint.map { .string($0) }
      return JSONValue.object(diagnostic)
    }
    send(["t": "error", "id": id, "diagnostics": .array(diagnostics)])
  }

  // MARK: - Messages

  private var welcome: JSONObject {
    var showsFields = false
    let list = formats.map { format in
      var entry: JSONObject = ["id": .string(format.name), "title": .string(format.title)]
      if !format.options.names.isEmpty { entry["options"] = .object(format.options.json) }
      // These values may depend on the options. The answer `ok` has the final ones.
      var findings: [Diagnostic] = []
      let options = format.options.options(nil, findings: &findings)
      if let renderer = try? format.renderer(RendererSettings(options: options)) {
        entry["extension"] = .string(renderer.fileExtension)
        if renderer.linkExtension != renderer.fileExtension { entry["links"] = .string(renderer.linkExtension) }
        if renderer is any CollectingRenderer { entry["collects"] = true }
        showsFields = showsFields || renderer.showsFields
      }
      return JSONValue.object(entry)
    }
    return [
      "t": "welcome", "protocol": 1, "plugin": ["name": .string(name), "version": .string(version)],
      "formats": .array(list),
      "wants": ["body": "tree", "references": "catalog", "fields": .boolean(showsFields)], "stateless": true,
    ]
  }

  private mutating func configure(_ message: JSONValue) throws {
    let name = message["format"]?.string ?? ""
    guard let format = formats.first(where: { $0.name == name }) else { throw failure("there is no format “\(name)”") }
    let folder = message["folder"]?.string ?? "/"
    let inputs = InputList()
    var settings = RendererSettings(
      options: message["options"]?.object ?? [:], place: { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" },
      noteInput: { inputs.paths.append($0) })
    settings.hasSearch = message["search"]?.boolean ?? false
    let renderer = try format.renderer(settings)
    catalog = CatalogInfo(json: message["catalog"])
    self.renderer = renderer
    var answer: JSONObject = [
      "t": "ok", "id": message["id"] ?? .null, "extension": .string(renderer.fileExtension),
      "links": .string(renderer.linkExtension),
    ]
    if !inputs.paths.isEmpty { answer["inputs"] = .array(inputs.paths.map { .string($0) }) }
    if !renderer.assets.isEmpty {
      answer["assets"] = .array(
        renderer.assets.map { asset in
          var artifact: JSONObject = ["path": .string(asset.path)]
          artifact.setContent(asset.bytes)
          return .object(artifact)
        })
    }
    send(answer)
  }

  private final class InputList {
    var paths: [String] = []
  }

  private func render(_ message: JSONValue) throws {
    guard let renderer else { throw failure("pages come before `configure`") }
    var pages: [Page] = []
    for json in message["pages"]?.array ?? [] {
      guard let page = Page(json: json, catalog: catalog) else {
        throw failure("the page “\(json["id"]?.string ?? "")” cannot be read")
      }
      pages.append(page)
    }
    let files = try renderer.render(pages)
    let artifacts = zip(pages, files).map { page, bytes in
      var artifact: JSONObject = ["page": .string(page.path.address)]
      artifact.setContent(bytes)
      return JSONValue.object(artifact)
    }
    send(["t": "result", "id": message["id"] ?? .null, "artifacts": .array(artifacts)])
  }

  /// Assembles the fragments, which are read as the renderer iterates over them.
  private func collect(_ message: JSONValue) throws {
    guard let renderer = renderer as? any CollectingRenderer, let id = message["id"] else {
      throw failure("there are no pages to be put together")
    }
    let fragments = Fragments(read: read)
    var failure: (any Error)?
    do {
      try renderer.collect(fragments) { bytes in
        // Base64 encodes three bytes as four characters. Since the size is a multiple of three, the encoded pieces can
        // be concatenated.
        for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
          var piece: JSONObject = ["t": "piece", "id": id]
          piece.setContent(inBase64: bytes[start..<min(start + Self.pieceSize, bytes.count)])
          send(piece)
        }
      }
    } catch {
      failure = error
    }
    // Fragments that the renderer did not read belong to this request, and have to be skipped before the answer.
    while fragments.next() != nil {}
    if let failure { throw failure }
    send(["t": "result", "id": id])
  }

  private static let pieceSize = 3 << 20

  private final class Fragments: Sequence, IteratorProtocol {
    private let read: () -> [UInt8]?
    private var isAtEnd = false

    init(read: @escaping () -> [UInt8]?) { self.read = read }

    func next() -> Artifact? {
      // The message `end` ends the fragments, and so does any message that is none of them.
      guard !isAtEnd, let line = read(), let message = try? JSONValue(parsing: line),
        message["t"]?.string == "fragment", let page = message["page"]?.string, let bytes = try? message.content()
      else {
        isAtEnd = true
        return nil
      }
      return Artifact(path: page, bytes: bytes)
    }
  }
}
