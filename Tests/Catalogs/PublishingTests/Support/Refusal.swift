import Diagnostics
import Foundation
import Testing

extension Site {
  /// The message of a refused operation, which must not change any file or folder, hidden or not.
  func refusal(sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) throws -> String {
    let before = try traces()
    var message = ""
    do {
      try body()
      Issue.record("nothing was refused", sourceLocation: sourceLocation)
    } catch let error as DiagnosticsError {
      message = error.description
    }
    let after = try traces()
    #expect(Set(after.keys) == Set(before.keys), sourceLocation: sourceLocation)
    for (path, trace) in after where trace.mode & S_IFMT == S_IFREG {
      #expect(trace == before[path], "\(path)", sourceLocation: sourceLocation)
    }
    return message
  }
}
