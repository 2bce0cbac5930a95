import Foundation

/// What a build leaves for the next one to know: as long as all that the catalog was made from is the same, there is nothing to do.
struct BuildMemo: Codable {
  /// The name of the note that keeps it.
  static let name = "memo"

  /// The version of the program, and what was decided over the configuration.
  var settings: String
  /// The files that the catalog was made from, as they were.
  var states: [String: FileState?]
  /// What there was to tell of the build.
  var report: BuildReport

  /// Sums up a build: nothing where the files do not tell of every change.
  init?(settings: String, log: InputLog, report: BuildReport) {
    guard log.isReliable else { return nil }
    self.settings = settings
    states = log.states
    self.report = report
    (self.report.created, self.report.updated, self.report.deleted) = ([], [], [])
    (self.report.pages.rendered, self.report.pages.written, self.report.pages.bytes) = (0, 0, 0)
    (self.report.assets.rendered, self.report.assets.written, self.report.assets.bytes) = (0, 0, 0)
    self.report.pages.unchanged = self.report.pages.total
    self.report.assets.unchanged = self.report.assets.total
    self.report.seconds = BuildReport.Seconds()
  }

  /// Reads what the last build left.
  init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let memo = try? JSONDecoder().decode(BuildMemo.self, from: Data(bytes)) else { return nil }
    self = memo
  }

  /// Whether a catalog of the same settings can only be the one that is there, if that is whole.
  func holds(for settings: String) -> Bool {
    self.settings == settings && states.allSatisfy { FileState($0.key) == $0.value }
  }

  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
  }
}
