import Foundation
import Testing

extension Sandbox {
  /// A folder with a catalog, which is built once for all tests.
  private static let withCatalog: Result<Sandbox, any Error> = Result {
    let sandbox = try Sandbox()
    // What is static is not released.
    atexit { try? Sandbox.withCatalog.get().delete() }
    try sandbox.write("earlier.csv", "name\nApple\nPear\n")
    try sandbox.build("earlier.csv", "--output", "earlier")
    return sandbox
  }

  /// A missing folder, an empty one, and one with a catalog.
  static let allOutputs = ["new", "empty", "earlier"]

  /// Builds bad input into a folder with an earlier catalog, or into several: each time there is the same message,
  /// nothing on standard output, and no file is touched.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command.
  ///   - outputs: The folders to build into.
  /// - Returns: The text on standard error, without the line break at its end.
  func refusal(
    of arguments: String..., into outputs: [String] = ["earlier"],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    if !exists("earlier") {
      try FileManager.default.copyItem(at: Sandbox.withCatalog.get().url("earlier"), to: url("earlier"))
    }
    try makeFolder("empty")
    let before = try contents()
    var messages: [String] = []
    for output in outputs {
      let outcome = try pomona(["build"] + arguments + ["--output", output])
      #expect(outcome.status == 1, sourceLocation: sourceLocation)
      #expect(outcome.output == "", sourceLocation: sourceLocation)
      #expect(try contents() == before, "what was in the folder is as it was", sourceLocation: sourceLocation)
      messages.append(outcome.errors)
    }
    #expect(Set(messages).count == 1, "the message does not depend on the output", sourceLocation: sourceLocation)
    return messages[0].hasSuffix("\n") ? String(messages[0].dropLast()) : messages[0]
  }
}
