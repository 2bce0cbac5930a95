import Changesets
import DataSources

/// What an oracle keeps of an item.
struct ItemDigest: Equatable {
  /// Who it is.
  let id: AnyHashable
  /// What is in it.
  let content: AnyHashable
  /// The item, to describe it by.
  let item: Any

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id && lhs.content == rhs.content }
}

/// What an oracle keeps of a section.
struct SectionDigest: Equatable {
  var id: SectionIdentity
  let name: String?
}

/// What a section is told apart by.
enum SectionIdentity: Hashable {
  /// Its name, or what is behind it.
  case name(String?)
  /// By nothing: it was not there before.
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

  /// Reads items by what their type is known for.
  init(sectionID: @escaping (String?) -> String? = { $0 }) {
    self.init(digest: Self.digestByType, describe: { "\($0)" }, sectionID: sectionID)
  }

  private static var digestByType: (Item) -> ItemDigest {
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
  /// Of an item that is nothing but how it describes itself.
  fileprivate init(_ item: Any) {
    self.init(id: "\(item)", content: "\(item)", item: item)
  }
}
