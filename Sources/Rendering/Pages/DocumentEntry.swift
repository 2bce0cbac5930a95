import Cells
package import Fingerprints

/// An object of a document: what there is to know of it beside its page. It has to be asked before the next change of the document's
/// sources.
package struct DocumentEntry<Object: Sendable> {
  private let document: Document<Object>
  private let plan: DocumentPlan
  private let index: Int

  init(_ index: Int, in plan: DocumentPlan, of document: Document<Object>) {
    self.document = document
    self.plan = plan
    self.index = index
  }

  /// The identity.
  package var id: ObjectID { plan.objects[index].id }
  /// What people call it.
  package var title: String { plan.objects[index].title }
  /// The title of the first section that shows it; nothing if none does.
  package var section: String? { plan.sections[index].flatMap { plan.listings[0].sections[Int($0)].title } }
  /// The fingerprint of what its cells may show; nothing where it does not know.
  package var content: Fingerprint? { plan.objects[index].content }
  /// The fingerprint of its title and its address.
  package var link: Fingerprint { plan.links[index] }
  /// The address of its page; nothing where objects have no pages.
  package var path: PagePath? { document.hasObjectPages ? plan.addresses[index] : nil }
  /// The object.
  package var object: Object { document.objects[index] }
}

extension Document {
  /// The objects, in the order of their pages.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  package var entries: some RandomAccessCollection<DocumentEntry<Object>> {
    let plan = plan
    return plan.objects.indices.lazy.map { DocumentEntry($0, in: plan, of: self) }
  }
}
