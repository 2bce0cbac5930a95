package import JSONValues
package import Rendering

/// A plugin's description of itself: the message `welcome`, which it sends before any request.
package struct PluginWelcome: Hashable, Sendable {
  /// A format that the plugin renders.
  package struct Format: Hashable, Sendable {
    /// The name of the format.
    package var id: String
    /// The title of the format, for people.
    package var title: String
    /// The file extension.
    package var fileExtension: String
    /// The extension that links use, if it differs.
    package var linkExtension: String?
    /// The options of the format.
    package var options: OptionSchema
    /// Whether all pages are assembled into one file.
    package var collects: Bool

    fileprivate init(json: JSONValue) throws(PluginViolation) {
      guard let id = json["id"]?.string, id.wholeMatch(of: /[a-z0-9-]+/) != nil else {
        throw PluginViolation("a format of its `welcome` has no `id` of small letters, digits and hyphens")
      }
      self.id = id
      title = json["title"]?.string ?? id
      fileExtension = try PluginWelcome.ending(json["extension"]) ?? id
      linkExtension = try PluginWelcome.ending(json["links"])
      options = OptionSchema(json["options"]?.object ?? [:])
      collects = json["collects"]?.boolean ?? false
    }
  }

  /// The versions of the protocol that the host supports.
  package static let supportedVersions = 1...1

  /// The version of the protocol that the session uses.
  package var version: Int
  /// The plugin's name.
  package var name: String
  /// The plugin's version, in its own notation.
  package var pluginVersion: String
  /// The formats that it renders.
  package var formats: [Format]
  /// The encoding of bodies.
  package var body: PageEncoding.Body
  /// The base of addresses.
  package var references: PageEncoding.References
  /// Whether the fields of rows are sent.
  package var showsFields: Bool
  /// Whether cells that the plugin knows are sent by their digests only.
  package var wantsCells: Bool
  /// Whether several processes may share the work.
  package var isStateless: Bool
  /// Whether the plugin supports the cancellation of a request.
  package var canCancel: Bool

  /// Creates a value from the message.
  package init(json: JSONValue) throws(PluginViolation) {
    guard json["t"]?.string == "welcome" else { throw PluginViolation("its first line is no `welcome`") }
    guard let version = json["protocol"]?.integer else { throw PluginViolation("its `welcome` has no `protocol`") }
    let supported = Self.supportedVersions
    guard supported.contains(version) else {
      throw PluginViolation(
        "it speaks version \(version) of the protocol, and Pomona \(supported.lowerBound) to \(supported.upperBound)")
    }
    guard let name = json["plugin"]?["name"]?.string, let pluginVersion = json["plugin"]?["version"]?.string else {
      throw PluginViolation("its `welcome` lacks the name or the version of the plugin")
    }
    self.version = version
    self.name = name
    self.pluginVersion = pluginVersion
    formats = []
    for format in json["formats"]?.array ?? [] { formats.append(try Format(json: format)) }
    guard !formats.isEmpty else { throw PluginViolation("its `welcome` names no format") }
    let wants = json["wants"]
    body = try Self.choice("body", wants?["body"], .markdown)
    references = try Self.choice("references", wants?["references"], .page)
    showsFields = wants?["fields"]?.boolean ?? false
    wantsCells = try Self.choice("granularity", wants?["granularity"], Granularity.page) == .cell
    isStateless = json["stateless"]?.boolean ?? false
    canCancel = json["features"]?.array?.contains("cancel") ?? false
  }

  private enum Granularity: String, CaseIterable { case page, cell }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ value: JSONValue?, _ usual: Choice
  ) throws(PluginViolation) -> Choice {
    guard let value else { return usual }
    if let choice = value.string.flatMap(Choice.init) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    throw PluginViolation("“\(name)” of what it wants is none of \(words.joined(separator: ", "))")
  }

  /// Returns a file extension, or `nil` if none is given.
  fileprivate static func ending(_ json: JSONValue?) throws(PluginViolation) -> String? {
    guard let json else { return nil }
    guard let ending = json.string, ending.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]*/) != nil else {
      throw PluginViolation("it names an ending of files that is not of letters, digits, dots and hyphens")
    }
    return ending
  }

  /// Returns the encoding of pages for a format.
  package func encoding(of format: Format, _ setup: PluginSetup) -> PageEncoding {
    let ending = setup.fileExtension ?? format.fileExtension
    // The links that `welcome` names belong to its own extension. With another extension, they follow that one.
    var encoding = PageEncoding(
      fileExtension: ending,
      linkExtension: setup.linkExtension ?? (setup.fileExtension == nil ? format.linkExtension : nil) ?? ending)
    encoding.body = body
    encoding.references = references
    encoding.hasDigests = wantsCells
    return encoding
  }
}

/// A plugin's answer to `configure`: the message `ok`.
package struct PluginSetup: Hashable, Sendable {
  /// The file extension, if it depends on the options.
  package var fileExtension: String?
  /// The extension that links use, if it depends on the options.
  package var linkExtension: String?
  /// The files that the plugin's answers depend on, by the paths that it gives.
  package var inputs: [String]
  /// The files that accompany the pages.
  package var assets: [Artifact]

  /// Creates a value from the message.
  package init(json: JSONValue) throws(PluginViolation) {
    fileExtension = try PluginWelcome.ending(json["extension"])
    linkExtension = try PluginWelcome.ending(json["links"])
    inputs = []
    for input in json["inputs"]?.array ?? [] {
      guard let path = input.string, !path.isEmpty, !path.utf8.contains(0) else {
        throw PluginViolation("one of its inputs is not the path of a file")
      }
      inputs.append(path)
    }
    assets = []
    for asset in json["assets"]?.array ?? [] {
      guard let path = asset["path"]?.string else { throw PluginViolation("one of its assets has no `path`") }
      guard path.isPlainRelativePath else {
        throw PluginViolation("the asset “\(path)” has no place inside the output folder")
      }
      guard !assets.contains(where: { $0.path == path }) else {
        throw PluginViolation("the asset “\(path)” is there twice")
      }
      assets.append(Artifact(path: path, bytes: try asset.content(of: "the asset “\(path)”")))
    }
  }
}

extension String {
  /// Whether the string is a relative path without `.`, `..` and empty parts.
  fileprivate var isPlainRelativePath: Bool {
    !utf8.contains(0)
      && split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
  }
}

/// A violation of the protocol by a plugin.
package struct PluginViolation: Error, Hashable, Sendable {
  /// A description whose subject is the plugin, such as “its first line is no welcome”.
  package var message: String
  /// The line with the violation, with its number: “line 2 of its output: Warning: …”; `nil` if it is an answer as a
  /// whole.
  package var line: String?

  package init(_ message: String) { self.message = message }

  /// - Parameter number: The number of the line in the plugin's output.
  init(_ message: String, in line: ArraySlice<UInt8>, number: Int) {
    self.init(message)
    let text = String(decoding: line.prefix(Self.lineLength), as: UTF8.self).printable
    self.line = "line \(number) of its output: \(text)\(line.count > Self.lineLength ? "…" : "")"
  }

  /// The number of bytes of a line that are quoted.
  private static let lineLength = 200
}

extension JSONValue {
  /// Returns the bytes of an artifact, or throws a violation that names it.
  func content(of noun: String) throws(PluginViolation) -> [UInt8] {
    do {
      return try content()
    } catch {
      throw PluginViolation("\(noun) \(error.message)")
    }
  }
}
