import Foundation
import TestKit
import Testing

@testable import CatalogKit

/// The times at which changes of files are reported, with a manual clock.
@Suite struct FileWatcherTests {
  /// Causes an event on each wait, and advances the time.
  private final class Script: Notices {
    private(set) var time = ContinuousClock.now
    private(set) var rounds = 0
    /// The watched paths, and whether there may be changes without a notice.
    private(set) var paths: Set<String> = []
    var isUnsure = false
    private let step: (Int) -> NoticeAnswer

    init(_ step: @escaping (Int) -> NoticeAnswer) { self.step = step }

    func watch(_ paths: Set<String>, for names: Set<String>) -> Bool {
      self.paths = paths
      return isUnsure
    }

    func wait(milliseconds: Int32?, _ interruption: Int32) -> NoticeAnswer {
      rounds += 1
      let answer = step(rounds)
      // A notice comes after 20 milliseconds.
      time += .milliseconds(answer == .quiet ? Int(milliseconds ?? 2000) : 20)
      return answer
    }
  }

  private let folder: CatalogFolder
  private var file: String { folder.path + "/fruits.csv" }

  init() throws { folder = try CatalogFolder(["fruits.csv": "name\n"]) }

  /// Returns the changes that a watcher reports of the file, and the number of waits.
  private func watch(step: @escaping (Int) -> NoticeAnswer) throws -> (changed: Set<String>?, rounds: Int) {
    let script = Script(step)
    let watcher = FileWatcher(settlingInterval: 50, maximumDelayFactor: 10, notices: script, now: { script.time })
    let changed = watcher.next(after: [file: FileState(file), folder.path + "/other": nil], interruption: -1)
    return (changed, script.rounds)
  }

  private func save(_ round: Int) {
    #expect(throws: Never.self) { try folder.write("fruits.csv", String(repeating: "x", count: round)) }
  }

  @Test func aBurstIsReportedWhenItEnds() throws {
    let outcome = try watch { round in
      if round <= 5 { save(round) }
      return round <= 5 ? .noticed : round < 1000 ? .quiet : .interrupted
    }
    #expect(outcome.changed == [file])
    #expect(outcome.rounds == 6)
  }

  @Test func continualSavesAreReportedAfterAWhile() throws {
    let outcome = try watch { round in
      save(round)
      return round < 1000 ? .noticed : .interrupted
    }
    #expect(outcome.changed == [file])
    // After the first save, ten times as long as the required pause.
    #expect(outcome.rounds == 1 + 500 / 20)
  }

  @Test func theTimeLimitStartsAgainWithTheNextChanges() throws {
    let script = Script { round in
      save(round)
      return round < 1000 ? .noticed : .interrupted
    }
    let watcher = FileWatcher(settlingInterval: 50, maximumDelayFactor: 10, notices: script, now: { script.time })
    for turn in 1...3 {
      #expect(watcher.next(after: [file: FileState(file)], interruption: -1) == [file])
      #expect(script.rounds == turn * (1 + 500 / 20))
    }
  }

