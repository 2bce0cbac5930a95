/// The version of Pomona.
package enum PomonaVersion {
  /// The version, as people write it.
  package static let current = "0.1.0"
}
