import CatalogKit
import Testing

extension BuildReport {
  /// Expects that the report lists the changes that a comparison of the folder shows.
  ///
  /// - Parameters:
  ///   - before: The folder before the build.
  ///   - after: The folder afterwards.
  ///   - comment: The change.
  func expectToTell(
    from before: OutputTree, to after: OutputTree, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (old, new) = (Set(before.files.keys), Set(after.files.keys))
    let changed = old.intersection(new).filter { before.files[$0]?.bytes != after.files[$0]?.bytes }
    let reported = [created, updated, deleted].map { $0.sorted() }
    #expect(reported == [new.subtracting(old), changed, old.subtracting(new)].map { $0.sorted() }, comment)
    for path in old.intersection(new) where !changed.contains(path) {
      #expect(
        before.files[path] == after.files[path], "\(path) was written: \(comment)", sourceLocation: sourceLocation)
    }
    #expect(pages.total + assets.total == new.count, comment, sourceLocation: sourceLocation)
    #expect(pages.written + assets.written == created.count + updated.count, comment, sourceLocation: sourceLocation)
    for files in [pages, assets] {
      #expect(files.unchanged == files.total - files.written, comment, sourceLocation: sourceLocation)
      #expect(files.written <= files.rendered, comment, sourceLocation: sourceLocation)
      #expect(files.rendered <= files.total, comment, sourceLocation: sourceLocation)
    }
    let sizes = (created + updated).map { after.files[$0]?.bytes.count ?? 0 }
    #expect(pages.bytes + assets.bytes == sizes.reduce(0, +), comment, sourceLocation: sourceLocation)
  }
}
