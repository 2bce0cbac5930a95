public import Diagnostics
public import Rendering

extension Document {
  /// Renders all pages into a folder.
  ///
  /// Pages whose file has the right bytes already are left alone, and files of earlier builds that are not part of the
  /// catalog any more are deleted. Files of anybody else are never touched.
  ///
  /// - Parameters:
  ///   - folder: Where the catalog goes; it is made if need be.
  ///   - renderers: The renderers of the formats that are wanted.
  ///   - files: Files that go with the pages, such as pictures.
  ///   - adopt: Whether the folder may hold files that belong to somebody else; they are left alone, by this build and later ones.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if the folder cannot be used or written to.
  /// - Returns: What was written; the rows are the objects of the document.
  @discardableResult
  public func build(
    into folder: String, renderers: [any PageRenderer], files: [Artifact] = [], adopting adopt: Bool = false
  ) throws(DiagnosticsError) -> BuildReport {
    var output = try OutputFolder(folder, adopting: adopt)
    do {
      for renderer in renderers {
        for artifact in renderer.assets { try output.stage(artifact, as: .asset) }
        for page in pages { try output.stage(renderer.render(page), as: .page) }
      }
      for file in files { try output.stage(file, as: .asset) }
    } catch {
      output.discard()
      throw error
    }
    var report = BuildReport(rows: numberOfObjects, sections: numberOfSections)
    try output.commit(into: &report)
    return report
  }
}
