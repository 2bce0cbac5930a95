import Foundation

/// An error that ends a suite.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Prints a note to the standard error.
func note(_ text: String) { FileHandle.standardError.write(Data("note: \(text)\n".utf8)) }

/// Prints an error, and exits.
func fail(_ error: any Error) -> Never {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
