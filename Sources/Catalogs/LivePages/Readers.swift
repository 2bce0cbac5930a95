/// The browsers that have pages open: which ones, and what each has yet to hear.
///
/// Of an open page, its address and the version that it has to look for are all that is kept. A notice that is not
/// taken yet absorbs later ones, so that a slow browser costs no more than a fast one.
struct Readers {
  /// A browser, with one stream of events for all of its tabs.
  final class Reader {
    /// The number of the stream. A browser that connects again gets another one.
    let stream: Int
    /// The open pages, by the addresses that the browser knows them by.
    fileprivate(set) var pages: [String: OpenPage] = [:]
    /// The pages that have to be looked at, with the version for which they were noticed.
    fileprivate var dirty: [String: String] = [:]
    fileprivate var files: (paths: Set<String>, version: String) = ([], "")
    fileprivate var state: LiveState?
    /// Resumed when there is something to hear.
    fileprivate var waiting: CheckedContinuation<Void, Never>?

    fileprivate init(stream: Int, state: LiveState) { (self.stream, self.state) = (stream, state) }

    fileprivate var hasNews: Bool { !dirty.isEmpty || !files.paths.isEmpty || state != nil }

    fileprivate func wake() {
      waiting?.resume()
      waiting = nil
    }
  }

  struct OpenPage {
    let file: String
    /// The version that the browser has to show at least.
    fileprivate(set) var version: LiveVersion
  }

  private var readers: [String: Reader] = [:]
  /// The addresses by which browsers have a page open, by the names of the browsers and the page's file.
  private var openPages: [String: [String: Set<String>]] = [:]
  /// The files that pages show and that have changed, with the versions since which they are as they are.
  private var changedFiles: [String: LiveVersion] = [:]
  private var lastStream = 0

  /// What stands over every page.
  var state = LiveState() {
    didSet {
      guard state != oldValue else { return }
      for reader in readers.values {
        reader.state = state
        reader.wake()
      }
    }
  }

  var count: Int { readers.count }

  /// Returns the browser with a name, as long as it has a stream.
  subscript(name: String) -> Reader? { readers[name] }

  // MARK: - Streams

  /// Begins the stream of a browser. An earlier one of the same name ends.
  mutating func connect(_ name: String) -> Int {
    disconnect(name, stream: readers[name]?.stream)
    lastStream += 1
    readers[name] = Reader(stream: lastStream, state: state)
    return lastStream
  }

  /// Ends a stream, unless the browser has another one by now.
  mutating func disconnect(_ name: String, stream: Int?) {
    guard let reader = readers[name], reader.stream == stream else { return }
    closePages(of: reader, named: name)
    readers[name] = nil
    reader.wake()
  }

  /// Replaces the pages that a browser has open, and tells it of those that are old, and of the files that have changed
  /// since then.
  ///
  /// A page that was open before is old if it has changed since what it shows. Of one that comes, it is not known when
  /// it has changed, so it is old unless it shows the present state.
  ///
  /// - Parameters:
  ///   - pages: The files of the pages, and the versions that they show, by the addresses that the browser knows them
  ///     by.
  ///   - name: The browser.
  mutating func setPages(
    _ pages: [String: (file: String, shown: LiveVersion?)], of name: String, at version: LiveVersion
  ) {
    guard let reader = readers[name] else { return }
    let known = reader.pages
    closePages(of: reader, named: name)
    for (address, page) in pages {
      let wanted = known[address]?.version ?? version
      reader.pages[address] = OpenPage(file: page.file, version: wanted)
      openPages[page.file, default: [:]][name, default: []].insert(address)
      if page.shown?.includes(wanted) != true { reader.dirty[address] = version.text }
    }
    reader.dirty = reader.dirty.filter { pages[$0.key] != nil }
    let missed = changedFiles.filter { file in pages.values.contains { $0.shown?.includes(file.value) != true } }
    if !missed.isEmpty { reader.files = (reader.files.paths.union(missed.keys), version.text) }
    if reader.hasNews { reader.wake() }
  }

  private mutating func closePages(of reader: Reader, named name: String) {
    for page in reader.pages.values {
      openPages[page.file]?[name] = nil
      if openPages[page.file]?.isEmpty == true { openPages[page.file] = nil }
    }
    reader.pages = [:]
  }

  // MARK: - Notices

  func hasOpen(_ file: String) -> Bool { openPages[file] != nil }

  var openFiles: some Collection<String> { openPages.keys }

  /// Tells the browsers that have some pages open.
  ///
  /// - Parameter version: The version of what they show now.
  /// - Returns: The number of open pages.
  func notify(_ files: Set<String>, of version: LiveVersion) -> Int {
    // The smaller of the two sets is visited.
    let open =
      files.count < openPages.count
      ? files.filter { openPages[$0] != nil } : Set(openPages.keys.filter(files.contains))
    return open.reduce(0) { $0 + notify($1, of: version) }
  }

  /// Tells the browsers that every open page may have changed.
  func notifyAll(of version: LiveVersion) -> Int { openPages.keys.reduce(0) { $0 + notify($1, of: version) } }

  private func notify(_ file: String, of version: LiveVersion) -> Int {
    var count = 0
    for (name, addresses) in openPages[file] ?? [:] {
      guard let reader = readers[name] else { continue }
      for address in addresses {
        reader.dirty[address] = version.text
        reader.pages[address]?.version = version
      }
      count += addresses.count
      reader.wake()
    }
    return count
  }

  /// Tells all browsers that files which pages show have changed.
  mutating func notify(files: [String], of version: LiveVersion) {
    for file in files { changedFiles[file] = version }
    for reader in readers.values {
      reader.files = (reader.files.paths.union(files), version.text)
      reader.wake()
    }
  }

  // MARK: - Events

  /// An event, as the browser receives it.
  struct Event: Encodable {
    fileprivate(set) var pages: [String: String]?
    fileprivate(set) var files: [String]?
    fileprivate(set) var version: String?
    fileprivate(set) var state: LiveState?
  }

  /// Returns everything that a browser has yet to hear; `nil` if that is nothing.
  func takeNews(of reader: Reader) -> Event? {
    guard reader.hasNews else { return nil }
    var event = Event()
    if !reader.dirty.isEmpty { event.pages = reader.dirty }
    if !reader.files.paths.isEmpty {
      (event.files, event.version) = (reader.files.paths.sorted(), reader.files.version)
    }
    event.state = reader.state
    (reader.dirty, reader.files, reader.state) = ([:], ([], ""), nil)
    return event
  }

  /// Calls a continuation when there is something that a browser has yet to hear, or its stream has ended.
  func wait(_ continuation: CheckedContinuation<Void, Never>, for name: String, stream: Int) {
    guard let reader = readers[name], reader.stream == stream, !reader.hasNews else { return continuation.resume() }
    reader.wake()
    reader.waiting = continuation
  }

  func wake(_ name: String, stream: Int) { if let reader = readers[name], reader.stream == stream { reader.wake() } }
}
