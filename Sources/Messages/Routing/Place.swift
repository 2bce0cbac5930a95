public import Changesets

/// What a message is about: an item, or a section.
public enum Place: Hashable, Sendable {
  /// The item at a path.
  case item(ItemPath)
  /// The section at an index.
  case section(Int)

  /// The section that the place is, or is in.
  public var section: Int {
    switch self {
    case .item(let path): path.section
    case .section(let section): section
    }
  }

  /// The path, if it is an item's.
  public var path: ItemPath? {
    if case .item(let path) = self { path } else { nil }
  }
}

extension Place: CustomStringConvertible {
  /// `(section, item)`, or `section n`.
  public var description: String {
    switch self {
    case .item(let path): "\(path)"
    case .section(let section): "section \(section)"
    }
  }
}
