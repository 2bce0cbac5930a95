public import Changesets
public import DataSources

/// The messages that a handler is for: all that a source receives, or only those about some of its items or sections.
///
/// The handlers of a selector are tried in the order of their scopes: those of sections, then those of cells, then
/// those of items, then those of everything. Among scopes of the same kind, the latest registration comes first. The
/// first handler whose scope includes the message answers it. A handler for what is ``unanswered`` comes last, after
/// those of the sources upstream.
public struct HandlerScope {
  /// The kinds of scopes, in the order in which they are tried.
  public enum Kind: Int, Comparable, Sendable {
    /// Some sections of the source.
    case sections
    /// Items that are shown by cells of some kind.
    case cells
    /// Some items.
    case items
    /// All messages that the source receives.
    case everything
    /// All messages that no source upstream answers.
    case unanswered

    /// Returns whether a kind is tried before another one.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// The kind of the scope.
  public let kind: Kind
  /// A description of what the scope includes.
  public let name: String
  let isAcrossSources: Bool
  /// Returns whether a place of a source is in the scope; nil if all messages are, including those without a place.
  let includes: ((any DataSource, MessagePlace) -> Bool)?

  private init(
    _ kind: Kind, _ name: String, isAcrossSources: Bool = false,
    _ includes: ((any DataSource, MessagePlace) -> Bool)? = nil
  ) {
    self.kind = kind
    self.name = name
    self.isAcrossSources = isAcrossSources
    self.includes = includes
  }

  /// All messages that the source receives, including those without a place.
  public static var everything: Self { Self(.everything, "everything") }

  /// All messages that the source receives, and that no other handler answers, neither its own nor one of a source
  /// upstream.
  ///
  /// ```swift
  /// list.on(.didSelectItem, in: .unanswered) { list, path in show(list.item(at: path)) }
  /// ```
  ///
  /// Of several sources on the way, the one nearest to the owner answers.
  public static var unanswered: Self { Self(.unanswered, "what nobody else answers") }

  /// Messages about two places of the source that belong to different upstream sources, or of which the second is an
  /// item of the source's own: the source where their paths diverge.
  public static var acrossSources: Self { Self(.everything, "across sources", isAcrossSources: true) }

  /// The section at an index of the source, and its items. The index is that at the time of a message.
  ///
  /// If sections are inserted or moved, it is another section: ``section(identifiedBy:)`` and ``section(named:)``
  /// follow it.
  public static func section(_ index: Int) -> Self {
    Self(.sections, "section \(index)") { $1.section == index }
  }

  /// The sections with a name, and their items.
  public static func section(named name: String) -> Self {
    Self(.sections, "section “\(name)”") { $0.name(ofSection: $1.section) == name }
  }

  /// The section with an identity, and its items, for a source whose sections have identities, or that stands on one.
  ///
  /// ```swift
  /// director.on(.didSelectItem, in: .section(identifiedBy: "fruits")) { director, path in
  ///   open(director.model(at: path))
  /// }
  /// ```
  ///
  /// - Parameter identifier: The identity of the section: see `DataSource.identity(ofSection:)`.
  public static func section(identifiedBy identifier: some Hashable) -> Self {
    let identity = AnyHashable(identifier)
    return Self(.sections, "section identified by “\(identifier)”") { $0.identity(ofSection: $1.section) == identity }
  }

  /// Some items.
  ///
  /// - Parameters:
  ///   - kind: The kind, which determines when the scope is tried.
  ///   - name: A description of what the scope includes.
  ///   - includes: Returns whether an item of the source is in the scope.
  public static func items(
    _ kind: Kind = .items, named name: String, where includes: @escaping (any DataSource, ItemPath) -> Bool
  ) -> Self { Self(kind, name) { source, place in place.path.map { includes(source, $0) } ?? false } }

  /// Some sections, for messages about a section.
  package static func sections(
    _ kind: Kind, named name: String, where includes: @escaping (any DataSource, Int) -> Bool
  ) -> Self { Self(kind, name) { source, place in place.path == nil && includes(source, place.section) } }
}
