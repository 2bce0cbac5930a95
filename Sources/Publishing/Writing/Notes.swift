import Fingerprints

/// What is kept beside a catalog by plain names: logs of chunks, of which a note that is replaced has one.
///
/// How a note ends is kept in mind, so that what is appended costs the same however long it is.
final class Notes {
  /// The name of the folder with the notes.
  static let folder = "notes"

  private let hidden: Folder
  private let read: (String) -> [UInt8]?
  private var ends: [String: SealedLog.Position?] = [:]

  /// Opens the notes of a catalog.
  ///
  /// - Parameters:
  ///   - hidden: The folder with what is known of the catalog.
  ///   - pending: What a process that was killed has not put in its place yet, and where it is.
  init(in hidden: Folder, pending: (folder: Folder, commit: Commit)? = nil) {
    self.hidden = hidden
    read = { name in
      if let pending, pending.commit.replacedNotes.contains(name),
        let file = try? pending.folder.read(Self.stagedName(of: name))
      {
        return file.bytes
      }
      let file = try? (try? hidden.folder(Self.folder))?.read(name)
      guard let addition = pending?.commit.appendedNotes.first(where: { $0.name == name })?.chunk else {
        return file?.bytes
      }
      let before = file?.bytes.prefix(addition.offset) ?? []
      return before.count == addition.offset ? before + addition.bytes : file?.bytes
    }
  }

  /// The name under which a note is staged that replaces another.
  static func stagedName(of name: String) -> String { "note-\(name)" }

  /// What a note says: all chunks that are whole, one after the other; nil where there are none.
  ///
  /// - Complexity: O(*n*) in its length.
  subscript(name: String) -> [UInt8]? {
    guard let log = read(name).flatMap({ SealedLog.read(.note, $0) }) else {
      ends[name] = .some(nil)
      return nil
    }
    ends[name] = log.end
    return log.chunks.isEmpty ? nil : log.chunks.flatMap { log.bytes[$0] }
  }

  /// A note that says nothing but this; nil if it is there already.
  ///
  /// - Complexity: O(*n*) in its length; when it is asked for first, also in the length of the one that is there.
  func replacement(of name: String, by bytes: [UInt8]) -> SealedLog.Chunk? {
    let chunk = SealedLog.chunk(.note, bytes)
    return chunk.end == end(of: name) ? nil : chunk
  }

  /// What has to be appended to a note.
  ///
  /// - Complexity: O(*n*) in its length; when it is asked for first, also in the length of the note that is there.
  func addition(of bytes: [UInt8], to name: String) -> SealedLog.Chunk {
    SealedLog.chunk(.note, after: end(of: name), bytes)
  }

  /// Whether there is a note.
  func contains(_ name: String) -> Bool { end(of: name) != nil }

  /// Notes how a note ends that was replaced or appended to.
  func keep(_ end: SealedLog.Position, of name: String) { ends[name] = end }

  private func end(of name: String) -> SealedLog.Position? {
    if let end = ends[name] { return end }
    _ = self[name]
    return ends[name] ?? nil
  }
}
