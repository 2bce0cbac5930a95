package import Fingerprints
import OrderedTrees

/// The objects of a document, divided into shards so that an update of one object changes one shard. At most, this
/// shard is split, or is merged with its neighbours. The tree is updated with the changes of the document.
///
/// The shards, and the order of the objects in them, follow from the objects alone, and not from the order of their
/// pages. See ``ShardTree``.
package struct ObjectShards<Object: Sendable> {
  /// The properties of an object that a shard shows.
  package enum Content: Sendable {
    /// The addresses.
    case addresses
    /// All properties: contents, titles, addresses, and the titles of sections.
    case everything
  }

  private let document: Document<Object>
  private let content: Content
  /// The size of an object in its shard, and the fingerprint of what the shard shows of the object.
  package typealias Share = (size: Int, content: Fingerprint)

  /// Returns the shares of some objects. If the closure is `nil`, every object has size 1, and `content` determines its
  /// fingerprint.
  private let shares: (([ObjectNumber], [Object]) -> [Share])?
  private var tree: ShardTree<ObjectNumber>
  /// The number of objects that were examined since the tree was created, a measure of the cost of updates.
  package private(set) var work = 0

  /// Divides the objects by their number.
  ///
  /// - Parameter content: The properties that the fingerprints of the shards include.
  /// - Complexity: O(*n* log *n*) on average, *n* being the number of objects.
  package init(of document: Document<Object>, capacity: Int, showing content: Content) {
    self.init(document, capacity: capacity, showing: content, shares: nil)
  }

  /// Divides the objects by a size, such as their number of bytes.
  ///
  /// - Parameters:
  ///   - capacity: The maximum size of a shard with more than one object.
  ///   - makeWorkspace: Creates the workspace of a thread.
  ///   - share: Returns the share of an object. It is called on several threads at the same time.
  /// - Complexity: O(*n* log *n*) on average, *n* being the number of objects.
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
    shares: (([ObjectNumber], [Object]) -> [Share])?
  ) {
    self.document = document
    self.content = content
    self.shares = shares
    tree = ShardTree([], capacity: capacity)
    let numbers = document.plan.objects.numbers
    tree = ShardTree(items(numbers, shares?(numbers, document.objects)), capacity: capacity)
  }

  /// The shards, in the order of ``numbers``.
  package var shards: [ObjectShard<Object>] { tree.numbers.map(shard) }

  /// The numbers of the shards, in an order that follows from them.
  package var numbers: [Int] { tree.numbers }

  /// Returns a shard.
  package func shard(_ number: Int) -> ObjectShard<Object> {
    ObjectShard(number: number, tree.items(of: number).map(\.member), tree.fingerprint(of: number), of: document)
  }

  /// Returns the number of the shard that contains an object, or `nil` if no shard contains it.
  package func shard(with id: ObjectID) -> Int? { tree.shard(of: id.fingerprint.low) }

  /// Applies the changes of the document's objects. Call this before the document's sources change again. After
  /// ``ObjectChanges/all``, the objects need a new tree.
  ///
  /// - Complexity: O(*k* log *n* + *m*) on average for *k* changed objects and *m* objects in their shards.
  package mutating func update(
    changed numbers: [ObjectNumber], removed: [(number: ObjectNumber, identity: Fingerprint)]
  ) {
    for (number, identity) in removed { tree.remove(number, hash: identity.low) }
    for item in items(numbers, shares?(numbers, numbers.map { document.entry($0).object })) { tree.set(item) }
    work += removed.count
  }

  /// Returns the changes of the shards since the last call, and resets them.
  package mutating func takeChanges() -> ShardTree<ObjectNumber>.Changes { tree.takeChanges() }

  private mutating func items(_ numbers: [ObjectNumber], _ shares: [Share]?) -> [ShardTree<ObjectNumber>.Item] {
    work += numbers.count
    let plan = document.snapshot
    let content = content
    return numbers.indices.concurrentMap(with: Fingerprinter.init) { index, parts in
      plan.read { plan in
        let number = numbers[index]
        return ShardTree.Item(
          number, hash: plan.objects[number].identity.low, size: shares?[index].size ?? 1,
          content: shares?[index].content ?? plan.fingerprint(of: number, isWhole: content == .everything, &parts))
      }
    }
  }
}

/// A shard of a document's objects.
package struct ObjectShard<Object: Sendable> {
  /// The number of the shard, which stays the same until the shard is split or merged.
  package let number: Int
  /// The fingerprint of what the shard shows of its objects, or `nil` if an object does not provide a fingerprint of
  /// its content.
  package let fingerprint: Fingerprint?
  private let objects: [ObjectNumber]
  private let document: Document<Object>

  fileprivate init(number: Int, _ objects: [ObjectNumber], _ fingerprint: Fingerprint?, of document: Document<Object>) {
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
  /// Returns the fingerprint of an object's address, or of all of its properties. Returns `nil` if these include
  /// content without a fingerprint.
  fileprivate func fingerprint(of number: ObjectNumber, isWhole: Bool, _ parts: inout Fingerprinter) -> Fingerprint? {
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
