import DataSources
import DatabaseSources
import GRDB
import Testing

/// Runs the example of the landing page DatabaseSources.md. `DocumentationTests` of the architecture checks that it is
/// here as text.
@MainActor @Suite struct DocumentationTests {
  @Test func databases() async throws {
    let file = try TestDatabase([apple, pear, plum])
    let pomes = try show(file.writer)
    await Task.yield()
    #expect(pomes.items == [apple, quince])
  }

  private let quince = Fruit(id: 9, name: "quince", family: "pome")

  private func show(_ database: any DatabaseWriter) throws -> any DataSource<Fruit> {
    let fruits = try FetchedResults(FetchedQuery(Fruit.order(Column("name"))), in: database)
    let pomes = fruits.applying(.filter { $0.family == "pome" })

    try fruits.write { try quince.insert($0) }  // is shown when it returns
    #expect(pomes.items == [apple, pear, quince])
    try database.write { _ = try pear.delete($0) }  // is shown at the next turn of the main actor
    return pomes
  }
}
