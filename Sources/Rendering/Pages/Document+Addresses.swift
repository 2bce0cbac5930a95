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

  /// The address of an object's page if another history were known.
  package func addresses(after history: AddressHistory) -> [ObjectID: PagePath] {
    guard hasObjectPages else { return [:] }
    let plan = plan
    let book = AddressBook(plan.objects, history)
    return Dictionary(
      plan.objects.indices.lazy.map { (plan.objects[$0].id, book[$0]) }, uniquingKeysWith: { first, _ in first })
  }
}
