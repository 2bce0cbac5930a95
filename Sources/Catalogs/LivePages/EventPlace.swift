public import Cells
public import Messages

/// The part of a catalog whose events a handler receives: a data set, a section, a collection, or everything.
///
/// The handler of the smallest part answers: one for a section or for some cells comes before that of a data set, which
/// comes before that of a collection, which comes before that of everything.
public struct EventPlace: ExpressibleByStringLiteral {
  enum Kind {
    case dataset(String)
    case collection(String)
    case everything
    case cells
  }

  let kind: Kind
  let scope: HandlerScope

  private init(_ kind: Kind, _ scope: HandlerScope) { (self.kind, self.scope) = (kind, scope) }

  /// The data set with a name, wherever its rows are shown.
  public init(stringLiteral name: String) { self = .dataset(name) }

  /// All parts of the catalog.
  public static var everything: Self { Self(.everything, .unanswered) }

  /// The data set with a name, wherever its rows are shown.
  ///
  /// - Parameters:
  ///   - name: The name of the data set.
  ///   - scope: The rows that the handler is for, in the data set.
  public static func dataset(_ name: String, _ scope: HandlerScope = .everything) -> Self {
    Self(.dataset(name), scope)
  }

  /// The listings that show a data set: its rows, those that are listed with them, their sections, and other cells
  /// among them.
  public static func collection(with dataset: String) -> Self { Self(.collection(dataset), .unanswered) }

  /// The sections of listings with a name, and their cells. Sections within others are named with these:
  /// `Fruits/Citrus`.
  public static func section(_ name: String) -> Self { .cells(in: .section(named: name)) }

  /// The cells of a kind, such as those that a step of the chain inserted.
  public static func cells(_ identifier: CellIdentifier) -> Self {
    .cells(
      in: .items(.cells, named: "cells “\(identifier)”") { source, path in
        source.cellHost(at: path).map { $0.host.cellIdentifier(at: $0.path) == identifier } ?? false
      })
  }

  /// The cells and sections of listings that are in a scope.
  public static func cells(in scope: HandlerScope) -> Self { Self(.cells, scope) }
}
