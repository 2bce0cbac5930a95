import Fingerprints

/// The pages at the former addresses of a document's pages: redirects to other pages, and pages that say that an object
/// was removed, or that offer several objects.
///
/// A former address comes from the history of decided addresses, or from a former identity of an object. It gets a page
/// only where the document has no other one. If several objects had the same identity, the page offers all of them; if
/// another page is there, it leads to them. Addresses that lead to each other are followed to the end, so that every
/// redirect leads directly to a page:
///
///     history and former identities         pages
///     a, moved to b ─┐
///     b, moved to c ─┴▶ c is a page         a ─▶ c, b ─▶ c
///     d, moved to e ──▶ e was removed       d ─▶ e, e says so
///     f, moved to g ──▶ no page             f says that it was removed
struct FormerAddresses: Sendable {
  /// The objects that an address may mean, as it follows from their former identities, besides the page that is there.
  struct Choice: Equatable, Sendable {
    let page: PageReference
    /// The key in the identities.
    let name: String
    /// The objects, in order. There are several, unless another page has the address.
    var objects: [ObjectNumber]
  }

  /// A page that says that an object was removed, or that offers several objects.
  struct GonePage: Equatable, Sendable {
    let path: PagePath
    /// The key of the object, or the name in the address if the object is not known.
    let title: String
    let reason: String
    /// The section of a collection's main listing in whose folder the page is.
    let section: SectionReference?
  }

  private enum Place: Sendable {
    case redirect(Int32)
    case gone(Int32)
  }

  /// The former addresses that lead to another page, with these pages.
  private(set) var redirects: [(from: PagePath, to: PageReference)] = []
  /// Where the pages are in ``redirects`` or in ``gone``.
  private var places: [PagePath: Place] = [:]
  private(set) var gone: [GonePage] = []
  /// The objects that addresses may mean.
  private(set) var choices: [PagePath: Choice] = [:]
  /// The pages that offer each object.
  private var offers: [PageReference: [PageReference]] = [:]
  /// The former addresses that lead to each page.
  private var sources: [PageReference: [PagePath]] = [:]
  /// The pages in the folder of each section that say that an object was removed.
  private var goneInSections: [SectionReference: [PagePath]] = [:]
  /// The addresses on which the former addresses depend: whether there are pages, and which.
  private var namedPaths: Set<PagePath> = []
  /// The identities of the objects on which they depend.
  private var namedObjects: Set<Fingerprint> = []
  /// The folders of the pages that say that an object was removed.
  private var namedFolders: Set<[String]> = []
  /// The entries of the history that are not followed, or only in part, by index.
  private(set) var problems: [(entry: Int, problem: AddressHistory.Problem)] = []

  /// Whether no page is at a former address, or depends on one.
  var isEmpty: Bool { places.isEmpty && choices.isEmpty }
  /// The former addresses with pages.
  var paths: some Sequence<PagePath> { places.keys }

  /// Returns the page that an address leads to, or nil if it is not a redirect.
  func redirect(from path: PagePath) -> PageReference? {
    if case .redirect(let index)? = places[path] { redirects[Int(index)].to } else { nil }
  }

  /// Returns the page at an address that says that an object was removed, or nil if there is none.
  func gonePage(at path: PagePath) -> GonePage? {
    if case .gone(let index)? = places[path] { gone[Int(index)] } else { nil }
  }

  /// Returns whether the former addresses depend on the page at an address.
  func names(_ path: PagePath) -> Bool { namedPaths.contains(path) }
  /// Returns whether the former addresses depend on which object has an identity.
  func names(_ identity: Fingerprint) -> Bool { namedObjects.contains(identity) }
  /// Returns whether the former addresses depend on which section has its pages in a folder.
  func names(_ folders: [String]) -> Bool { namedFolders.contains(folders) }

  /// Returns the pages at former addresses that show the title or the address of a page: those that lead there and, if
  /// it is a page of a section, those in the section's folder, whose breadcrumbs do.
  func pages(showing page: PageReference) -> [PageReference] {
    let redirects = sources[page, default: []].map(PageReference.redirect) + offers[page, default: []]
    switch page {
    case .section(let section), .part(let section, _):
      return redirects + goneInSections[section, default: []].map(PageReference.gone)
    default: return redirects
    }
  }

  /// Returns the pages at former addresses that are new, or lead elsewhere than in an earlier state; and other pages
  /// that lead to objects which had their addresses, or did so then.
  func pages(changedSince other: FormerAddresses) -> [PageReference] {
    redirects.filter { other.redirect(from: $0.from) != $0.to }.map { .redirect($0.from) }
      + gone.filter { other.gonePage(at: $0.path) != $0 }.map { .gone($0.path) }
      + choices.filter { other.choices[$0.key] != $0.value }.map(\.value.page)
      + other.choices.filter { choices[$0.key]?.page != $0.value.page }.map(\.value.page)
  }

  init() {}

