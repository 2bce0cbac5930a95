public import Changesets

extension UpdateError.Code {
  /// An identifier is not equal to itself.
  public static let brokenIdentity = Self(rawValue: "update/broken-identity")
  /// There is no section to append items to.
  public static let noSection = Self(rawValue: "update/no-section")
  /// A handler refused the change.
  public static let refused = Self(rawValue: "update/refused")
  /// Items of a tree cannot be moved one by one.
  public static let nestedItems = Self(rawValue: "update/nested-items")
}

extension UpdateError {
  /// Returns the error that reports an unknown identifier.
  ///
  /// - Parameter kind: The kind of the identified thing: "item" or "section".
  static func unknown(_ kind: String, _ identifier: some Hashable) -> UpdateError {
    UpdateError(
      .unknownIdentity, "The \(kind) \(identifier) is not in the snapshot. Append or insert it first, or leave it out.")
  }

  static func present(_ kind: String, _ identifier: some Hashable) -> UpdateError {
    UpdateError(
      .duplicateIdentity,
      "The \(kind) \(identifier) is already in the snapshot. Move or delete it, or give the new one another identifier."
    )
  }

  static func unequal(_ kind: String, _ identifier: some Hashable) -> UpdateError {
    UpdateError(
      .brokenIdentity,
      "The \(kind) \(identifier) is not equal to itself, so it could never be found. Give it another identifier.")
  }

  static func repeated(_ kind: String, _ identifier: some Hashable) -> UpdateError {
    UpdateError(
      .duplicateIdentity,
      "The \(kind) \(identifier) occurs more than once. Remove the duplicates, or give each one a unique identifier.")
  }
}

/// Throws an error unless all identifiers are new, equal to themselves, and given once.
///
/// - Complexity: O(*k*), *k* being the number of identifiers.
func requireNewIdentifiers<ID: Hashable>(_ identifiers: [ID], kind: String, isPresent: (ID) -> Bool) throws {
  var given = Set<ID>(minimumCapacity: identifiers.count)
  for identifier in identifiers {
    guard isEqualToItself(identifier) else { throw UpdateError.unequal(kind, identifier) }
    guard !isPresent(identifier) else { throw UpdateError.present(kind, identifier) }
    guard given.insert(identifier).inserted else { throw UpdateError.repeated(kind, identifier) }
  }
}

/// Returns whether an identifier is equal to itself, so that it can be found again. A NaN is not, for example.
func isEqualToItself<ID: Equatable>(_ identifier: ID) -> Bool {
  let copy = identifier
  return identifier == copy
}

extension UpdateError {
  static func elsewhere(_ item: some Hashable, in other: some Hashable, wanted section: some Hashable) -> UpdateError {
    UpdateError(
      .duplicateIdentity,
      "The item \(item) cannot be in section \(section): it is in section \(other). Delete it there first, or give the "
        + "new one another identifier.")
  }

  static func noItem(at path: ItemPath) -> UpdateError {
    UpdateError(.outOfRange, "There is no item at \(path) to move. Give the path of an item that is shown.")
  }

  static func noPlace(for item: some Hashable, at path: ItemPath) -> UpdateError {
    UpdateError(
      .outOfRange,
      "The item \(item) cannot move to \(path): there is no such place. Give a path that the item can have after the move."
    )
  }

  static func nested(_ item: some Hashable, _ section: some Hashable) -> UpdateError {
    UpdateError(
      .nestedItems,
      "The item \(item) cannot be moved by its place: section \(section) shows a tree. Change the section's snapshot and "
        + "apply that.")
  }

  static func unknown(_ item: some Hashable, in section: some Hashable) -> UpdateError {
    UpdateError(
      .unknownIdentity,
      "The item \(item) is not in section \(section). Append it to the section's snapshot first.")
  }

  static func refused(_ what: String, _ item: some Hashable, by handler: String) -> UpdateError {
    UpdateError(
      .refused,
      "The item \(item) is not to be \(what): \(handler) does not allow it. Ask it first, or let it allow it.")
  }
}
