package import Fingerprints
import OrderedTrees

/// A document's objects, divided so that a change of one changes one part: at the most, that is split, or joined with its neighbours. It
/// follows what becomes of the objects.
///
/// Which parts there are, and in what order objects are in them, follows from the objects alone, and not from the order of their pages.
package struct ObjectDivision<Object: Sendable> {
  /// What the parts show of their objects.
  package enum Content: Sendable {
    /// Their addresses.
    case addresses
    /// Whatever is known of them: their contents, their titles and addresses, the sections that they are in.
    case everything
  }

  private let document: Document<Object>
  private let content: Content
  /// What a part shows of an object, and the size of that.
  package typealias Share = (size: Int, content: Fingerprint)

  /// Returns what parts show of some objects; nil where each counts as one, and as the content says.
  private let shares: (([Int32], [Object]) -> [Share])?
  private var division: Division<Int32>
  /// The number of objects that were looked at.
  package private(set) var work = 0

  /// Divides the objects by their number.
  ///
  /// - Parameters:
  ///   - capacity: The number of objects that a part has at most.
  ///   - content: What the fingerprints of the parts take in.
  /// - Complexity: O(*n* log *n*), *n* being the number of objects.
  package init(of document: Document<Object>, capacity: Int, showing content: Content) {
    self.init(document, capacity: capacity, showing: content, shares: nil)
  }

  /// Divides the objects by what they take, such as bytes.
  ///
  /// - Parameters:
  ///   - capacity: The size that a part has at most, if more than one object is in it.
  ///   - makeWorkspace: Makes what a thread works with.
  ///   - share: Returns what a part shows of an object. It is called on all processors.
  /// - Complexity: O(*n* log *n*), *n* being the number of objects.
  package init<Workspace>(
    of document: Document<Object>, capacity: Int, with makeWorkspace: @escaping @Sendable () -> Workspace,
    share:
      @escaping @Sendable (Object, _ title: String, _ path: PagePath?, _ section: String?, inout Workspace) -> Share
  ) {
    self.init(document, capacity: capacity, showing: .everything) { numbers, objects in
      let plan = document.snapshot
      return objects.indices.concurrentMap(with: makeWorkspace) { index, workspace in
        plan.read { plan in
          let number = numbers[index]
          return share(
            objects[index], plan.objects[number].title,
            plan.hasObjectPages ? plan.objects.path(ofPage: number) : nil, plan.sectionTitle(of: number), &workspace)
        }
      }
    }
  }

  private init(
    _ document: Document<Object>, capacity: Int, showing content: Content,
    shares: (([Int32], [Object]) -> [Share])?
  ) {
    self.document = document
    self.content = content
    self.shares = shares
    division = Division([], capacity: capacity)
    let numbers = document.plan.objects.numbers
    division = Division(items(numbers, shares?(numbers, document.objects)), capacity: capacity)
  }

  /// The parts, in an order that follows from their numbers.
  package var parts: [DocumentPart<Object>] { division.parts.map(part) }

  /// The numbers of the parts, in that order.
  package var numbers: [Int] { division.parts }

  /// A part.
  package func part(_ number: Int) -> DocumentPart<Object> {
    DocumentPart(
      number: number, division.items(of: number).map(\.member), division.fingerprint(of: number), of: document)
  }

  /// The number of the part that an object is in.
  package func part(with id: ObjectID) -> Int? { division.part(of: id.fingerprint.low) }

  /// Takes over what has become of the objects, before anything else does, unless all of them have other numbers.
  ///
  /// - Complexity: O(*k* log *n*) for *k* objects, and the number of objects in their parts.
  package mutating func update(_ changes: DocumentChanges) {
    for (number, identity) in changes.removedObjects { division.remove(number, hash: identity.low) }
    let numbers = changes.objects
    for item in items(numbers, shares?(numbers, numbers.map { document.entry($0).object })) { division.set(item) }
    work += changes.removedObjects.count
  }

  /// Returns what has become of the parts since it was asked last.
  package mutating func takeChanges() -> Division<Int32>.Changes { division.takeChanges() }

  /// What there is to know of some objects.
  private mutating func items(_ numbers: [Int32], _ shares: [Share]?) -> [Division<Int32>.Item] {
    work += numbers.count
    let (plan, content) = (document.snapshot, content)
    return numbers.indices.concurrentMap(with: Fingerprinter.init) { index, parts in
      plan.read { plan in
        let number = numbers[index]
        return Division.Item(
          number, hash: plan.objects[number].identity.low, size: shares?[index].size ?? 1,
          content: shares?[index].content ?? plan.fingerprint(of: number, isWhole: content == .everything, &parts))
      }
    }
  }
}

/// A part of a document's objects.
package struct DocumentPart<Object: Sendable> {
  /// The part's number, which it keeps as long as it is not split or joined.
  package let number: Int
  /// The fingerprint of what the part was asked for; nil where an object does not know its content.
  package let fingerprint: Fingerprint?
  private let objects: [Int32]
  private let document: Document<Object>

  fileprivate init(number: Int, _ objects: [Int32], _ fingerprint: Fingerprint?, of document: Document<Object>) {
    self.number = number
    self.objects = objects
    self.fingerprint = fingerprint
    self.document = document
  }

  /// The objects, in an order that follows from their identities.
  package var entries: some RandomAccessCollection<DocumentEntry<Object>> {
    objects.lazy.map { [document] in DocumentEntry($0, of: document) }
  }
}

extension DocumentPlan {
  /// The fingerprint of an object's address, or of all that there is to know of it; nil where it does not know its content.
  fileprivate func fingerprint(of number: Int32, isWhole: Bool, _ parts: inout Fingerprinter) -> Fingerprint? {
    if isWhole {
      guard let content = objects[number].content else { return nil }
      parts.combine(content)
      parts.combine(objects[number].title)
      parts.combine(sectionTitle(of: number))
    }
    parts.combine(objects.path(ofPage: number))
    return parts.finish()
  }
}
