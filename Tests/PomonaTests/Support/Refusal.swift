import Testing

extension Sandbox {
  /// Builds bad input into a folder that is not there, and into one with an earlier catalog: each time there is the same message,
  /// nothing on standard output, and no file is touched.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command.
  ///   - outputs: The folders to build into. One more is there, “empty”.
  /// - Returns: What is printed on standard error, without the line break at its end.
  func refusal(
    of arguments: String..., into outputs: [String] = ["new", "earlier"],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try write("earlier.csv", "name\nApple\nPear\n")
    try build("earlier.csv", "--output", "earlier")
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
