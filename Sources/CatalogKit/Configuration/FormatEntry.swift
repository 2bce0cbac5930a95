import Datasets
import Diagnostics
import JSONValues
import PluginHosting
import Rendering
import Yams

/// A format that is rendered, with what is decided about it.
struct FormatEntry: Hashable, Sendable {
  /// The name of the format.
  var name: CatalogConfiguration.Name
  /// What is decided about a format of the program, with the defaults.
  var options: JSONObject = [:]
  /// The program that renders the format; nil for a format of this program.
  var plugin: PluginEntry?

  /// Creates an entry that decides nothing.
  init(name: CatalogConfiguration.Name, among formats: [RendererFormat] = RendererFormat.builtIn) {
    self.name = name
    var findings: [Diagnostic] = []
    if let format = formats.first(where: { $0.name == name.text }) {
      options = format.options.options(nil, findings: &findings)
    } else {
      plugin = PluginEntry()
    }
  }
}

/// A program that renders a format: where it is, and what it may do.
struct PluginEntry: Hashable, Sendable {
  /// The program, relative to the catalog's folder; nil for one on the search path that is named after the format.
  var program: CatalogConfiguration.Name?
  /// What is decided about the format, which the program knows the schema of.
  var options: OptionValue?
  /// The SHA-256 of the program.
  var digest: CatalogConfiguration.Name?
  /// How long it may take, and how much.
  var limits = PluginSession.Limits()
  /// Whether a catalog is built without the format where the program is not there.
  var isOptional = false
}

extension YAMLNode {
  /// A list of formats, a single one, or a mapping with what is decided about each.
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
  /// `html:` and what is decided about it.
  fileprivate init(name: CatalogConfiguration.Name, value: YAMLNode, among known: [RendererFormat]) {
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
          ?? "What is decided about the format of a plugin stands under `options:`.")
    }
  }
}

extension PluginEntry {
  fileprivate static let keys = ["plugin", "options", "digest", "timeouts", "memory", "optional"]

  fileprivate init(_ node: YAMLNode) {
    for (key, value) in node.mapping(Self.keys) {
      switch key.text {
      case "plugin": program = value.name
      case "options": options = value.optionValue
      case "digest": digest = value.sha256
      case "timeouts":
        for (key, value) in value.mapping(["start", "idle", "request"]) {
          switch key.text {
          case "start": limits.start = value.seconds ?? limits.start
          case "idle": limits.idle = value.seconds ?? limits.idle
          default: limits.request = value.seconds ?? limits.request
          }
        }
      case "memory": limits.memory = value.byteCount ?? limits.memory
      default: isOptional = value.boolean ?? isOptional
      }
    }
  }
}

extension YAMLNode {
  /// A number of bytes.
  fileprivate var byteCount: Int? {
    guard let text = string else { return nil }
    let kind = ReadingLimits.Kind.size
    if let amount = kind.amount(text) { return amount }
    report("catalog/limit", "“\(text)” is no amount", hint: "Write \(kind.form).")
    return nil
  }

  /// A number of seconds.
  fileprivate var seconds: Duration? {
    guard let seconds = node.scalar.flatMap({ Double($0.string) }), seconds > 0, seconds <= 86_400 else {
      report("yaml/type", "a number of seconds is expected here")
      return nil
    }
    return .seconds(seconds)
  }

  /// A digest of a program.
  fileprivate var sha256: CatalogConfiguration.Name? {
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
