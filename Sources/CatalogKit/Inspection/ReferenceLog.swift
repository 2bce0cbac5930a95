import DocumentModel
import Rendering
import Synchronization

/// The relative references in the bodies of cells, as they are met where the bodies are made: on whatever threads render pages.
///
/// So a build can say that links lead nowhere without making a body that it does not need.
final class ReferenceLog: Sendable {
  /// A reference, and the object whose cell has it.
  struct Entry: Hashable, Sendable {
    let object: ObjectID?
    let reference: String
  }

  private let entries = Mutex<Set<Entry>>([])

  /// Notes the references of an object's cell; those that it has several times count once.
  func note(_ blocks: [Block], of object: ObjectID?) {
    let references = ReferenceTargets.references(in: blocks)
    if references.isEmpty { return }
    entries.withLock { $0.formUnion(references.map { Entry(object: object, reference: $0) }) }
  }

  /// Returns what was noted, and forgets it.
  func take() -> Set<Entry> {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
