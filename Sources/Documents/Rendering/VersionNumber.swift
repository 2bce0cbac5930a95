/// The version number of Pomona. This file is also one of the plugins for the Swift package manager, which cannot
/// import a module.
enum VersionNumber {
  static let current = "0.1.0"
}
