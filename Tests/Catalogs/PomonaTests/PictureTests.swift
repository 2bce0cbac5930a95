import Foundation
import Testing

@Suite struct PictureTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [["fruits.csv"], ["."], []])
  func picturesAreCopied(path: [String]) throws {
    try sandbox.write([
      "fruits.csv": "name,picture\nApple,pictures/red apple.png\nPear,https://example.org/pear.png\n",
      "catalog.yml": "datasets: { fruits: fruits.csv }\n", "pictures/red apple.png": "PNG", "pictures/other.png": "PNG",
    ])
    let outcome = try sandbox.pomona(["build"] + path + ["--output", "out"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(try sandbox.files("out", ending: ".png") == ["pictures/red apple.png"])
    #expect(try sandbox.text("out/pictures/red apple.png") == "PNG")
    let files = Set(try sandbox.files("out"))
    for page in ["index.html", "fruits/index.html", "fruits/apple.html"] {
      let pictures = HTMLPage(try sandbox.text("out/\(page)")).all("img")
      let local = pictures.compactMap { target(of: $0.attributes["src"] ?? "", on: page) }
      #expect(local == ["pictures/red apple.png"], "\(page)")
      #expect(files.isSuperset(of: local))
      #expect(pictures.first?.attributes["alt"] == "Apple")
    }
    let pear = HTMLPage(try sandbox.text("out/fruits/pear.html"))
    #expect(pear.all("img").map { $0.attributes["src"] } == ["https://example.org/pear.png"])
  }

  @Test func missingPictureIsAWarning() throws {
    try sandbox.write("data/fruits.csv", "name,picture\nApple,apple.png\n")
    let outcome = try sandbox.pomona("build", "data/fruits.csv", "--output", "out")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        warning: data/fruits.csv, row 2, field “picture”: the picture “apple.png” is not in the catalog's folder.
          Put the file there; its path is relative to the catalog's folder.

        """)
    let page = HTMLPage(try sandbox.text("out/fruits/apple.html"))
    #expect(page.all("img").isEmpty)
    #expect(page.all("div", class: "article-body").first?.text.contains("apple.png") == true)
  }

  @Test func missingPicturesAreCounted() throws {
    try sandbox.write("data/fruits.csv", "name,picture\n" + (1...14).map { "Fruit \($0),\($0).png\n" }.joined())
    let outcome = try sandbox.pomona("build", "data/fruits.csv", "--output", "out")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 12, "\(outcome.errors)")
    #expect(lines[10] == "warning: data/fruits.csv: and 4 more pictures that cannot be shown.")
  }

  @Test(arguments: [
    "../secret.png", "pictures/../../secret.png", "link.png", "folder/secret.png", "twin/secret.png",
    ".hidden/secret.png",
    "pictures/.secret.png",
  ])
  func pictureOutsideIsNotCopied(path: String) throws {
    try sandbox.write([
      "data/fruits.csv": "name,picture\nApple,\(path)\n", "data/pictures/.secret.png": "secret",
      "data/.hidden/secret.png": "secret", "secret.png": "secret", "outside/secret.png": "secret",
      "data-twin/secret.png": "secret",
    ])
    try sandbox.link("data/link.png", to: "../secret.png")
    try sandbox.link("data/folder", to: "../outside")
    // Its path has that of the catalog's folder as a prefix.
    try sandbox.link("data/twin", to: "../data-twin")
    let outcome = try sandbox.pomona("build", "data/fruits.csv", "--output", "out")
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("warning: data/fruits.csv, row 2, field “picture”: "), "\(outcome.errors)")
    #expect(try sandbox.files("out", ending: ".png") == [])
    #expect(!(try sandbox.contents(of: "out").values.contains(.file(Data("secret".utf8)))))
  }

  @Test func aPictureThatIsNoLongerNamedIsDeleted() throws {
    try sandbox.write(["data/fruits.csv": "name,picture\nApple,apple.png\n", "data/apple.png": "PNG"])
    try sandbox.build("data/fruits.csv", "--output", "out")
    #expect(sandbox.exists("out/apple.png"))
    try sandbox.write("data/fruits.csv", "name,picture\nApple,\n")
    try sandbox.build("data/fruits.csv", "--output", "out")
    #expect(!sandbox.exists("out/apple.png"))
    #expect(sandbox.exists("data/apple.png"))
  }
}
