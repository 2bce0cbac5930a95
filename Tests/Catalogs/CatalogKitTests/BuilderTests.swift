import CatalogKit
import Foundation
import TestKit
import Testing

@Suite struct BuilderTests {
  @Test func othersMayBuildAfterABuilderIsClosed() throws {
    let folder = try CatalogFolder(["fruits.csv": "name\nApple\n"])
    let output = folder.path + "/out"
    let builder = CatalogBuilder(at: folder.path + "/fruits.csv", into: output)
    _ = try builder.build()
    builder.close()

    var hasWaited = false
    var settings = CatalogBuilder.Settings()
    settings.onWait = { _ in
      hasWaited = true
      builder.close()
    }
    try folder.write("fruits.csv", "name\nPear\n")
    #expect(try folder.build("fruits.csv", into: output, settings: settings).deleted.contains("fruits/apple.html"))
    #expect(!hasWaited)

    try folder.write("fruits.csv", "name\nFig\n")
    #expect(try builder.build().deleted.contains("fruits/pear.html"))
  }
}
