/// What stands at the addresses that pages of a document had once: pages that lead to another one, or say that there is none any more.
struct FormerAddresses: Sendable {
  /// A page that says that an object has gone.
  struct GonePage: Sendable {
    let path: PagePath
    /// What the object was called: its key.
    let title: String
    let reason: String
    /// The section of a collection's main listing in whose folder it stands.
    let section: DocumentPlan.MainSection?
  }

  /// Former addresses, and the pages that they lead to.
  private(set) var redirects: [(from: PagePath, to: DocumentPlan.Entry)] = []
  /// The places of the pages among the ``redirects``, or, as complements, among those that have ``gone``.
  private var places: [PagePath: Int] = [:]
  private(set) var gone: [GonePage] = []
  /// What is not, or not wholly, followed, by the index of the entry.
  private(set) var problems: [(entry: Int, problem: AddressHistory.Problem)] = []

  /// Whether there are none.
  var isEmpty: Bool { places.isEmpty }
  /// The addresses.
  var paths: some Sequence<PagePath> { places.keys }

  /// The page that an address leads to.
  func redirect(from path: PagePath) -> DocumentPlan.Entry? {
    places[path].flatMap { $0 >= 0 ? redirects[$0].to : nil }
  }

  /// The page that says that an object has gone.
  func gonePage(at path: PagePath) -> GonePage? { places[path].flatMap { $0 < 0 ? gone[~$0] : nil } }

  /// There are no former addresses.
  init() {}

  /// Finds out what stands at former addresses.
  ///
  /// - Parameters:
  ///   - history: What was decided.
  ///   - former: The identities that objects had before, and the objects that have them now.
  ///   - plan: What else the document consists of.
  ///   - section: Returns the section of a collection's main listing whose pages are in some folders.
  /// - Complexity: O(*f*) in the number of entries and former identities.
  init(
    _ history: AddressHistory, former: [(id: DocumentPlan.FormerID, object: Int32)], of plan: DocumentPlan,
    sectionFolders section: ([String]) -> DocumentPlan.MainSection?
  ) {
    guard !history.entries.isEmpty || !former.isEmpty else { return }
    let aliases = former.compactMap { former in
      plan.objects.addresses.formerAddress(of: former.id.id, former.id.address)
        .map { (from: $0, object: former.object) }
    }
    var wanted = Set(aliases.lazy.map(\.from))
    for entry in history.entries {
      wanted.insert(entry.path)
      if case .moved(let destination) = entry.state { wanted.insert(destination) }
    }
    var live: [PagePath: DocumentPlan.Entry] = [:]
    for path in wanted { live[path] = plan.entry(at: path) }
    let present = Dictionary(former.map { ($0.id.id, $0.object) }, uniquingKeysWith: { first, _ in first })
    var decisions = Decisions(live: live)
    for (number, entry) in history.entries.enumerated() {
      let object = plan.hasObjectPages ? entry.object.flatMap { plan.objects.number(of: $0) ?? present[$0] } : nil
      if let problem = decisions.add(entry, number, object: object) { problems.append((number, problem)) }
    }
    add(decisions, history, section)
    var taken = Set(live.keys).union(decisions.outcomes.keys)
    for alias in aliases where taken.insert(alias.from).inserted {
      redirects.append((alias.from, .object(alias.object)))
    }
    for (place, redirect) in redirects.enumerated() { places[redirect.from] = place }
    for (place, page) in gone.enumerated() { places[page.path] = ~place }
  }

  /// Adds the pages for what was decided.
  private mutating func add(
    _ decisions: Decisions, _ history: AddressHistory, _ section: ([String]) -> DocumentPlan.MainSection?
  ) {
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
          path: entry.path, title: entry.object?.key ?? entry.path.ownName, reason: reason,
          section: section(entry.path.outerFolders)))
    }
    for number in decisions.entries {
      let path = history.entries[number].path
      switch destinations[path] {
      case .page(let page)?: redirects.append((path, page))
      case .gone(let other)?: if numbers[other] != nil { redirects.append((path, .gone(other))) }
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
  mutating func add(_ entry: AddressHistory.Entry, _ number: Int, object: Int32?) -> AddressHistory.Problem? {
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
