import Foundation
import Testing

@testable import CatalogKit

/// When changes of files are told, without a clock that runs.
@Suite struct FileWatcherTests {
  /// Has something happen each time that somebody waits, and time pass.
  private final class Script: Notices {
    private(set) var time = ContinuousClock.now
    private(set) var rounds = 0
    private let step: (Int) -> NoticeAnswer

    init(_ step: @escaping (Int) -> NoticeAnswer) { self.step = step }

    func watch(_ folders: Set<String>) {}

    func wait(milliseconds: Int32, _ interruption: Int32) -> NoticeAnswer {
      rounds += 1
      let answer = step(rounds)
      // A notice comes after 20 milliseconds.
      time += .milliseconds(answer == .quiet ? Int(milliseconds) : 20)
      return answer
    }
  }

  private let folder: CatalogFolder
  private var file: String { folder.path + "/fruits.csv" }

  init() throws { folder = try CatalogFolder(["fruits.csv": "name\n"]) }

  /// What a watcher tells of the file, and after how many waits.
  private func watch(step: @escaping (Int) -> NoticeAnswer) throws -> (changed: Set<String>?, rounds: Int) {
    let script = Script(step)
    let watcher = FileWatcher(settlingInterval: 50, maximumDelayFactor: 10, notices: script, now: { script.time })
    let changed = watcher.next(after: [file: FileState(file), folder.path + "/other": nil], interruption: -1)
    return (changed, script.rounds)
  }

  private func save(_ round: Int) {
    #expect(throws: Never.self) { try folder.write("fruits.csv", String(repeating: "x", count: round)) }
  }

  @Test func aBurstIsToldWhenItIsOver() throws {
    let outcome = try watch { round in
      if round <= 5 { save(round) }
      return round <= 5 ? .noticed : round < 1000 ? .quiet : .interrupted
    }
    #expect(outcome.changed == [file])
    #expect(outcome.rounds == 6)
  }

  @Test func savesThatDoNotEndAreToldAllTheSame() throws {
    let outcome = try watch { round in
      save(round)
      return round < 1000 ? .noticed : .interrupted
    }
    #expect(outcome.changed == [file])
    // After the first save, ten times as long as there would have to be quiet.
    #expect(outcome.rounds == 1 + 500 / 20)
  }

  @Test func patienceBeginsAnewWithTheNextChanges() throws {
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

  @Test func fileThatIsGoneIsWaitedForAWhile() throws {
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

  @Test func nothingIsToldOfFilesThatAreTheSame() throws {
    let outcome = try watch { $0 < 100 ? .noticed : .interrupted }
    #expect(outcome.changed == nil)
    #expect(outcome.rounds == 100)
  }
}
