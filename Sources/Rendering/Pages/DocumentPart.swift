public import Fingerprints

/// A part of a document's objects, for files that have all of them among them: a change of one object changes one part.
public struct DocumentPart<Object: DocumentObject> {
  /// The fingerprint of what there is to know of the objects: their contents, their titles and addresses, the sections that they are in.
  public let contents: Fingerprint
  /// The fingerprint of their titles and addresses alone.
  public let links: Fingerprint
  private let indices: [Int32]
  private let plan: DocumentPlan
  private let document: Document<Object>

  fileprivate init(
    _ indices: [Int32], _ fingerprints: (contents: Fingerprint, links: Fingerprint), of document: Document<Object>
  ) {
    self.indices = indices
    (contents, links) = fingerprints
    plan = document.plan
    self.document = document
  }

  /// The objects, in the order of their pages.
  public var entries: some RandomAccessCollection<DocumentEntry<Object>> {
    indices.lazy.map { [plan, document] in DocumentEntry(Int($0), in: plan, of: document) }
  }
}

extension Document {
  /// The objects, divided by ``Sharding``.
  ///
  /// - Parameter capacity: How many objects a part has on average, at most.
  /// - Complexity: O(*n*), *n* being the number of objects.
  public func parts(capacity: Int) -> [DocumentPart<Object>] {
    let plan = plan
    let sharding = Sharding(of: plan.objects.count, capacity: capacity)
    var parts = [[Int32]](repeating: [], count: sharding.numberOfParts)
    for index in plan.objects.indices {
      parts[sharding.part(of: plan.objects[index].identity.low)].append(Int32(index))
    }
    let fingerprints = parts.concurrentMap(inSharesOf: 1, with: Fingerprinter.init) { indices, parts in
      plan.fingerprints(of: indices, &parts)
    }
    return zip(parts, fingerprints).map { DocumentPart($0, $1, of: self) }
  }
}

extension DocumentPlan {
  fileprivate func fingerprints(
    of indices: [Int32], _ parts: inout Fingerprinter
  ) -> (contents: Fingerprint, links: Fingerprint) {
    for index in indices.lazy.map({ Int($0) }) {
      parts.combine(objects[index].title)
      parts.combine(addresses[index])
    }
    let shown = parts.finish()
    parts.combine(shown)
    for index in indices {
      let section = sections[Int(index)]
      parts.combine(objects[Int(index)].content ?? Fingerprint(""))
      parts.combine(section != nil)
      if let section { parts.combine(listings[0].sections[Int(section)].title) }
    }
    return (parts.finish(), shown)
  }
}
