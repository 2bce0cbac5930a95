import Foundation
import Testing

/// A catalog is the same for any path of its folder.
@Suite struct PathTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write([
      "shop/catalog.yml": """
      title: Shop
      datasets: { fruits: { file: data/fruits.csv, card: fruit } }
      formats: { html: { theme: theme } }
      assets: [images, "fonts/*", robots.txt]

      """,
      "shop/data/fruits.csv": "name,picture\nApple,pictures/a.png\n", "shop/pictures/a.png": "PNG",
      "shop/images/b.png": "PNG", "shop/fonts/c.woff2": "font", "shop/robots.txt": "robots",
      "shop/theme/style.css": "p { color: red }", "shop/templates/fruit.md": "A fruit: {{name}}\n",
    ])
    try sandbox.link("link", to: "shop")
  }

  /// Runs the command in a folder of the sandbox.
  private func pomona(in folder: String, _ arguments: String...) throws -> (
    status: Int32, output: String, errors: String
  ) {
    let command = try sandbox.start(after: "cd \(folder)", arguments)
    let end = try command.end()
    return (end.status, end.output, end.errors)
  }

  @Test(arguments: [
    ("shop", "."), ("shop", "./"), ("shop", ".//"), ("shop", "../shop"), ("shop", "../shop/"), ("shop", "../shop/."),
    ("shop", "images/.."), ("shop/images", ".."), ("shop/images", "../"), (".", "shop"), (".", "shop/"),
    (".", "./shop//"),
    (".", "link"), (".", "link/"), ("link", "."), ("link", "../shop"), ("shop", "../link/../shop"), (".", "/shop"),
    (".", "/shop/"), (".", "/./shop/."),
  ])
  func anyPathOfTheFolderWorks(current: String, path: String) throws {
    // Paths with a leading slash are made absolute.
    let path = path.hasPrefix("/") ? sandbox.folder.path(percentEncoded: false) + path : path
    let output = sandbox.url("out").path(percentEncoded: false)
    let outcome = try pomona(in: current, "build", path, "--output", output)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      try sandbox.files("out").filter { !$0.hasSuffix(".html") } == [
        "assets/style.css", "fonts/c.woff2", "images/b.png", "pictures/a.png", "robots.txt",
      ])
    #expect(try sandbox.text("out/assets/style.css") == "p { color: red }")
    #expect(try sandbox.text("out/index.html").contains("A fruit: Apple"))
  }

  @Test func theFolderMayBeOmitted() throws {
    let outcome = try pomona(in: "shop", "build")
    #expect(outcome.status == 0)
    #expect(try sandbox.files("shop/build/shop/images") == ["b.png"])
  }

  @Test(arguments: [
    ("shop", ".", "catalog.yml"), ("shop", "../shop", "../shop/catalog.yml"), (".", "shop/", "shop/catalog.yml"),
    (".", "./shop", "./shop/catalog.yml"), ("shop/images", "..", "../catalog.yml"),
  ])
  func filesAreNamedLikeTheFolder(current: String, path: String, file: String) throws {
    try sandbox.write("shop/catalog.yml", "datasets: { fruits: fruit.csv }\nassets: [nothing]\n")
    #expect(
      try pomona(in: current, "build", path).errors == """
        error: \(file), line 2, column 10: “nothing” is no file or folder with files in it.
          Its path is relative to the catalog's folder.
        error: \(file.replacing("catalog.yml", with: "fruit.csv")): there is no such file.

        """)
  }
}
