package import Fingerprints

/// A part of a document's objects, for files that have all of them among them: a change of one object changes one part.
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

  /// The objects, in the order of their pages.
  package var entries: some RandomAccessCollection<DocumentEntry<Object>> {
    objects.lazy.map { [document] in DocumentEntry($0, of: document) }
  }
}

/// What a file shows of the objects that it has.
package enum DocumentPartContent: Sendable {
  /// Their titles and addresses.
  case links
  /// Whatever is known of them: their contents, their titles and addresses, the sections that they are in.
  case everything
}

extension Document {
  /// The objects, divided so that a change of one changes one part: at the most, that is split, or joined with its neighbours.
  ///
  /// - Parameters:
  ///   - capacity: The number of objects that a part has at most.
  ///   - content: What the fingerprints of the parts take in.
  /// - Complexity: O(*n* log *n*), *n* being the number of objects.
  package func parts(capacity: Int, showing content: DocumentPartContent) -> [DocumentPart<Object>] {
    parts(capacity: capacity, sizes: Array(repeating: 1, count: plan.objects.count), showing: content)
  }

  /// The objects, divided by what they take, such as bytes.
  ///
  /// - Parameters:
  ///   - capacity: The size that a part has at most, if more than one object is in it.
  ///   - makeWorkspace: Makes what a thread works with.
  ///   - size: The size of an object. It is called on all processors.
  /// - Complexity: O(*n* log *n*), *n* being the number of objects.
  package func parts<Workspace>(
    capacity: Int, with makeWorkspace: @Sendable () -> Workspace,
    size: @Sendable (Object, _ title: String, _ path: PagePath?, _ section: String?, inout Workspace) -> Int
  ) -> [DocumentPart<Object>] {
    let (plan, models, hasObjectPages) = (plan, articles.objects.items, hasObjectPages)
    let numbers = plan.objects.numbers
    let sizes = models.indices.concurrentMap(with: makeWorkspace) { index, workspace in
      let number = numbers[index]
      return size(
        models[index], plan.objects[number].title, hasObjectPages ? plan.objects.path(ofPage: number) : nil,
        plan.sectionTitle(of: number), &workspace)
    }
    return parts(capacity: capacity, sizes: sizes, showing: .everything)
  }

  private func parts(capacity: Int, sizes: [Int], showing content: DocumentPartContent) -> [DocumentPart<Object>] {
    let plan = plan
    let numbers = plan.objects.numbers
    let parts = Sharding.parts(of: numbers.map { plan.objects[$0].identity.low }, sizes: sizes, capacity: capacity)
    let fingerprints = parts.concurrentMap(inSharesOf: 1, with: { (Fingerprinter(), Fingerprinter()) }) {
      part, workspace in
      plan.fingerprint(of: part.indices.map { numbers[Int($0)] }, showing: content, &workspace.0, &workspace.1)
    }
    return zip(parts, fingerprints).map { part, fingerprint in
      DocumentPart(number: part.number, part.indices.map { numbers[Int($0)] }, fingerprint, of: self)
    }
  }
}

extension DocumentPlan {
  fileprivate func fingerprint(
    of numbers: [Int32], showing content: DocumentPartContent, _ parts: inout Fingerprinter, _ link: inout Fingerprinter
  ) -> Fingerprint? {
    for number in numbers {
      parts.combine(objects.link(to: number, &link))
      guard content == .everything else { continue }
      guard let content = objects[number].content else {
        _ = parts.finish()
        return nil
      }
      parts.combine(content)
      parts.combine(objects[number].section != nil)
      if objects[number].section != nil { parts.combine(sectionTitle(of: number)) }
    }
    return parts.finish()
  }
}
