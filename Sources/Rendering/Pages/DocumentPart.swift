package import Fingerprints

/// A part of a document's objects, for files that have all of them among them: a change of one object changes one part.
package struct DocumentPart<Object: Sendable> {
  /// The part's number, which it keeps as long as it is not split or joined.
  package let number: Int
  /// The fingerprint of what the part was asked for; nil where an object does not know its content.
  package let fingerprint: Fingerprint?
  private let indices: [Int32]
  private let plan: DocumentPlan
  private let document: Document<Object>

  fileprivate init(_ part: Sharding.Part, _ fingerprint: Fingerprint?, of document: Document<Object>) {
    number = part.number
    indices = part.indices
    self.fingerprint = fingerprint
    plan = document.plan
    self.document = document
  }

  /// The objects, in the order of their pages.
  package var entries: some RandomAccessCollection<DocumentEntry<Object>> {
    indices.lazy.map { [plan, document] in DocumentEntry(Int($0), in: plan, of: document) }
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
    let (plan, models, hasObjectPages) = (plan, objects, hasObjectPages)
    let titles = plan.listings[0].sections.map(\.title)
    let sizes = models.indices.concurrentMap(with: makeWorkspace) { index, workspace in
      size(
        models[index], plan.objects[index].title, hasObjectPages ? plan.addresses[index] : nil,
        plan.sections[index].flatMap { titles[Int($0)] }, &workspace)
    }
    return parts(capacity: capacity, sizes: sizes, showing: .everything)
  }

  private func parts(capacity: Int, sizes: [Int], showing content: DocumentPartContent) -> [DocumentPart<Object>] {
    let plan = plan
    let parts = Sharding.parts(of: plan.objects.map(\.identity.low), sizes: sizes, capacity: capacity)
    let titles = plan.listings[0].sections.map(\.title)
    let fingerprints = parts.concurrentMap(inSharesOf: 1, with: Fingerprinter.init) { part, parts in
      plan.fingerprint(of: part.indices, showing: content, sectionTitles: titles, &parts)
    }
    return zip(parts, fingerprints).map { DocumentPart($0, $1, of: self) }
  }
}

extension DocumentPlan {
  fileprivate func fingerprint(
    of indices: [Int32], showing content: DocumentPartContent, sectionTitles: [String?], _ parts: inout Fingerprinter
  ) -> Fingerprint? {
    for index in indices.lazy.map({ Int($0) }) {
      parts.combine(links[index])
      guard content == .everything else { continue }
      guard let content = objects[index].content else {
        _ = parts.finish()
        return nil
      }
      parts.combine(content)
      parts.combine(sections[index] != nil)
      if let section = sections[index] { parts.combine(sectionTitles[Int(section)]) }
    }
    return parts.finish()
  }
}
