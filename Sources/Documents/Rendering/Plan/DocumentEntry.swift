package import Fingerprints
import OrderedTrees

/// An object of a document, with the facts about it that its page and exports show.
///
/// An entry reads the current plan and sources, so that it is valid only until the next change of the document's
/// sources.
package struct DocumentEntry<Object: Sendable> {
  private let document: Document<Object>
  /// The number of the object in the plan. It stays the same as long as the object is in the document and no new plan
  /// is made.
  package let number: ObjectNumber

  init(_ number: ObjectNumber, of document: Document<Object>) {
    self.document = document
    self.number = number
  }

  /// Reads a fact from the plan, which is not copied.
  private func read<Fact>(_ fact: (borrowing DocumentPlan) -> Fact) -> Fact { document.snapshot.read(fact) }

  /// The identity.
  package var id: ObjectID { document.documentObject(object).objectID }
  /// The title.
  package var title: String { read { $0.objects[number].title } }
  /// The title of the first section of the main listing that shows the object, or nil if none does.
  package var section: String? { read { $0.sectionTitle(of: number) } }
  /// The fingerprint of everything that the object's cells may show, or nil if the object has none.
  package var content: Fingerprint? { read { $0.objects[number].content } }
  /// The fingerprint of the object's title and address.
  package var link: Fingerprint {
    var parts = Fingerprinter()
    return read { $0.objects.link(to: number, &parts) }
  }
  /// The address of the object's page, or nil if objects have no pages.
  package var path: PagePath? { document.hasObjectPages ? read { $0.objects.path(ofPage: number) } : nil }
  /// The object.
  package var object: Object { read { document.object(number, in: $0) } }
}

extension DocumentPlan {
  /// Returns the title of the first section of its collection's main listing that shows an object, or nil if there is
  /// none or it has no title. The title of a nested section includes those of the outer sections.
  func sectionTitle(of object: ObjectNumber) -> String? {
    guard let section = objects[object].section else { return nil }
    let main = mainListing(of: object)
    guard listings[main].tree != nil else { return ownTitle(of: SectionReference(listing: main, handle: section)) }
    return listings[main][section].name.map(SectionName.wholeTitle)
  }
}

extension Document {
  /// Returns the entry of an object by its number.
  package func entry(_ number: ObjectNumber) -> DocumentEntry<Object> { DocumentEntry(number, of: self) }

  /// The objects, in the order of their pages.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects: their numbers are collected at each access.
  package var entries: some RandomAccessCollection<DocumentEntry<Object>> {
    snapshot.read { $0.objects.numbers }.lazy.map { DocumentEntry($0, of: self) }
  }
}