  /// Determines the pages at former addresses.
  ///
  /// - Parameters:
  ///   - former: The former identities of objects, and these objects, in order.
  ///   - section: Returns the section of a collection's main listing whose pages are in the given folders, or nil if
  ///     there is none.
  /// - Complexity: O(*f*) in the number of entries and former identities.
  init(
    _ history: AddressHistory, former: [(id: DocumentPlan.FormerID, object: ObjectNumber)], of plan: DocumentPlan,
    sectionFolders section: ([String]) -> SectionReference?
  ) {
    guard !history.entries.isEmpty || !former.isEmpty else { return }
    let aliases = former.compactMap { former in
      plan.objects.addresses.formerAddress(of: former.id.id, former.id.address)
        .map { (from: $0, name: former.id.id.key, object: former.object) }
    }
    var wanted = Set(aliases.lazy.map(\.from))
    for entry in history.entries {
      wanted.insert(entry.path)
      if case .moved(let destination) = entry.state { wanted.insert(destination) }
    }
    namedPaths = wanted
    namedObjects = Set(history.entries.lazy.compactMap { $0.object?.fingerprint })
    var live: [PagePath: PageReference] = [:]
    for path in wanted { live[path] = plan.presentPage(at: path) }
    let present = Dictionary(former.map { ($0.id.id, $0.object) }, uniquingKeysWith: { first, _ in first })
    var decisions = Decisions(live: live)
    for (number, entry) in history.entries.enumerated() {
      let object = plan.hasObjectPages ? entry.object.flatMap { plan.objects.number(of: $0) ?? present[$0] } : nil
      if let problem = decisions.add(entry, number, object: object) { problems.append((number, problem)) }
    }
    add(decisions, history, section)
    add(aliases.filter { decisions.outcomes[$0.from] == nil }, live, section)
    for (index, redirect) in redirects.enumerated() {
      places[redirect.from] = .redirect(Int32(index))
      sources[redirect.to, default: []].append(redirect.from)
    }
    for (index, page) in gone.enumerated() {
      places[page.path] = .gone(Int32(index))
      namedFolders.insert(page.path.outerFolders)
      if let section = page.section { goneInSections[section, default: []].append(page.path) }
    }
  }

  /// Adds the pages at the addresses that follow from former identities.
  private mutating func add(
    _ aliases: [(from: PagePath, name: String, object: ObjectNumber)], _ live: [PagePath: PageReference],
    _ section: ([String]) -> SectionReference?
  ) {
    var paths: [PagePath] = []
    for alias in aliases {
      let page = live[alias.from] ?? .gone(alias.from)
      guard page != .object(alias.object) else { continue }
      if choices[alias.from] == nil { paths.append(alias.from) }
      var choice = choices[alias.from] ?? Choice(page: page, name: alias.name, objects: [])
      if !choice.objects.contains(alias.object) { choice.objects.append(alias.object) }
      choices[alias.from] = choice
    }
    for path in paths {
      guard let choice = choices[path], choice.page == .gone(path) else { continue }
      if choice.objects.count == 1 {
        redirects.append((path, .object(choice.objects[0])))
        choices[path] = nil
      } else {
        gone.append(GonePage(path: path, title: choice.name, reason: "", section: section(path.outerFolders)))
      }
    }
    for choice in choices.values {
      for object in choice.objects { offers[.object(object), default: []].append(choice.page) }
    }
  }

  private mutating func add(
    _ decisions: Decisions, _ history: AddressHistory, _ section: ([String]) -> SectionReference?
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

/// The outcomes of the entries of a history.
private struct Decisions {
  enum Outcome {
    case leads(to: PageReference)
    case moves(to: PagePath)
    case isGone
  }

  enum Destination {
    case page(PageReference)
    case gone(PagePath)
  }

  /// The current pages of the document at the addresses that entries and former identities name.
  let live: [PagePath: PageReference]
  private(set) var outcomes: [PagePath: Outcome] = [:]
  /// The indices of the entries that get pages: redirects, or pages that say that an object was removed.
  private(set) var entries: [Int] = []

  /// Determines the outcome of an entry.
  ///
  /// - Parameter object: The number of the entry's object, or nil if it has no page.
  /// - Returns: The reason why the entry is not followed, or only in part; nil if it is followed.
  mutating func add(_ entry: AddressHistory.Entry, _ number: Int, object: ObjectNumber?) -> AddressHistory.Problem? {
    if let page = live[entry.path] {
      // The entry is fulfilled if the page is that of its object.
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

  /// Returns for each address the page that it leads to in the end. An address has no destination if it leads nowhere,
  /// or if the page at the address itself says that an object was removed.
  ///
  /// Each address is followed until it reaches a page, or an address whose destination is known. The destination is
  /// then stored for all addresses on the way, so that no chain is followed twice.
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

  /// Stores the end of a chain of addresses for each of them. If the chain has no end, its last address gets the page
  /// that says that an object was removed, and the others lead there.
  private func fill(_ found: inout [PagePath: Destination], _ way: [PagePath], _ end: Destination?) {
    if let end {
      for path in way {
        // In a cycle of addresses, one is its own end. It gets no destination.
        if case .gone(path) = end { continue }
        found[path] = end
      }
    } else if let last = way.last {
      for path in way.dropLast() { found[path] = .gone(last) }
    }
  }
}
