import DataSources
package import Fingerprints
import OrderedTrees

/// An address of an object's page, or of a redirect to one.
package struct AssignedAddress: Hashable, Sendable {
  /// The address.
  package var path: PagePath
  /// The object whose page is at the address, or to whose page the address redirects.
  package var object: ObjectID
  /// Whether a redirect to the object's page is at the address, instead of that page.
  package var isRedirect: Bool

  package init(_ path: PagePath, of object: ObjectID, isRedirect: Bool = false) {
    self.path = path
    self.object = object
    self.isRedirect = isRedirect
  }
}

extension Document {
  /// Calls `body` with the addresses of the objects' pages, in order, and then with the addresses that redirect to
  /// them.
  ///
  /// - Complexity: O(*n* + *r* log *n*), *n* being the number of objects and *r* the number of redirects.
  package func forEachAddress(_ body: (AssignedAddress) -> Void) {
    guard hasObjectPages else { return }
    for (id, number) in zip(ids, snapshot.read { $0.objects.numbers }) {
      body(AssignedAddress(snapshot.read { $0.objects.path(ofPage: number) }, of: id))
    }
    for redirect in plan.former.redirects {
      guard case .object(let number) = redirect.to else { continue }
      body(AssignedAddress(redirect.from, of: DocumentEntry(number, of: self).id, isRedirect: true))
    }
  }

  /// The fingerprint of all addresses that ``forEachAddress(_:)`` iterates over.
  ///
  /// - Complexity: O(*n* + *r*), *n* being the number of objects and *r* the number of redirects. No object is read.
  package var assignedAddresses: Fingerprint {
    let snapshot = snapshot
    let pages = snapshot.read { hasObjectPages ? $0.objects.numbers : [] }.concurrentMap(with: Fingerprinter.init) {
      number, parts in
      snapshot.read { plan in
        parts.combine(plan.objects[number].identity)
        parts.combine(plan.objects.path(ofPage: number))
        return parts.finish()
      }
    }
    return snapshot.read { plan in
      var all = Fingerprinter()
      guard plan.hasObjectPages else { return all.finish() }
      all.combine(pages) { $0.combine($1) }
      for redirect in plan.former.redirects {
        guard case .object(let number) = redirect.to else { continue }
        all.combine(redirect.from)
        all.combine(plan.objects[number].identity)
      }
      return all.finish()
    }
  }

  /// Returns an address with the object that it leads to, or `nil` if the page there is neither that of an object nor a
  /// redirect to one.
  package func assignedAddress(at path: PagePath) -> AssignedAddress? {
    snapshot.read { plan in
      func id(_ number: ObjectNumber) -> ObjectID { documentObject(object(number, in: plan)).objectID }
      switch plan.page(at: path) {
      case .object(let number): return AssignedAddress(path, of: id(number))
      case .redirect:
        guard case .object(let number)? = plan.former.redirect(from: path) else { return nil }
        return AssignedAddress(path, of: id(number), isRedirect: true)
      default: return nil
      }
    }
  }

  /// All objects, in the order of their pages.
  package var objects: [Object] {
    let objects = collections.map { $0.articles.objects.items }
    return objects.count == 1 ? objects[0] : Array(objects.joined())
  }

  private var ids: [ObjectID] { objects.map { documentObject($0).objectID } }

  /// The number of pages that were described and objects that were updated since the document was planned from the
  /// beginning. It measures the cost of updates.
  package var planWork: Int { plan.work }

  /// Returns whether the document has an object with an identity.
  package func hasObject(_ id: ObjectID) -> Bool { plan.objects.number(of: id) != nil }

  /// Returns whether there is a page at an address, including redirects and pages of removed objects.
  package func hasPage(at path: PagePath) -> Bool { plan.page(at: path) != nil }

  /// Returns whether there is a page with a name in a folder, including redirects and pages of removed objects.
  package func hasPage(at folders: [String], _ name: String) -> Bool { hasPage(at: PagePath(folders, name)) }

  /// The entries of the ``history`` that could not be applied, or only in part, by their indices.
  package var addressProblems: [(entry: Int, problem: AddressHistory.Problem)] { plan.former.problems }

  /// The objects of a collection with addresses other than expected.
  package struct UnexpectedAddresses {
    /// The collection in the identities of the objects.
    package let collection: String
    /// The number of the objects.
    package let count: Int
    /// The first of the objects.
    package let first: Object
  }

