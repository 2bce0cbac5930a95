import DataSources
import Diagnostics
import Foundation
import Publishing

/// The record that a build leaves for the next one: the numbers of rows, the decisions that were made from them, and
/// the inputs. If all inputs are unchanged, the next build has nothing to do.
struct BuildMemo: Codable {
  static let name = PublishedFolder.memo

  var rows: [String: Int]
  /// The decisions that were made by examining all rows, by name.
  var decisions: [String: String]
  /// The fingerprint of the addresses that were noted; `nil` if it is not known.
  var addresses: String?
  /// The inputs of the catalog; `nil` if they do not reveal every change.
  private(set) var origin: Origin?
  /// Whether contents have been removed that need not be compared any more, so that the memo should be written again.
  private(set) var isRenewed = false

  private enum CodingKeys: CodingKey { case rows, decisions, addresses, origin }

  /// The inputs of a catalog, and the results of building it.
  struct Origin: Codable {
    /// The fingerprint of the program and its additions, the catalog's name and path, and the choices that override the
    /// configuration.
    let settings: String
    /// What the paths of all inputs have in common at their start, which is stored once.
    private let start: String
    /// The states of the inputs by the rest of their paths.
    private let statesByEnd: [String: FileState?]
    /// The contents of inputs that may have changed without changing their states.
    fileprivate(set) var contents: [String: InputContent]
    let warnings: [Diagnostic]
    /// The report of the build, as if it had found nothing to do.
    let report: BuildReport

    init(settings: String, log: InputManifest, warnings: [Diagnostic], report: BuildReport) {
      self.settings = settings
      self.warnings = warnings
      let paths = log.states.keys
      start = paths.reduce(paths.first ?? "") { $0.commonPrefix(with: $1, options: .literal) }
      let length = start.unicodeScalars.count
      statesByEnd = Dictionary(
        uniqueKeysWithValues: log.states.map { (String($0.key.unicodeScalars.dropFirst(length)), $0.value) })
      contents = log.contents
      var report = report
      for kind in [\BuildReport.pages, \.assets] { report[keyPath: kind].unchanged = report[keyPath: kind].total }
      self.report = report
    }

    var states: [String: FileState?] {
      Dictionary(uniqueKeysWithValues: statesByEnd.map { (start + $0.key, $0.value) })
    }
  }

  init(_ catalog: Catalog, addresses: String?, origin: Origin?) {
    self.addresses = addresses
    rows = Dictionary(catalog.datasets.map { ($0.name, $0.source.numberOfItems) }, uniquingKeysWith: { $1 })
    decisions = Dictionary(catalog.decisions.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    self.origin = origin
  }

  /// Decodes the memo of the last build. Returns `nil` if it cannot be decoded, such as one of another version.
  init?(_ bytes: [UInt8]) {
    guard let memo = try? JSONDecoder().decode(BuildMemo.self, from: Data(bytes)) else { return nil }
    self = memo
  }

  /// Returns the memo if the catalog can only be the one that was built, as long as its files are intact; otherwise
  /// `nil`.
  ///
  /// The state of an input, such as its size and its times, reveals every change except one within the resolution of
  /// the clock. Inputs that were changed shortly before they were read are thus compared by their contents, too, until
  /// enough time has passed for any later change to show in the states.
  func confirmed(for settings: String) -> BuildMemo? {
    // The time is read first: any write from then on has a later time than a state that is settled by then.
    let now = FileState.now
    guard let origin, origin.settings == settings else { return nil }
    let states = origin.states
    guard states.allSatisfy({ FileState($0.key) == $0.value }) else { return nil }
    var memo = self
    for (path, content) in origin.contents {
      guard content.isContent(of: path) else { return nil }
      if case .some(.some(let state)) = states[path], state.isSettled(at: now) {
        memo.origin?.contents[path] = nil
        memo.isRenewed = true
      }
    }
    return memo
  }

  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
  }
}
