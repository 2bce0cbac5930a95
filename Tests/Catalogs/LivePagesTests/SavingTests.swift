import Foundation
import LivePages
import TestKit
import Testing

/// The ways in which editors and other programs save a file: what they do in its folder, until it is saved.
enum Saving: String, CaseIterable {
  case nano, vim, vimWithBackup, emacs, gedit, helix, libreOffice, dropbox, rsync, inPieces

  /// Saves a file.
  ///
  /// - Parameter pause: Waits until those who watch the file have seen what was done so far.
  func save(_ name: String, in folder: String, _ text: String, pause: () async throws -> Void) async throws {
    let file = "\(folder)/\(name)"
    func move(_ from: String, _ to: String) { #expect(rename(from, to) == 0, "\(self)") }
    func remove(_ path: String) { #expect(unlink(path) == 0, "\(self)") }
    func write(_ path: String, _ text: String, _ flags: Int32 = O_CREAT | O_TRUNC) {
      let descriptor = open(path, O_WRONLY | flags, 0o644)
      let bytes = Array(text.utf8)
      #expect(descriptor >= 0 && Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "\(self)")
      fsync(descriptor)
      close(descriptor)
    }
    switch self {
    case .nano: write(file, text)
    case .vim:
      // It tries whether it may create files, with this name.
      write("\(folder)/4913", "", O_CREAT | O_EXCL)
      remove("\(folder)/4913")
      write("\(folder)/.\(name).swp", "swap")
      move(file, file + "~")
      write(file, text, O_CREAT | O_EXCL)
      remove(file + "~")
      remove("\(folder)/.\(name).swp")
    case .vimWithBackup:
      write(file + "~", try String(contentsOfFile: file, encoding: .utf8))
      write(file, text)
    case .emacs:
      // A link to nothing, with a name for the other users.
      #expect(symlink("ada@desk.4711:1790000000", "\(folder)/.#\(name)") == 0)
      write("\(folder)/#\(name)#", text)
      move(file, file + "~")
      write(file, text)
      remove("\(folder)/#\(name)#")
      remove("\(folder)/.#\(name)")
    case .gedit:
      write("\(folder)/.goutputstream-7X2K9Z", text)
      move("\(folder)/.goutputstream-7X2K9Z", file)
    case .helix:
      move(file, file + ".bck")
      write(file, text)
      remove(file + ".bck")
    case .libreOffice:
      write("\(folder)/.~lock.\(name)#", ",ada,desk,29.11.2026 09:26,file:///;")
      write("\(folder)/lu4711abc.tmp", text)
      write(file, text)
      remove("\(folder)/lu4711abc.tmp")
      remove("\(folder)/.~lock.\(name)#")
    case .dropbox:
      write("\(folder)/.\(name).dropbox-4711.tmp", text)
      move("\(folder)/.\(name).dropbox-4711.tmp", file)
      // The file was saved on another machine, a while ago.
      var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
      #expect(utimes(file, &times) == 0)
    case .rsync:
      write("\(folder)/.\(name).aB3xYz", String(text.prefix(7)))
      write("\(folder)/.\(name).aB3xYz", String(text.dropFirst(7)), O_APPEND)
      move("\(folder)/.\(name).aB3xYz", file)
    case .inPieces:
      write(file, "")
      try await pause()
      for start in stride(from: 0, to: text.count, by: 16) {
        write(file, String(text.dropFirst(start).prefix(16)), O_APPEND)
        try await pause()
      }
    }
  }
}

/// A catalog that is watched while its files are saved as other programs do it.
struct SavingTests {
  private static func rows(_ number: Int) -> String {
    "name,note\nLemon,edition\(number)\n\"Fig, dried\",edition\(number)\n"
  }

  /// A catalog, and one that consists of data files alone, in which other names could be those of data.
  private static let configurations = [
    "datasets: { fruits: { file: fruits.csv, key: name, page: fruit } }\n", nil,
  ]

  @Test(.timeLimit(.minutes(2)), arguments: configurations, Saving.allCases)
  func aSavedFileIsShown(configuration: String?, saving: Saving) async throws {
    let folder = try CatalogFolder(["fruits.csv": Self.rows(1), "growers.csv": "name\nAda\n"])
    if let configuration {
      try folder.write("catalog.yml", configuration)
      try folder.write("templates/fruit.md", "It costs {{note}}.\n")
    }
    let live = LiveCatalog(at: folder.path)
    let (updates, feed) = AsyncStream.makeStream(of: LiveCatalog.Update.self)
    let watching = Task { await live.watch { _, update in feed.yield(update) } }
    var news = updates.makeAsyncIterator()

    func isShown(_ number: Int) async -> Bool {
      guard await live.problems.isEmpty, case .bytes(let page) = await live.answer("fruits/lemon.html").body else {
        return false
      }
      return String(decoding: page, as: UTF8.self).contains("edition\(number)")
    }
    func settle(_ number: Int) async {
      while !(await isShown(number)) { _ = await news.next() }
    }
    _ = await news.next()
    for number in [22, 33] {
      try await saving.save("fruits.csv", in: folder.path, Self.rows(number)) {
        // What was saved so far may be a mistake, or a part of the rows.
        _ = await news.next()
      }
      await settle(number)
    }
    // Whatever may have been noticed late has been when another change is.
    try folder.write("fruits.csv", Self.rows(44))
    await settle(44)
    watching.cancel()
    await watching.value
    #expect(await isShown(44))
    #expect(await live.problems == [])
  }
}