  /// The objects whose addresses follow from their keys because they lack a value that the pattern of the addresses
  /// requires, grouped by collection.
  ///
  /// - Complexity: O(*k* log *n*) for *k* such objects.
  package var incompleteAddresses: [UnexpectedAddresses] {
    plan.objects.addresses.incomplete.flatMap(unexpectedAddresses)
  }

  /// The objects whose addresses end in a digest, grouped by collection. Without it, the address would be that of
  /// another page, or would be reserved.
  ///
  /// - Complexity: O(*k* log *n*) for *k* such objects.
  package var markedAddresses: [UnexpectedAddresses] { unexpectedAddresses(plan.objects.addresses.marked) }

  /// The listings with sections whose titles differ in nothing but case, spaces and signs that are not shown: these
  /// titles with the numbers of their objects, in groups, of which the largest section comes first. It has the address
  /// that all of them would have.
  ///
  /// - Complexity: O(*k* log *k*) for *k* sections that share their addresses with others.
  package var similarSections: [(listing: String, groups: [[(title: String, count: Int)]])] {
    snapshot.read { plan in plan.listings.map { ($0.title, $0.similarSections) }.filter { !$0.1.isEmpty } }
  }

  private func unexpectedAddresses(_ numbers: some Sequence<ObjectNumber>) -> [UnexpectedAddresses] {
    snapshot.read { plan in
      let groups = Dictionary(grouping: numbers) { plan.objects[$0].preference.group }
      return groups.sorted { $0.key < $1.key }.compactMap { _, numbers in
        guard let first = numbers.min(by: plan.objects.precedes) else { return nil }
        let object = object(first, in: plan)
        return UnexpectedAddresses(
          collection: documentObject(object).objectID.collection, count: numbers.count, first: object)
      }
    }
  }

  /// The former keys that several objects had, or that are keys of others now, with these objects, and whether another
  /// page is at their address.
  ///
  /// - Complexity: O(*k* log *k*) for *k* such keys.
  package var ambiguousFormerKeys: [(key: String, objects: [Object], hasOtherPage: Bool)] {
    snapshot.read { plan in
      plan.former.choices.sorted { $0.key.address < $1.key.address }.map { path, choice in
        (choice.name, choice.objects.map { object($0, in: plan) }, choice.page != .gone(path))
      }
    }
  }

  /// The former addresses, each with the address that it redirects to, or `nil` if a page there says that the object
  /// was removed.
  ///
  /// - Complexity: O(*f*) in the number of former addresses.
  package var formerAddresses: [(from: PagePath, to: PagePath?)] {
    snapshot.read { plan in
      plan.former.redirects.map { ($0.from, plan.path(of: $0.to)) }
        + plan.former.gone.filter { plan.former.choices[$0.path] == nil }.map { ($0.path, nil) }
    }
  }

  /// Returns the addresses that the document would have with another history.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects and of the listings' cells.
  package func addresses(after history: AddressHistory) -> ReplannedAddresses {
    ReplannedAddresses(replanned(with: history), ids: hasObjectPages ? ids : [])
  }
}

/// The addresses that a document would have with another history.
package struct ReplannedAddresses {
  /// The addresses of the objects' pages.
  package let pages: [ObjectID: PagePath]
  /// The former addresses that redirect to an object's page, with the address of that page.
  package let redirects: [PagePath: PagePath]
  /// The addresses of the objects' pages, by the former identities of the objects.
  package let successors: [ObjectID: PagePath]
  /// The addresses of all pages, including redirects and pages of removed objects.
  package let answered: Set<PagePath>

  fileprivate init(_ plan: DocumentPlan, ids: [ObjectID]) {
    func pairs<Key: Hashable>(_ pairs: some Sequence<(Key, PagePath)>) -> [Key: PagePath] {
      Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    let numbers = plan.objects.numbers
    pages = pairs(zip(ids, numbers).lazy.map { ($0, plan.objects.path(ofPage: $1)) })
    redirects = pairs(
      plan.former.redirects.lazy.compactMap { redirect in
        if case .object(let object) = redirect.to { (redirect.from, plan.objects.path(ofPage: object)) } else { nil }
      })
    successors = pairs(
      numbers.lazy.flatMap { number in
        (plan.formerIDs[number] ?? []).map { ($0.id, plan.objects.path(ofPage: number)) }
      })
    answered = Set(plan.allPages.lazy.map(plan.path))
  }
}
