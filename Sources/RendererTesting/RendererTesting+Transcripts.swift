import Foundation
import JSONValues
import PluginHosting

extension RendererTesting {
  /// Has a conversation that was written down once more with a program, and throws an error where it answers otherwise.
  ///
  /// A conversation is a file as those of `docs/plugins/transcripts`: a line that says what it is `about`, and a line for each message, which has
  /// it as `to` the plugin or `from` it. Answers are the same if their members are, in any order.
  ///
  /// - Parameters:
  ///   - transcript: The path of the file.
  ///   - program: The path of the program.
  /// - Throws: What the program answers instead, and in which line; or that one of the two cannot be read or started.
  public static func replay(transcriptAt transcript: String, with program: String) throws {
    let text = [UInt8](try Data(contentsOf: URL(filePath: transcript)))
    try PluginTranscript(parsing: text).replay(to: ChildProcess(program)) { $0.sortedMembers == $1.sortedMembers }
  }
}

extension JSONValue {
  /// The value with the members of objects in the order of their names.
  fileprivate var sortedMembers: JSONValue {
    switch self {
    case .object(let object):
      .object(
        object.members.sorted { $0.name < $1.name }.reduce(into: JSONObject()) { sorted, member in
          sorted[member.name] = member.value.sortedMembers
        })
    case .array(let elements): .array(elements.map(\.sortedMembers))
    default: self
    }
  }
}
