public import Messages

/// Scopes by what is seen of an item at the end of a chain. They can be used with every source that shows cells; others have no such items.
extension HandlerScope {
  /// The items that are shown by cells of a kind.
  public static func cells(_ identifier: CellIdentifier) -> Self {
    .items(.cells, named: "cells “\(identifier)”") { source, path in
      source.cellHost(at: path).map { $0.host.cellIdentifier(at: $0.path) == identifier } ?? false
    }
  }

  /// The items whose cells show objects of a type.
  ///
  /// - Parameter type: A class, also for those that inherit from it, any other type, or a protocol as `(any Named).self`.
  public static func items<Object>(of type: Object.Type) -> Self {
    .items(named: "items of \(type)") { source, path in
      source.cellHost(at: path).map { $0.host.cellObject(at: $0.path) is Object } ?? false
    }
  }
}
