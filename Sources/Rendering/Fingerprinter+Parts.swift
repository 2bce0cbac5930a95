import Fingerprints

// Here, and not beside the protocol, they are compiled for the type of each part: pages are digested by the hundred thousand.
extension Fingerprinter {
  /// Adds a value.
  mutating func combine(_ part: some Fingerprintable) { part.combine(into: &self) }

  /// Adds a value, or that there is none.
  mutating func combine(_ part: (some Fingerprintable)?) {
    combine(part != nil)
    part?.combine(into: &self)
  }

  /// Adds some values, and their number.
  mutating func combine(_ parts: [some Fingerprintable]) { combine(parts) { $0.combine($1) } }
}
