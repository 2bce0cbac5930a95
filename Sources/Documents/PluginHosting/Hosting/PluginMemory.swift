import Fingerprints
import JSONValues
import Rendering
import Synchronization

/// The descriptions and setups that plugins answered, stored from build to build, so that no process is started for a
/// catalog without changes.
package final class PluginMemory: Sendable {
  private let formats: Mutex<JSONObject>

  /// Creates a memory from stored bytes. It is empty if they cannot be read.
  package init(_ bytes: [UInt8]? = nil) { formats = Mutex(bytes.flatMap { try? JSONValue(parsing: $0).object } ?? [:]) }

  /// The bytes to store.
  package var bytes: [UInt8] { formats.withLock { $0.line } }

  /// Returns the key of a setting: a plugin gives the same answer to settings with the same key.
  static func key(of setting: PluginSession.Setting) -> String {
    var parts = Fingerprinter()
    parts.combine(PomonaVersion.current)
    parts.combine(setting.format)
    parts.combine(Fingerprint(setting.options.line))
    parts.combine(setting.catalog.fingerprint)
    parts.combine(setting.hasSearch)
    return parts.finish().description
  }

  /// Returns the description that a plugin gave of itself, or `nil` if the stored one is that of another program.
  func welcome(of format: String, _ identity: String) -> JSONValue? {
    formats.withLock { $0[format].flatMap { $0["identity"]?.string == identity ? $0["welcome"] : nil } }
  }

  /// Returns a plugin's answer to a setting, and the fingerprint of what the pages depend on, or `nil` if the stored
  /// answer is that of another program or setting.
  func setup(of format: String, _ identity: String, _ key: String) -> (message: JSONValue, fingerprint: String)? {
    formats.withLock { formats in
      guard let entry = formats[format], entry["identity"]?.string == identity, entry["key"]?.string == key,
        let message = entry["setup"], let fingerprint = entry["fingerprint"]?.string
      else { return nil }
      return (message, fingerprint)
    }
  }

  /// Returns the file extension of a format's pages and the paths of its assets according to the stored answers,
  /// whatever program gave them.
  package func files(of format: String) -> (ending: String, assets: Set<String>)? {
    guard let entry = formats.withLock({ $0[format] }), let welcome = entry["welcome"] else { return nil }
    let named = welcome["formats"]?.array?.first { $0["id"]?.string == format }
    let assets = (entry["setup"]?["assets"]?.array ?? []).compactMap { $0["path"]?.string }
    return (entry["setup"]?["extension"]?.string ?? named?["extension"]?.string ?? format, Set(assets))
  }

  /// Stores the answers of a plugin.
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

  /// Removes the formats that are not rendered any more.
  package func keepOnly(_ names: Set<String>) {
    formats.withLock { formats in
      for name in formats.members.map(\.name) where !names.contains(name) { formats[name] = nil }
    }
  }
}