  @Test func aDeletedFileIsWaitedForAWhile() throws {
    let gone = try watch { round in
      if round == 1 { #expect(unlink(file) == 0) }
      return round == 1 ? .noticed : round < 1000 ? .quiet : .interrupted
    }
    #expect(gone.changed == [file])
    #expect(gone.rounds == 1 + 10)
    save(1)
    let back = try watch { round in
      if round == 1 { #expect(unlink(file) == 0) }
      if round == 4 { save(7) }
      return round == 1 || round == 4 ? .noticed : round < 1000 ? .quiet : .interrupted
    }
    #expect(back.changed == [file])
    #expect(back.rounds == 5)
  }

  @Test func unchangedFilesAreNotReported() throws {
    let outcome = try watch { $0 < 100 ? .noticed : .interrupted }
    #expect(outcome.changed == nil)
    #expect(outcome.rounds == 100)
  }

  // MARK: - Comparisons

  /// The number of comparisons of 100 files during events, after the first comparison.
  private func comparisons(isUnsure: Bool = false, step: @escaping (Int) -> NoticeAnswer) -> Int {
    let script = Script(step)
    script.isUnsure = isUnsure
    var count = 0
    let watcher = FileWatcher(
      notices: script, now: { script.time },
      state: { _ in
        count += 1; return nil
      })
    let states = Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0).csv", FileState?.none) })
    #expect(watcher.next(after: states, interruption: -1) == nil)
    return count - 100
  }

  @Test func filesAreNotComparedWithoutANotice() {
    #expect(comparisons { $0 < 1000 ? .quiet : .interrupted } == 0)
  }

  @Test func filesAreComparedOnceForANotice() {
    #expect(comparisons { $0 == 500 ? .noticed : $0 < 1000 ? .quiet : .interrupted } == 100)
  }

  @Test func filesAreComparedRepeatedlyIfThereAreNoNotices() {
    #expect(comparisons(isUnsure: true) { $0 < 10 ? .quiet : .interrupted } == 9 * 100)
  }

  @Test func linkedFilesAreWatchedThemselves() throws {
    try folder.write("elsewhere/data.csv", "name\n")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.csv", withDestinationPath: "elsewhere/data.csv")
    try folder.write("twin.csv", "name\n")
    try FileManager.default.linkItem(atPath: folder.path + "/twin.csv", toPath: folder.path + "/elsewhere/twin.csv")
    let files = ["fruits.csv", "link.csv", "twin.csv", "missing.csv"].map { "\(folder.path)/\($0)" }
    let script = Script { _ in .interrupted }
    let states = Dictionary(uniqueKeysWithValues: files.map { ($0, FileState($0)) })
    #expect(FileWatcher(notices: script).next(after: states, interruption: -1) == nil)
    let names = Set(script.paths.map { URL(filePath: $0).lastPathComponent })
    #expect(names == ["link.csv", "twin.csv", folder.url.lastPathComponent])
  }

  // MARK: - Changes by the builds themselves

  /// A watched build: it writes to a log, and a user or another program acts while it waits.
  private final class Work {
    let folder: CatalogFolder
    private let watcher: FileWatcher
    private let script: Script
    private let log: String
    private(set) var builds = 0
    private(set) var echoes: [Set<String>] = []
    private var length = 0
    private let start: ContinuousClock.Instant
    /// The time that has passed.
    var time: Duration { script.time - start }

    init(in folder: CatalogFolder, step: @escaping (Int) -> NoticeAnswer) {
      self.folder = folder
      log = folder.path + "/log.txt"
      script = Script(step)
      start = script.time
      watcher = FileWatcher(notices: script, now: { [script] in script.time })
    }

    /// Builds and waits until the wait is interrupted.
    ///
    /// - Returns: The changes that the waits reported.
    ///
    /// - Parameter isLogging: Whether a build writes to the log.
    func run(isLogging: () -> Bool = { true }) throws -> [Set<String>] {
      var answers: [Set<String>] = []
      while true {
        builds += 1
        let found = watcher.takeEchoes()
        if !found.isEmpty { echoes.append(found) }
        let files = ["fruits.csv", "log.txt"].map { "\(folder.path)/\($0)" }
        let states = Dictionary(uniqueKeysWithValues: files.map { ($0, FileState($0)) })
        if isLogging() { try append() }
        guard let changed = watcher.next(after: states, interruption: -1) else { return answers }
        answers.append(Set(changed.map { URL(filePath: $0).lastPathComponent }))
        if answers.count > 100 { return answers }
      }
    }

    func append() throws {
      length += 1
      try folder.write("log.txt", String(repeating: "x", count: length))
    }
  }

  @Test func filesChangedByEveryBuildAreWaitedForEverLonger() throws {
    var hasPassed: (Duration) -> Bool = { _ in false }
    var isSaved = false
    let work = Work(in: folder) { _ in
      if !isSaved, hasPassed(.seconds(600)) {
        isSaved = true
        save(3)
        return .noticed
      }
      return hasPassed(.seconds(4096)) ? .interrupted : .quiet
    }
    hasPassed = { work.time >= $0 }
    let answers = try work.run()
    // It is recognized after ten builds. In an hour there are a dozen more, each of them after twice the time.
    #expect(answers.prefix(20).allSatisfy { $0 == ["log.txt"] || $0 == ["fruits.csv", "log.txt"] })
    #expect((20...25).contains(work.builds))
    // Changes by a user are built at once, with what the file contains then.
    #expect(answers.count { $0 == ["fruits.csv", "log.txt"] } == 1)
    #expect(work.echoes == [[folder.path + "/log.txt"]])
  }

  @Test func anEchoChangedByAnotherProgramIsFollowedAgain() throws {
    var change: () throws -> Void = {}
    var isFound: () -> Bool = { false }
    var notices = 0
    let work = Work(in: folder) { _ in
      guard isFound() else { return .quiet }
      // When nothing has been built for a moment. The builds do not write any more.
      notices += 1
      if notices == 40 { #expect(throws: Never.self) { try change() } }
      return notices < 200 ? .noticed : .interrupted
    }
    change = { try work.append() }
    isFound = { !work.echoes.isEmpty }
    let answers = try work.run { work.echoes.isEmpty }
    #expect(answers.last == ["log.txt"] && work.time < .seconds(6))
  }

  /// Also while the change by the last build is pending.
  @Test func saveOfAnEchoIsBuiltAtOnce() throws {
    var present: () -> (time: Duration, builds: Int) = { (.zero, 0) }
    var save: () throws -> Void = {}
    var saved: (time: Duration, builds: Int)?
    var notices = 0
    let work = Work(in: folder) { _ in
      let now = present()
      if let saved, now.builds > saved.builds { return .interrupted }
      guard saved == nil, now.time > .seconds(60) else { return .quiet }
      notices += 1
      if notices == 40 {
        saved = now
        #expect(throws: Never.self) { try save() }
      }
      return .noticed
    }
    present = { (work.time, work.builds) }
    save = { try work.append() }
    _ = try work.run()
    #expect(work.time - (try #require(saved)).time < .seconds(1))
  }

  @Test func changesByAnotherProgramAreFollowed() throws {
    // In every fourth round: soon after each build, and also while nothing is built.
    let work = Work(in: folder) { round in
      if round.isMultiple(of: 4) { save(round) }
      return round >= 600 ? .interrupted : round.isMultiple(of: 4) ? .noticed : .quiet
    }
    let answers = try work.run { false }
    #expect(answers.count > 50 && answers.allSatisfy { $0 == ["fruits.csv"] })
    #expect(work.echoes == [])
  }

  /// If a user saves whenever a build ends, the user's changes are reported, all of them and no others.
  @Test func savesAtTheEndOfEveryBuildAreReported() throws {
    var builds: () -> Int = { 0 }
    var saves = 0
    let work = Work(in: folder) { round in
      guard saves < 8, builds() > saves else { return round < 200 ? .quiet : .interrupted }
      saves += 1
      save(saves)
      return .noticed
    }
    builds = { work.builds }
    #expect(try work.run { false } == Array(repeating: ["fruits.csv"], count: 8))
    #expect(work.time < .seconds(2 * 200) && work.echoes == [])
  }
}
