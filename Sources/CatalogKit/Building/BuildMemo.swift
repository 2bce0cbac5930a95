import DataSources
import Diagnostics
import Foundation
import Publishing

/// What a build leaves for the next one to know: how many rows there were and what was decided over them, and whether there is anything to
/// do at all. As long as all that the catalog was made from is the same, there is not.
struct BuildMemo: Codable {
  /// The name of the note that keeps it.
  static let name = PublishedFolder.memo

  /// How many rows each data set had.
  var rows: [String: Int]
  /// What was decided by looking at all rows, by name.
  var decisions: [String: String]
  /// The fingerprint of the addresses that were noted; nil where that is not known.
  var addresses: String?
  /// What the catalog was made from; nil where that does not tell of every change.
  private(set) var origin: Origin?
  /// Whether less needs to be known than was read.
  private(set) var isRenewed = false

  private enum CodingKeys: CodingKey {
    case rows, decisions, addresses, origin
  }

  /// What a catalog was made from, and what there was to tell of it.
  struct Origin: Codable {
    /// The version of the program, the catalog's name and path, and what was decided over the configuration.
    let settings: String
    /// The inputs, as they were.
    let states: [String: FileState?]
    /// What was in those inputs whose states do not tell.
    fileprivate(set) var contents: [String: InputContent]
    /// What a person should look at.
    let warnings: [Diagnostic]
    /// What the build has told, as if it had found nothing to do.
    let report: BuildReport

    init(settings: String, log: InputManifest, warnings: [Diagnostic], report: BuildReport) {
      (self.settings, self.warnings) = (settings, warnings)
      (states, contents) = (log.states, log.contents)
      var report = report
      for kind in [\BuildReport.pages, \.assets] {
        report[keyPath: kind].unchanged = report[keyPath: kind].total
      }
      self.report = report
    }
  }

  /// Sums up a build.
  init(_ catalog: Catalog, addresses: String?, origin: Origin?) {
    self.addresses = addresses
    rows = Dictionary(catalog.leaves.map { ($0.name, $0.source.numberOfItems) }, uniquingKeysWith: { $1 })
    decisions = Dictionary(catalog.decisions.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    self.origin = origin
  }

  /// Reads what the last build left; nil if there is none, or it is that of another version.
  init?(_ bytes: [UInt8]) {
    guard let memo = try? JSONDecoder().decode(BuildMemo.self, from: Data(bytes)) else { return nil }
    self = memo
  }

  /// What the catalog was made from, if it can only be the one that is there as long as that is whole.
  ///
  /// Contents that were compared need not be kept any more once enough time has passed for any later change to show in the states.
  func confirmed(for settings: String) -> BuildMemo? {
    // The time comes first: whatever is written from then on has a later one than what is settled by then.
    let now = FileState.now
    guard let origin, origin.settings == settings else { return nil }
    guard origin.states.allSatisfy({ FileState($0.key) == $0.value }) else { return nil }
    var memo = self
    for (path, content) in origin.contents {
      guard content.isContent(of: path) else { return nil }
      if case .some(.some(let state)) = origin.states[path], state.isSettled(at: now) {
        memo.origin?.contents[path] = nil
        memo.isRenewed = true
      }
    }
    return memo
  }

  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
  }
}
