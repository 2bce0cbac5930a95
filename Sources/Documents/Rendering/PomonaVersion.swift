/// The version of Pomona.
package enum PomonaVersion {
  /// The version number.
  package static let current = VersionNumber.current
}
