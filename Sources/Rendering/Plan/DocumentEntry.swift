import Cells
package import Fingerprints
import OrderedTrees

/// An object of a document: what there is to know of it beside its page. It has to be asked before the next change of the document's
/// sources.
package struct DocumentEntry<Object: Sendable> {
  private let document: Document<Object>
  /// The number of the object, which it keeps as long as it is there.
  package let number: Int32

  init(_ number: Int32, of document: Document<Object>) {
    self.document = document
    self.number = number
  }

  private var plan: DocumentPlan { _read { yield document.plan } }

  /// The identity.
  package var id: ObjectID { document.documentObject(object).objectID }
  /// What people call it.
  package var title: String { plan.objects[number].title }
  /// The title of the first section that shows it; nil if none does.
  package var section: String? { plan.sectionTitle(of: number) }
  /// The fingerprint of what its cells may show; nil where it does not know.
  package var content: Fingerprint? { plan.objects[number].content }
  /// The fingerprint of its title and its address.
  package var link: Fingerprint {
    var parts = Fingerprinter()
    return plan.objects.link(to: number, &parts)
  }
  /// The address of its page; nil where objects have no pages.
  package var path: PagePath? { document.hasObjectPages ? plan.objects.path(ofPage: number) : nil }
  /// The object.
  package var object: Object { document.object(number) }
}

extension DocumentPlan {
  /// The title of the first section of its collection's main listing that shows an object; nil if none does.
  func sectionTitle(of object: Int32) -> String? {
    guard let section = objects[object].section else { return nil }
    let main = mainListing(of: object)
    guard listings[main].tree != nil else { return title(ofSection: PlannedListing.handle(section), in: main) }
    return listings[main][section].name.map(SectionName.wholeTitle)
  }
}

extension Document {
  /// An object of the present state.
  fileprivate func object(_ number: Int32) -> Object { snapshot.read { object(number, in: $0) } }

  /// An object by its number.
  package func entry(_ number: Int32) -> DocumentEntry<Object> { DocumentEntry(number, of: self) }

  /// The objects, in the order of their pages.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  package var entries: some RandomAccessCollection<DocumentEntry<Object>> {
    plan.objects.numbers.lazy.map { DocumentEntry($0, of: self) }
  }
}
