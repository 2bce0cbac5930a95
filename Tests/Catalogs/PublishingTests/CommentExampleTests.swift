import Publishing
import Testing

/// Runs the example of the documentation comments. `DocumentationTests` of the architecture checks that it is here as
/// text.
@Suite struct CommentExampleTests {
  @Test func aFolderIsPublished() throws {
    let site = try Site(inMemory: true)
    var uploaded: [String] = []
    func upload(_ changes: FileChanges) throws { uploaded += changes.created }
    let files = Site.plan(["index.html": "home"])
    func PublishedFolder(_ path: String) throws -> PublishedFolder { try .init("\(site.root)/out-\(path.count)") }
    do {
      let folder = try PublishedFolder("build/fruits")
      defer { folder.close() }
      let report = try folder.publish(files)
      try folder.deliverChanges { changes in try upload(changes) }
      #expect(report.created == ["index.html"])
    }
    #expect(uploaded == ["index.html"])
  }
}
