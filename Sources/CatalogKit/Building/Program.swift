import Fingerprints

/// The program that builds. Its code is an input of every file.
enum Program {
  /// The fingerprint of the program: its version, and the state of its executable, which changes when it is compiled again.
  static let fingerprint: Fingerprint = {
    var parts = Fingerprinter()
    parts.combine(Catalog.version)
    FileState("/proc/self/exe")?.combine(into: &parts)
    return parts.finish()
  }()
}
