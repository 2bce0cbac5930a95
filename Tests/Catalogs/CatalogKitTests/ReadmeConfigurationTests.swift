import Foundation
import TestKit
import Testing

@testable import CatalogKit
@testable import CatalogSyntax

/// Reads the configuration in the README.
@Suite struct ReadmeConfigurationTests {
  @Test func theConfigurationsInTheReadmeAreRead() throws {
    let readme = try String(contentsOf: packageFolder.appending(path: "README.md"), encoding: .utf8)
    let configurations = try readme.split(separator: "```yaml\n").dropFirst().map { rest in
      let yaml = try #require(rest.split(separator: "```").first)
      return try CatalogConfiguration(yaml: String(yaml), file: "README.md", title: "")
    }
    try #require(configurations.count == 1)
    #expect(configurations[0].datasets.map(\.name.text) == ["works", "artists", "subjects"])
    let works = configurations[0].datasets[0]
    #expect(works.fields.compactMap(\.reference?.dataset.text) == ["artists", "subjects"])
  }
}
