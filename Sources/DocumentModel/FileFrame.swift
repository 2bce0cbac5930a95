/// What stands around the blocks in a file of their own, in formats that want something there.
///
/// It is written as it is, so it has to come from whoever makes the files, and never from data.
package struct FileFrame: Hashable, Sendable {
  /// The document class of LaTeX: `article`, or `[a4paper]{article}` with options.
  package var latexClass: String
  /// Packages of LaTeX that are used besides those that the document needs, each a name, or `[options]{name}`.
  package var latexPackages: [String]
  /// The section of the manual that a manual page is in.
  package var manualSection: String

  /// Describes what stands around.
  package init(latexClass: String = "article", latexPackages: [String] = [], manualSection: String = "7") {
    self.latexClass = latexClass
    self.latexPackages = latexPackages
    self.manualSection = manualSection
  }
}
