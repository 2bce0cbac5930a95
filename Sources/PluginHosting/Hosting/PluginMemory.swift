import Fingerprints
import JSONValues
import Rendering
import Synchronization

/// What plugins have said of themselves, kept from build to build: so no process is started for a catalog in which nothing has changed.
package final class PluginMemory: Sendable {
  private let formats: Mutex<JSONObject>

  /// Creates a memory from what was kept; without anything if that cannot be read.
  package init(_ bytes: [UInt8]? = nil) {
    formats = Mutex(bytes.flatMap { try? JSONValue(parsing: $0).object } ?? [:])
  }

  /// What is kept.
  package var bytes: [UInt8] { formats.withLock { $0.line } }

  /// The key of a setting: a plugin that is asked the same answers the same.
  static func key(of setting: PluginSession.Setting) -> String {
    var parts = Fingerprinter()
    parts.combine(PomonaVersion.current)
    parts.combine(setting.format)
    parts.combine(Fingerprint(setting.options.line))
    parts.combine(setting.catalog.fingerprint)
    parts.combine(setting.hasSearch)
    return parts.finish().description
  }

  /// What a plugin said of itself; nil if it was another one.
  func welcome(of format: String, _ identity: String) -> JSONValue? {
    formats.withLock { $0[format].flatMap { $0["identity"]?.string == identity ? $0["welcome"] : nil } }
  }

  /// What a plugin answered when it was configured, and the fingerprint of what that follows from; nil if it was another one, or another
  /// setting.
  func setup(of format: String, _ identity: String, _ key: String) -> (message: JSONValue, fingerprint: String)? {
    formats.withLock { formats in
      guard let entry = formats[format], entry["identity"]?.string == identity, entry["key"]?.string == key,
        let message = entry["setup"], let fingerprint = entry["fingerprint"]?.string
      else { return nil }
      return (message, fingerprint)
    }
  }

  /// The files of a format, as its plugin said the last time, whichever it was: the ending of those of pages, and the paths of the others.
  package func files(of format: String) -> (ending: String, assets: Set<String>)? {
    guard let entry = formats.withLock({ $0[format] }), let welcome = entry["welcome"] else { return nil }
    let named = welcome["formats"]?.array?.first { $0["id"]?.string == format }
    let assets = (entry["setup"]?["assets"]?.array ?? []).compactMap { $0["path"]?.string }
    return (entry["setup"]?["extension"]?.string ?? named?["extension"]?.string ?? format, Set(assets))
  }

  /// Keeps what a plugin has said.
  func note(
    _ format: String, _ identity: String, welcome: JSONValue, _ key: String, setup: JSONValue, fingerprint: String
  ) {
    formats.withLock {
      $0[format] = [
        "identity": .string(identity), "welcome": welcome, "key": .string(key), "setup": setup,
        "fingerprint": .string(fingerprint),
      ]
    }
  }

  /// Forgets the formats that are not rendered any more.
  package func keepOnly(_ names: Set<String>) {
    formats.withLock { formats in
      for name in formats.members.map(\.name) where !names.contains(name) { formats[name] = nil }
    }
  }
}
