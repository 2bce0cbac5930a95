import Foundation
import PomonaKit

// Reads a data file, or a folder of files with an object each, as the command reads bare data, and prints the number of its rows.
do {
  let dataset = try Dataset(contentsOf: CommandLine.arguments[1], options: .init(problems: .warn))
  print(dataset.records.count)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
