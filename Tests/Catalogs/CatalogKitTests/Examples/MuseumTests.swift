import CatalogKit
import Foundation
import TestKit
import Testing

/// The example Museum: three tables that refer to each other.
@Suite struct MuseumTests {
  private static var museum: String {
    packageFolder.appending(path: "Examples/Museum").path(percentEncoded: false)
  }

  /// The pages to which the links of a page lead, by their paths from the root.
  private func links(of page: String, _ html: String) -> [String] {
    let folder = page.split(separator: "/").dropLast().map(String.init)
    return html.matches(of: /<a [^>]*href="([^"#]+)"/).compactMap { match in
      let address = String(match.1)
      guard !address.contains("://"), address.hasSuffix(".html") else { return nil }
      var parts = folder
      for part in (address.removingPercentEncoding ?? address).split(separator: "/") {
        if part == ".." { parts.removeLast() } else { parts.append(String(part)) }
      }
      return parts.joined(separator: "/")
    }
  }

  @Test func `every page is reached within six clicks of the home page`() throws {
    let output = FileManager.default.temporaryDirectory.appending(path: "pomona-museum-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: output) }
    _ = try CatalogBuilder(at: Self.museum, into: output.path(percentEncoded: false)).build()
    func text(_ page: String) throws -> String {
      String(decoding: try Data(contentsOf: output.appending(path: page)), as: UTF8.self)
    }
    let pages = Set(
      try FileManager.default.subpathsOfDirectory(atPath: output.path(percentEncoded: false)).filter {
        $0.hasSuffix(".html")
      })
    #expect(pages.count > 500)
    var reached: Set = ["index.html"]
    var latest = reached
    var clicks = 0
    while !latest.isEmpty {
      latest = Set(try latest.flatMap { links(of: $0, try text($0)) }).subtracting(reached)
      reached.formUnion(latest)
      if !latest.isEmpty { clicks += 1 }
    }
    #expect(reached == pages && clicks <= 6, "\(pages.symmetricDifference(reached).sorted().prefix(5))")
    // Both ends of a reference, and the breadcrumbs of a part.
    #expect(try text("works/n01482.html").contains("<a href=\"../artists/gainsborough.html\">Thomas Gainsborough</a>"))
    #expect(try text("artists/gainsborough.html").contains("../works/n01482.html"))
    #expect(try text("subjects/woman.html").contains(">People</a>"))
  }

  @Test func `a check has no findings`() {
    #expect(CatalogCheck(at: Self.museum).findings == [])
  }
}
