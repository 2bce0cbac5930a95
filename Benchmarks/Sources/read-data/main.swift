import Foundation
import PomonaKit

// Reads a data file, or a folder of files with one object each, in the way the command reads data without a
// configuration, and prints the number of rows.
do {
  let dataset = try Dataset(contentsOf: CommandLine.arguments[1], options: .init(problems: .warn))
  print(dataset.records.count)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
