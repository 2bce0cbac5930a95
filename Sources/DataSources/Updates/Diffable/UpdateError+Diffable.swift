public import Changesets

extension UpdateError.Code {
  /// A handler said no.
  public static let refused = Self(rawValue: "update/refused")
  /// Items of a tree cannot be moved one by one.
  public static let nestedItems = Self(rawValue: "update/nested-items")
}

extension UpdateError {
  static func elsewhere(_ item: some Hashable, in other: some Hashable, wanted section: some Hashable) -> UpdateError {
    UpdateError(
      .duplicateIdentity,
      "The item \(String(describing: item)) cannot be in section \(String(describing: section)): it is in section "
        + "\(String(describing: other)). Delete it there first, or give the new one an identifier of its own.")
  }

  static func noItem(at path: ItemPath) -> UpdateError {
    UpdateError(.outOfRange, "There is no item at \(path) to move. Give the path of an item that is shown.")
  }

  static func noPlace(for item: some Hashable, at path: ItemPath) -> UpdateError {
    UpdateError(
      .outOfRange,
      "The item \(String(describing: item)) cannot move to \(path): there is no such place. Give a path that the item can "
        + "have after the move.")
  }

  static func nested(_ item: some Hashable, _ section: some Hashable) -> UpdateError {
    UpdateError(
      .nestedItems,
      "The item \(String(describing: item)) cannot be moved by its place: section \(String(describing: section)) shows a tree. "
        + "Change the section's snapshot and apply that.")
  }

  static func unknown(_ item: some Hashable, in section: some Hashable) -> UpdateError {
    UpdateError(
      .unknownIdentity,
      "The item \(String(describing: item)) is not in section \(String(describing: section)). Append it to the section's "
        + "snapshot first.")
  }

  static func refused(_ what: String, _ item: some Hashable, by handler: String) -> UpdateError {
    UpdateError(
      .refused,
      "The item \(String(describing: item)) is not to be \(what): \(handler) does not allow it. Ask it first, or let it allow it."
    )
  }
}
