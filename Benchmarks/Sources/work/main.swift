// work OPERATION CATALOG OUTPUT: performs one of the operations whose work is counted, and prints how often, and how
// many allocations it took. `Benchmarks/Work/work.py` counts the instructions within `counted`.
import Allocations
import CellsSuite
import ChangesetsSuite
import DataSourcesSuite
import Measuring
import PomonaKit

/// Another description of a row of a catalog that has been built, as far as the files that show it.
let livingEdit = CountedWork("living edit", repetitions: 20) {
  var settings = CatalogBuilder.Settings()
  settings.jobs = 1
  let builder = CatalogBuilder(at: CommandLine.arguments[2], into: CommandLine.arguments[3], settings: settings)
  _ = try builder.build()
  guard let packages = builder.catalog?.dataset(named: "packages") else { throw NoPackages() }
  var number = 0
  return {
    number += 1
    let place = number * 97 % packages.numberOfItems
    let edited = packages.item(at: ItemPath(0, place)).replacing("description", with: .markdown("Edited: \(number)."))
    packages.edit { $0.update(edited, at: place) }
    do {
      _ = try builder.update()
    } catch {
      fatalError("The catalog cannot be built: \(error)")
    }
  }
}

struct NoPackages: Error {}

/// Calls a function. Only what happens meanwhile is counted.
@inline(never) func counted(_ body: () -> Void) { body() }

let operations = [livingEdit, countedDiff, countedChange, countedMessage]
guard let operation = operations.first(where: { $0.name == CommandLine.arguments[1] }) else {
  fatalError("There is no operation “\(CommandLine.arguments[1])”.")
}
let perform = try operation.prepare()
let before = pomona_allocations()
counted { for _ in 0..<operation.repetitions { perform() } }
print(operation.repetitions, pomona_allocations() - before)
