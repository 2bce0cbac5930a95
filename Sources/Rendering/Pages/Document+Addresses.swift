/// An address that a document gives.
package struct GivenAddress: Hashable, Sendable {
  /// The address.
  package var path: PagePath
  /// The object whose page stands there, or that it leads to.
  package var object: ObjectID
  /// Whether what stands there leads to the object's page, and is not that page.
  package var isRedirect: Bool

  package init(_ path: PagePath, of object: ObjectID, isRedirect: Bool = false) {
    (self.path, self.object, self.isRedirect) = (path, object, isRedirect)
  }
}

extension Document {
  /// The addresses of the objects' pages, and those that lead to them.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  package func forEachAddress(_ body: (GivenAddress) -> Void) {
    guard hasObjectPages else { return }
    let plan = plan
    for index in plan.objects.indices { body(GivenAddress(plan.addresses[index], of: plan.objects[index].id)) }
    for redirect in plan.former.redirects {
      guard case .object(let index) = redirect.to else { continue }
      body(GivenAddress(redirect.from, of: plan.objects[index].id, isRedirect: true))
    }
  }

  /// What is not, or not wholly, followed of the ``history``, by the index of the entry.
  package var addressProblems: [(entry: Int, problem: AddressHistory.Problem)] { plan.former.problems }

  /// What would stand where if another history were known.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects and of the listings' cells.
  package func addresses(after history: AddressHistory) -> ReplannedAddresses {
    ReplannedAddresses(replanned(with: history), objects: hasObjectPages ? objects : [], formerKeys: formerKeys)
  }
}

/// What would stand where if another history were known.
package struct ReplannedAddresses {
  /// The addresses of the objects' pages.
  package let pages: [ObjectID: PagePath]
  /// Former addresses that lead to an object's page, and that page.
  package let redirects: [PagePath: PagePath]
  /// For each identity that an object had before, the object's page.
  package let successors: [ObjectID: PagePath]
  /// The addresses of all pages.
  package let answered: Set<PagePath>

  fileprivate init<Object: DocumentObject>(
    _ plan: DocumentPlan, objects: [Object], formerKeys: ((Object) -> [String])?
  ) {
    func pairs<Key: Hashable>(_ pairs: some Sequence<(Key, PagePath)>) -> [Key: PagePath] {
      Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    pages = pairs(objects.indices.lazy.map { (plan.objects[$0].id, plan.addresses[$0]) })
    redirects = pairs(
      plan.former.redirects.lazy.compactMap { redirect in
        if case .object(let index) = redirect.to { (redirect.from, plan.addresses[index]) } else { nil }
      })
    successors = pairs(
      objects.indices.lazy.flatMap { index in
        (formerKeys?(objects[index]) ?? []).map {
          (ObjectID(collection: plan.objects[index].id.collection, key: $0), plan.addresses[index])
        }
      })
    answered = Set(plan.pages.lazy.map(plan.path))
  }
}
