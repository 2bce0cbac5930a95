import Foundation
import JSONValues
import PluginHosting

extension PluginTesting {
  /// Sends the messages of a transcript to a program, and throws an error if the program answers differently.
  ///
  /// A transcript is a file like those in `docs/plugins/transcripts`: a line with the member `about`, and a line for
  /// each message, with the member `to` for a message to the plugin or `from` for one from it. Answers match if they
  /// have the same members, in any order.
  ///
  /// - Parameters:
  ///   - transcript: The path of the transcript.
  ///   - program: The path of the program.
  /// - Throws: An error that names the line and the different answer; or the error that the transcript cannot be read,
  ///   or the program not started.
  public static func replay(transcriptAt transcript: String, with program: String) throws {
    let text = [UInt8](try Data(contentsOf: URL(filePath: transcript)))
    try PluginTranscript(parsing: text).replay(to: ChildProcess(program)) { $0.sortedMembers == $1.sortedMembers }
  }
}

extension JSONValue {
  /// The value with the members of all objects sorted by name.
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
