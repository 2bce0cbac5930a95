public import Changesets
public import DataSources

/// What a handler is for: everything that a source gets, or only what is about some of its items or sections.
///
/// A source asks its handlers for a selector in the order of their scopes: those of sections, then those of cells, then those of items, then
/// those of everything; among scopes of one kind, the one that was registered last. The first whose scope a message falls into has it.
public struct HandlerScope {
  /// The kinds of scopes, the first to be asked first.
  public enum Kind: Int, Comparable, Sendable {
    /// Some sections of the source.
    case sections
    /// Items that are shown by some kind of cell.
    case cells
    /// Some items.
    case items
    /// All that the source gets.
    case everything

    /// Kinds are ordered as they are asked.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// What kind of scope it is.
  public let kind: Kind
  /// What is in the scope, for people.
  public let name: String
  let isAcrossSources: Bool
  /// Whether a place of a source is in the scope; nil where all are, and messages without a place.
  let includes: ((any DataSource, Place) -> Bool)?

  private init(
    _ kind: Kind, _ name: String, isAcrossSources: Bool = false, _ includes: ((any DataSource, Place) -> Bool)? = nil
  ) {
    self.kind = kind
    self.name = name
    self.isAcrossSources = isAcrossSources
    self.includes = includes
  }

  /// All that the source gets, also what is about no place.
  public static var everything: Self { Self(.everything, "everything") }

  /// Messages about two places of the source that belong to different ones of those that it stands on, or of which the second is of an
  /// item of its own: where the ways part.
  public static var acrossSources: Self {
    Self(.everything, "across sources", isAcrossSources: true)
  }

  /// The section at an index of the source, and the items in it. The index is that of the moment.
  public static func section(_ index: Int) -> Self {
    Self(.sections, "section \(index)") { $1.section == index }
  }

  /// The sections of a name, and the items in them.
  public static func section(named name: String) -> Self {
    Self(.sections, "section “\(name)”") { $0.name(ofSection: $1.section) == name }
  }

  /// The section with an identity, and the items in it, of a source whose sections have identities, or that stands on one.
  ///
  /// ```swift
  /// director.on(.didSelectItem, in: .section(identifiedBy: "fruits")) { director, path in open(director.model(at: path)) }
  /// ```
  ///
  /// - Parameter identifier: What tells the section from others: see `DataSource.identity(ofSection:)`.
  public static func section(identifiedBy identifier: some Hashable) -> Self {
    let identity = AnyHashable(identifier)
    return Self(.sections, "section identified by “\(identifier)”") { $0.identity(ofSection: $1.section) == identity }
  }

  /// Some items.
  ///
  /// - Parameters:
  ///   - kind: When the scope is asked.
  ///   - name: What is in the scope, for people.
  ///   - includes: Whether an item of the source is in the scope.
  public static func items(
    _ kind: Kind = .items, named name: String, where includes: @escaping (any DataSource, ItemPath) -> Bool
  ) -> Self {
    Self(kind, name) { source, place in place.path.map { includes(source, $0) } ?? false }
  }

  /// Some sections, for messages about one.
  package static func sections(
    _ kind: Kind, named name: String, where includes: @escaping (any DataSource, Int) -> Bool
  ) -> Self {
    Self(kind, name) { source, place in place.path == nil && includes(source, place.section) }
  }
}
