/// What stands at the addresses that pages of a document had once: pages that lead to another one, or say that there is none any more.
struct FormerAddresses {
  /// A page that says that an object has gone.
  struct GonePage {
    let path: PagePath
    /// What the object was called: its key.
    let title: String
    let reason: String
    /// The section of the main listing in whose folder it stands.
    let section: Int?
  }

  /// Former addresses, and the pages that they lead to.
  private(set) var redirects: [(from: PagePath, to: DocumentPlan.Entry)] = []
  private(set) var gone: [GonePage] = []
  /// What is not, or not wholly, followed, by the index of the entry.
  private(set) var problems: [(entry: Int, problem: AddressHistory.Problem)] = []

  /// Finds out what stands at former addresses.
  ///
  /// - Parameters:
  ///   - history: What was decided.
  ///   - former: The identities that objects had before, and the index of the object that has it now.
  ///   - addresses: Those of the objects.
  ///   - pages: The pages that the document has beside those at former addresses.
  ///   - path: Where a page is.
  ///   - index: The index of an object by its identity; nil for an object without a page.
  ///   - sections: The sections of the main listing.
  /// - Complexity: O(*n*) in the number of pages, entries and former identities; nothing where there are none of the latter.
  init(
    _ history: AddressHistory, former: [(id: ObjectID, object: Int)], addresses: URLTable,
    among pages: [DocumentPlan.Entry], at path: (DocumentPlan.Entry) -> PagePath, index: (ObjectID) -> Int?,
    sections: [ListingPlan.Section]
  ) {
    guard !history.entries.isEmpty || !former.isEmpty else { return }
    let aliases = former.compactMap { former in
      addresses.formerAddress(of: former.id).map { (from: $0, object: former.object) }
    }
    var wanted = Set(aliases.lazy.map(\.from))
    for entry in history.entries {
      wanted.insert(entry.path)
      if case .moved(let destination) = entry.state { wanted.insert(destination) }
    }
    var live: [PagePath: DocumentPlan.Entry] = [:]
    for page in pages {
      let path = path(page)
      if wanted.contains(path), live[path] == nil { live[path] = page }
    }
    let present = Dictionary(former.map { ($0.id, $0.object) }, uniquingKeysWith: { first, _ in first })
    var decisions = Decisions(live: live)
    for (number, entry) in history.entries.enumerated() {
      let object = entry.object.flatMap { index($0) ?? present[$0] }
      if let problem = decisions.add(entry, number, object: object) { problems.append((number, problem)) }
    }
    add(decisions, history, sections)
    var taken = Set(live.keys).union(decisions.outcomes.keys)
    for alias in aliases where taken.insert(alias.from).inserted {
      redirects.append((alias.from, .object(alias.object)))
    }
  }

  /// Adds the pages for what was decided.
  private mutating func add(_ decisions: Decisions, _ history: AddressHistory, _ sections: [ListingPlan.Section]) {
    let folders = Dictionary(
      sections.enumerated().map { ($1.path.folders, $0) }, uniquingKeysWith: { first, _ in first })
    let destinations = decisions.destinations(of: decisions.entries.map { history.entries[$0].path })
    var numbers: [PagePath: Int] = [:]
    for number in decisions.entries {
      let entry = history.entries[number]
      guard destinations[entry.path] == nil else { continue }
      if case .moved = entry.state { problems.append((number, .noDestination)) }
      let reason = if case .gone(let reason) = entry.state { reason } else { "" }
      numbers[entry.path] = gone.count
      gone.append(
        GonePage(
          path: entry.path, title: entry.object?.key ?? entry.path.name, reason: reason,
          section: folders[entry.path.folders]))
    }
    for number in decisions.entries {
      let path = history.entries[number].path
      switch destinations[path] {
      case .page(let page)?: redirects.append((path, page))
      case .gone(let other)?: if let number = numbers[other] { redirects.append((path, .gone(number))) }
      case nil: break
      }
    }
    problems.sort { $0.entry < $1.entry }
  }
}

/// What each entry of a history comes to.
private struct Decisions {
  enum Outcome {
    case leads(to: DocumentPlan.Entry)
    case moves(to: PagePath)
    case isGone
  }

  enum Destination {
    case page(DocumentPlan.Entry)
    case gone(PagePath)
  }

  /// The pages that the document has anyway, as far as they are asked for.
  let live: [PagePath: DocumentPlan.Entry]
  private(set) var outcomes: [PagePath: Outcome] = [:]
  /// The entries that have pages, by index.
  private(set) var entries: [Int] = []

  init(live: [PagePath: DocumentPlan.Entry]) { self.live = live }

  /// Decides about an entry.
  ///
  /// - Parameter object: The index of the object that it is about, if that has a page.
  /// - Returns: Why the entry is not followed.
  mutating func add(_ entry: AddressHistory.Entry, _ number: Int, object: Int?) -> AddressHistory.Problem? {
    if let page = live[entry.path] {
      // Where the page of its object stands, an entry has come true.
      if entry.isPinned, let object, page == .object(object) { return nil }
      return .taken
    }
    guard outcomes[entry.path] == nil else { return nil }
    entries.append(number)
    switch (entry.state, object) {
    case (.moved(let destination), _): outcomes[entry.path] = .moves(to: destination)
    case (_, let object?): outcomes[entry.path] = .leads(to: .object(object))
    case (.page, nil):
      outcomes[entry.path] = .isGone
      return .noObject
    case (.gone, nil): outcomes[entry.path] = .isGone
    }
    return nil
  }

  /// Where each address leads in the end. There is none for those that lead nowhere, and those whose page has gone.
  func destinations(of starts: [PagePath]) -> [PagePath: Destination] {
    var found: [PagePath: Destination] = [:]
    for start in starts {
      var way: [PagePath] = []
      var visited: Set<PagePath> = []
      var path = start
      var end: Destination?
      while true {
        if let known = found[path] {
          end = known
        } else if let page = live[path] {
          end = .page(page)
        } else if visited.insert(path).inserted, let outcome = outcomes[path] {
          way.append(path)
          switch outcome {
          case .leads(let page): end = .page(page)
          case .isGone: break
          case .moves(let next):
            path = next
            continue
          }
        }
        break
      }
      fill(&found, way, end)
    }
    return found
  }

  /// Notes the end of a way for all addresses on it. A way without an end is one to a page that has gone: the last address that says so.
  private func fill(_ found: inout [PagePath: Destination], _ way: [PagePath], _ end: Destination?) {
    if let end {
      for path in way {
        // Of addresses that lead to each other in a ring, one has no other end than itself.
        if case .gone(path) = end { continue }
        found[path] = end
      }
    } else if let last = way.last {
      for path in way.dropLast() { found[path] = .gone(last) }
    }
  }
}
