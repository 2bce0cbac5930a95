import Diagnostics
import Fingerprints
import Foundation
import Publishing
import Testing

/// Errors of a plan, or while it is prepared: the folder is unchanged, and a new one is deleted.
@Suite struct PlanTests {
  private let site: Site
  private let old = ["index.html": "home", "fruits/apple.html": "apple"]

  init() throws { site = try Site() }

  /// The message of an invalid plan, in a new folder and in one with a catalog.
  private func refusal(_ files: [PlannedFile], sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let fresh = try site.refusal(sourceLocation: sourceLocation) { _ = try PublishedFolder(site.out).publish(files) }
    #expect(!site.exists("out"), sourceLocation: sourceLocation)
    try site.publish(old)
    let message = try site.refusal(sourceLocation: sourceLocation) { _ = try PublishedFolder(site.out).publish(files) }
    #expect(message == fresh, sourceLocation: sourceLocation)
    return message
  }

  @Test(arguments: [
    "", "/index.html", "../index.html", "a/../b", "a//b", "a/", ".", "./a", "a/.", "..", "a\0b", ".pomona/manifest",
    ".pomona",
    // A combining mark changes the character of the slash, but not its byte.
    "../\u{301}x", "a/../\u{301}x",
  ])
  func placeOutside(path: String) throws {
    let message = try refusal([Site.plan("index.html", "new"), Site.plan(path, "text")])
    #expect(message.contains("is not a place inside the output folder"))
  }

  @Test func namesThatOnlyLookLikeThese() throws {
    let plan = ["...": "1", "a/.b": "2", ".pomona.html": "3", "a/.pomona/b": "4", "..a/b..": "5", "\u{301}/x": "6"]
    try site.publish(plan)
    #expect(try site.texts() == plan)
  }

  @Test func placeOfTwoFiles() throws {
    let message = try refusal([Site.plan("a.html", "1"), Site.plan("b.html", "2"), Site.plan("a.html", "1")])
    #expect(message.contains("“a.html” is the place of two files"))
  }

  @Test func spellingsOfALetterAreTwoPlaces() throws {
    let files = [Site.plan("\u{E9}.html", "one"), Site.plan("e\u{301}.html", "two")]
    let report = try PublishedFolder(site.out).publish(files)
    #expect(report.created.map { Array($0.utf8) } == [Array("e\u{301}.html".utf8), Array("\u{E9}.html".utf8)])
    #expect(try FileManager.default.contentsOfDirectory(atPath: site.out).count == 3)
    #expect(try PublishedFolder(site.out).publish(files).pages.made == 0)
  }

  @Test(arguments: [["a", "a/b"], ["a/b", "a"], ["a/b/c", "x", "a/b"], ["fruits", "fruits/apple.html"]])
  func fileThatIsAFolder(paths: [String]) throws {
    let message = try refusal(paths.map { Site.plan($0, "apple") })
    let sorted = paths.sorted { $0.utf8.count < $1.utf8.count }.filter { $0 != "x" }
    #expect(message.contains("“\(sorted[0])” is a file and the folder of “\(sorted[1])”"))
  }

