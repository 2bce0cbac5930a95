import Fingerprints
import Rendering

struct PluginRenderer: PageRenderer {
  let host: PluginHost
  let setting: PluginSession.Setting
  /// The plugin's inputs, as they were when the fingerprint was computed.
  let inputs: [FileStamp]
  let fileExtension: String
  let linkExtension: String
  let fingerprint: Fingerprint?
  let assets: [Artifact]
  let showsFields: Bool

  var format: String { host.format }

  func render(_ page: Page) throws -> [UInt8] { try render([page])[0] }
  func render(_ pages: [Page]) throws -> [[UInt8]] { try host.render(pages, for: setting, inputs) }
}

/// A renderer whose pages a plugin renders and assembles into one file.
struct CollectingPluginRenderer: CollectingRenderer {
  let base: PluginRenderer

  var format: String { base.format }
  var fileExtension: String { base.fileExtension }
  var linkExtension: String { base.linkExtension }
  var fingerprint: Fingerprint? { base.fingerprint }
  var assets: [Artifact] { base.assets }
  var showsFields: Bool { base.showsFields }

  func render(_ page: Page) throws -> [UInt8] { try base.render(page) }
  func render(_ pages: [Page]) throws -> [[UInt8]] { try base.render(pages) }

  func collect(_ fragments: some Sequence<Artifact>, to write: ([UInt8]) throws -> Void) throws {
    try base.host.collect(fragments, for: base.setting, base.inputs, to: write)
  }
}
