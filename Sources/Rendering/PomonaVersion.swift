/// The version of Pomona.
package enum PomonaVersion {
  /// The current version, as in `0.1.0`.
  package static let current = "0.1.0"
}
