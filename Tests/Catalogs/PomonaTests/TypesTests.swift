import Foundation
import Testing

/// `pomona types`. Its output is tested in CatalogKit.
@Suite struct TypesTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write([
      "fruits.csv": "name,size\nApple,2\nPear,\n", "catalog/nuts.csv": "name\nCashew\n",
      "catalog/catalog.yml": "datasets: { nuts: nuts.csv, others: ../fruits.csv }",
    ])
  }

  @Test func typesAreWrittenOrPrinted() throws {
    let printed = try sandbox.pomona("types", "fruits.csv")
    #expect(printed.status == 0 && printed.errors.isEmpty)
    #expect(printed.output.contains("struct Fruit: DatasetRow {") && printed.output.contains("let size: Int?"))
    let written = try sandbox.pomona("types", "fruits.csv", "--output", "Fruit.swift")
    #expect(written.status == 0 && written.output.isEmpty)
    #expect(try sandbox.text("Fruit.swift") == printed.output)
    let named = try sandbox.pomona("types", "fruits.csv", "--type", "Pome")
    #expect(named.output == printed.output.replacing("Fruit", with: "Pome"))
  }

  @Test func dataSetsAreChosen() throws {
    func types(_ arguments: String...) throws -> [Bool] {
      let outcome = try sandbox.pomona(["types", "catalog"] + arguments)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return ["struct Nut:", "struct Other:"].map { outcome.output.contains($0) }
    }
    #expect(try types() == [true, true])
    #expect(try types("--dataset", "others") == [false, true])
    #expect(try types("--file", "catalog/nuts.csv") == [true, false])
    #expect(try types("--file", "catalog/catalog.yml") == [false, true])
    #expect(try types("--file", "fruits.csv") == [false, false])
    #expect(try sandbox.pomona("types", "catalog", "--file", "a", "--dataset", "b").status == 2)
    #expect(try sandbox.pomona("types", "catalog", "--type", "Nut").errors.contains("more than one data set"))
  }

  @Test func invalidDataWritesNothing() throws {
    #expect(try sandbox.pomona("types", "fruits.csv", "--output", "Fruit.swift").status == 0)
    let before = try sandbox.text("Fruit.swift")
    try sandbox.write("fruits.csv", "name,size\nApple,2,3\n")
    #expect(try sandbox.pomona("types", "fruits.csv", "--output", "Fruit.swift").status == 1)
    #expect(try sandbox.text("Fruit.swift") == before)
    #expect(try sandbox.pomona("types", "fruits.csv", "--output", "fruits.csv").status == 1)
    #expect(try sandbox.text("fruits.csv") == "name,size\nApple,2,3\n")
  }
}
