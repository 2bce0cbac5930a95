import Changesets
import DataSources

/// The data that an oracle stores for an item.
struct ItemDigest: Equatable {
  /// The identity of the item.
  let id: AnyHashable
  /// The content of the item, which an update has to report when it changes.
  let content: AnyHashable
  /// The item itself, for descriptions.
  let item: Any

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id && lhs.content == rhs.content }
}

/// The data that an oracle stores for a section.
struct SectionDigest: Equatable {
  var id: SectionIdentity
  let name: String?
}

/// The identity of a section.
enum SectionIdentity: Hashable {
  /// The name, or an identity that was derived from it.
  case name(String?)
  /// A section that is known to be new, by its index: it is identical to no earlier one.
  case new(Int)
}

/// How an oracle reads items and sections.
struct ItemReader<Item> {
  let digest: (Item) -> ItemDigest
  let describe: (Any) -> String
  let sectionID: (String?) -> String?

  init(
    digest: @escaping (Item) -> ItemDigest, describe: @escaping (Item) -> String,
    sectionID: @escaping (String?) -> String?
  ) {
    self.digest = digest
    self.describe = { ($0 as? Item).map(describe) ?? "\($0)" }
    self.sectionID = sectionID
  }

  /// Creates a reader that reads items by the conformances of their type.
  init(sectionID: @escaping (String?) -> String? = { $0 }) {
    self.init(digest: Self.digestByType, describe: { "\($0)" }, sectionID: sectionID)
  }

  private static var digestByType: (Item) -> ItemDigest {
    // The first that applies says most about an item: its identity and its content, then one of the two, then its
    // text.
    switch Item.self {
    case let type as any (Identifiable & Hashable).Type: type.digest
    case let type as any Identifiable.Type: type.digest
    case let type as any Hashable.Type: type.digest
    case is AnyObject.Type: { ItemDigest(id: ObjectIdentifier($0 as AnyObject), content: "\($0)", item: $0) }
    default: { ItemDigest(id: "\($0)", content: "\($0)", item: $0) }
    }
  }
}

extension Identifiable where Self: Hashable {
  fileprivate static func digest(_ item: Any) -> ItemDigest {
    guard let typed = item as? Self else { return ItemDigest(item) }
    return ItemDigest(id: typed.id, content: typed, item: item)
  }
}

extension Identifiable {
  fileprivate static func digest(_ item: Any) -> ItemDigest {
    guard let typed = item as? Self else { return ItemDigest(item) }
    return ItemDigest(id: typed.id, content: "\(typed)", item: item)
  }
}

extension Hashable {
  fileprivate static func digest(_ item: Any) -> ItemDigest {
    guard let typed = item as? Self else { return ItemDigest(item) }
    return ItemDigest(id: typed, content: typed, item: item)
  }
}

extension ItemDigest {
  /// Creates the digest of an item that is identified by its description alone.
  fileprivate init(_ item: Any) { self.init(id: "\(item)", content: "\(item)", item: item) }
}
