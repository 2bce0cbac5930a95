package import JSONValues
package import PluginHosting

/// A transcript of the messages between Pomona and a plugin, in the format of `docs/plugins/transcripts`: a line with
/// the member `about`, and a line for each message, with the member `to` or `from`.
package struct PluginTranscript: Hashable, Sendable {
  /// A message, and its direction.
  package enum Line: Hashable, Sendable {
    case to(JSONValue)
    case from(JSONValue)
  }

  /// An error in a transcript, or an answer that differs from it.
  package struct Mismatch: Error, Hashable, Sendable {
    /// A description of the error.
    package let message: String
  }

  /// The subject of the transcript.
  package var about: String
  /// The messages, in order.
  package var lines: [Line]

  /// Creates a transcript.
  package init(about: String, lines: [Line] = []) {
    self.about = about
    self.lines = lines
  }

  /// Creates a transcript from its text.
  package init(parsing text: [UInt8]) throws {
    let lines = try text.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: Array($0)) }
    guard let about = lines.first?["about"]?.string else { throw Mismatch(message: "the first line says nothing") }
    self.init(
      about: about,
      lines: try lines.dropFirst().map { line in
        if let message = line["to"] { return .to(message) }
        if let message = line["from"] { return .from(message) }
        throw Mismatch(message: "a line is neither to the plugin nor from it")
      })
  }

  /// Sends the messages of the transcript to a plugin, and throws a mismatch if the plugin answers differently.
  ///
  /// - Parameter isSame: Returns whether an answer matches that of the transcript. By default they must be equal.
  package func replay(
    to plugin: some LineConnection, within limits: ExchangeLimits = ExchangeLimits(),
    where isSame: (_ answer: JSONValue, _ expected: JSONValue) -> Bool = { $0 == $1 }
  ) throws {
    var questions: [JSONValue] = []
    for (index, line) in lines.enumerated() {
      switch line {
      case .to(let message): questions.append(message)
      case .from(let expected):
        var answer: JSONValue?
        try plugin.exchange(questions.map(\.line), within: limits) { line in
          guard let message = try? JSONValue(parsing: Array(line)) else { return false }
          guard message["t"] != "progress" else { return true }
          answer = message
          return false
        }
        questions = []
        guard let answer, isSame(answer, expected) else {
          let said = answer.map { String(decoding: $0.line, as: UTF8.self) } ?? "no message"
          throw Mismatch(message: "line \(index + 2) of “\(about)”: it answered \(said)")
        }
      }
    }
    plugin.close(grace: .zero)
  }
}