  @Test func fileThatIsAFolderOfOneThatStays() throws {
    let folder = try PublishedFolder(site.out)
    _ = try folder.publish(Site.plan(old))
    let message = try site.refusal { _ = try folder.publish(changed: [Site.plan("fruits", "text")]) }
    #expect(message.contains("“fruits” is a file and the folder of “fruits/apple.html”"))
    // The object is still usable.
    #expect(
      try folder.publish(changed: [Site.plan("fruits", "text")], removed: ["fruits/apple.html"]).created == ["fruits"])
  }

  @Test func nameThatIsTooLong() throws {
    let name = String(repeating: "n", count: 300)
    #expect(
      try refusal([Site.plan("index.html", "new"), Site.plan("\(name)/a.html", "text")]).contains("File name too long"))
  }

  @Test func errorOfThePlan() throws {
    let error = DiagnosticsError(Diagnostic(code: "test/error", "the pear cannot be shown"))
    let files = [
      Site.plan("index.html", "new"),
      PlannedFile("pear.html", as: .page, key: Fingerprint("pear")) { () throws(DiagnosticsError) in throw error },
    ]
    #expect(try refusal(files) == error.description)
  }

  @Test func missingFile() throws {
    let files = [
      PlannedFile("pear.jpg", as: .asset, key: Fingerprint("pear")) { .copy(of: "\(site.root)/pear.jpg") }
    ]
    #expect(
      try refusal(files) == """
        error: \(site.root)/pear.jpg: the file cannot be read: No such file or directory.
          Check that it is there, and that you may read it.
        """)
  }

  /// With any number of threads, the error is that of the first invalid file.
  @Test(arguments: 1...4)
  func firstErrorOfMany(jobs: Int) throws {
    let root = site.root
    let files = (0..<400).map { number in
      PlannedFile("\(number).html", as: .page, key: Fingerprint("\(number)")) { () throws(DiagnosticsError) in
        if number > 300 { throw DiagnosticsError(Diagnostic(code: "test/error", "not this one")) }
        return number >= 100 && number % 7 == 0 ? .copy(of: "\(root)/\(number)") : .bytes([1])
      }
    }
    for _ in 0..<5 {
      let message = try site.refusal { _ = try PublishedFolder(site.out).publish(files, options: .init(jobs: jobs)) }
      #expect(message.contains("\(root)/105: the file cannot be read"))
    }
  }

  @Test func filesAreCopied() throws {
    let bytes = String(repeating: "pear", count: 100_000)
    try site.write("pear.jpg", bytes)
    let files = [
      PlannedFile("pear.jpg", as: .asset, key: Fingerprint("pear")) { .copy(of: "\(site.root)/pear.jpg") }
    ]
    let report = try PublishedFolder(site.out).publish(files)
    #expect(report.assets.bytes == 400_000 && report.created == ["pear.jpg"])
    #expect(try site.texts() == ["pear.jpg": bytes])
  }

  /// Many small files and a few large ones, by any number of threads.
  @Test(arguments: [1, 2, 5, 20])
  func filesOfAllSizes(jobs: Int) throws {
    let texts = Dictionary(
      uniqueKeysWithValues: (0..<600).map { number in
        let length = number % 37 == 0 ? 700_000 : number % 5 * 100
        return ("\(number % 11)/\(number).html", "\(number)" + String(repeating: "x", count: length))
      })
    let report = try site.publish(texts, options: .init(jobs: jobs))
    #expect(Set(report.created) == Set(texts.keys))
    #expect(report.pages.bytes == texts.values.reduce(0) { $0 + $1.utf8.count })
    #expect(try site.texts() == texts)
    #expect(try site.publish(texts).pages.made == 0)
  }

  @Test func outerFoldersAreCreatedAndDeletedAgain() throws {
    let deep = "\(site.root)/a/b/c/"
    #expect(throws: DiagnosticsError.self) { try PublishedFolder(deep).publish([Site.plan("..", "")]) }
    #expect(!site.exists("a"))
    _ = try PublishedFolder(deep).publish([Site.plan("index.html", "home")])
    #expect(site.exists("a/b/c/index.html"))
  }

  @Test func openingAndClosingChangesNothing() throws {
    let folder = try PublishedFolder(site.out)
    #expect(site.exists("out/.pomona/lock"))
    folder.close()
    #expect(!site.exists("out"))
    #expect(throws: DiagnosticsError.self) { try folder.publish([]) }
    try FileManager.default.createDirectory(atPath: site.out, withIntermediateDirectories: true)
    try PublishedFolder(site.out).close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: site.out) == [])
  }

  @Test func progressEndsWithAll() throws {
    var progress: [(done: Int, total: Int)] = []
    try site.publish(old, options: PublishingOptions(progress: { progress.append(($0, $1)) }))
    #expect(progress.allSatisfy { $0.done <= $0.total && $0.total == 2 })
    #expect(progress.last?.done == 2)
    #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.done <= $1.done })
  }
}
