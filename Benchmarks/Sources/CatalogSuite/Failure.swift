import Foundation

/// Why a suite cannot go on.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Says something beside the figures.
func note(_ text: String) { FileHandle.standardError.write(Data("note: \(text)\n".utf8)) }

/// Ends the program with an error.
func fail(_ error: any Error) -> Never {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
