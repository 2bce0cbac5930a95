import Fingerprints

/// The program that builds: whatever it makes follows from its code, too.
enum Program {
  /// The fingerprint of the program: its version, and the state of its executable, which another build of it does not share.
  static let fingerprint: Fingerprint = {
    var parts = Fingerprinter()
    parts.combine(Catalog.version)
    FileState("/proc/self/exe")?.combine(into: &parts)
    return parts.finish()
  }()
}
