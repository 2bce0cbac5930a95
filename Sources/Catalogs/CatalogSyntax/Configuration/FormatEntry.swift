import Datasets
import Diagnostics
package import JSONValues
package import PluginHosting
package import Rendering
import Yams

/// The configuration of a format that is rendered.
package struct FormatEntry: Hashable, Sendable {
  /// The name of the format.
  package var name: LocatedText
  /// The options of a format of the program, with the defaults.
  package var options: JSONObject = [:]
  /// The plugin that renders the format; `nil` for a format of the program.
  package var plugin: PluginEntry?

  /// Creates an entry with default options. A format that the program does not have is that of a plugin.
  package init(name: LocatedText, among formats: [RendererFormat] = RendererFormat.builtIn) {
    self.name = name
    var findings: [Diagnostic] = []
    if let format = formats.first(where: { $0.name == name.text }) {
      options = format.options.options(nil, findings: &findings)
    } else {
      plugin = PluginEntry()
    }
  }
}

/// The configuration of a plugin: the program that renders a format, and its limits.
package struct PluginEntry: Hashable, Sendable {
  /// The program, relative to the catalog's folder; `nil` for a program on the search path that is named after the
  /// format.
  package var program: LocatedText?
  /// The options of the format, whose schema the plugin knows.
  package var options: OptionValue?
  /// The required SHA-256 digest of the program.
  package var digest: LocatedText?
  /// The limits of time and memory.
  package var limits = PluginSession.Limits()
  /// Whether the catalog is built without the format if the program does not exist.
  package var isOptional = false

  /// Creates the configuration of a plugin that is named after its format.
  package init() {}
}

extension YAMLNode {
  /// Reads a list of formats, a single format, or a mapping with the configuration of each.
  func formats(among known: [RendererFormat]) -> [FormatEntry] {
    let formats =
      isMapping
      ? mapping().map { FormatEntry(name: $0.key, value: $0.value, among: known) }
      : names.map { FormatEntry(name: $0, among: known) }
    if formats.isEmpty, elements.isEmpty || isMapping {
      report("catalog/no-formats", "there is no format", hint: "Name one at least, or delete the line.")
    }
    return formats
  }
}

extension FormatEntry {
  fileprivate init(name: LocatedText, value: YAMLNode, among known: [RendererFormat]) {
    self.init(name: name, among: known)
    guard !value.isEmpty else { return }
    if value.isMapping, value.mapping().contains(where: { $0.key.text == "plugin" }) {
      plugin = PluginEntry(value)
    } else if let format = known.first(where: { $0.name == name.text }) {
      options = format.options.options(value.optionValue, findings: &value.findings.diagnostics)
    } else if value.isMapping, value.mapping().allSatisfy({ PluginEntry.keys.contains($0.key.text) }) {
      plugin = PluginEntry(value)
    } else {
      value.report(
        "catalog/unknown-format", "there is no format “\(name.text)”",
        hint: name.text.closest(in: known.map(\.name)).map { "Did you mean “\($0)”?" }
          ?? "Settings of a plugin’s format are written under `options:`.")
    }
  }
}

extension PluginEntry {
  fileprivate static let keys = ["plugin", "options", "digest", "timeouts", "memory", "optional"]

  fileprivate init(_ node: YAMLNode) {
    let values = node.mapping(Self.keys)
    program = values["plugin"]?.name
    options = values["options"]?.optionValue
    digest = values["digest"]?.sha256
    let times = values["timeouts"]?.mapping(["start", "idle", "request"]) ?? []
    limits.start = times["start"]?.seconds ?? limits.start
    limits.idle = times["idle"]?.seconds ?? limits.idle
    limits.request = times["request"]?.seconds ?? limits.request
    limits.memory = values["memory"]?.amount(of: .size) ?? limits.memory
    isOptional = values["optional"]?.boolean ?? false
  }
}

extension YAMLNode {
  /// The node as a number of seconds. A text that is none is reported.
  fileprivate var seconds: Duration? {
    guard let seconds = node.scalar.flatMap({ Double($0.string) }), seconds > 0, seconds <= 86_400 else {
      report("yaml/type", "a number of seconds is expected here")
      return nil
    }
    return .seconds(seconds)
  }

  /// The node as the digest of a program. A text that is none is reported.
  fileprivate var sha256: LocatedText? {
    guard var name else { return nil }
    name.text = name.text.lowercased()
    guard name.text.wholeMatch(of: /[0-9a-f]{64}/) != nil else {
      report(
        "plugin/digest", "a SHA-256 of 64 hexadecimal digits is expected here", hint: "`sha256sum PROGRAM` prints it.")
      return nil
    }
    return name
  }
}
