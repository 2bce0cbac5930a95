/// The notes that are stored with a catalog, by plain names. Each note is a log of chunks; a note that was replaced has
/// a single chunk.
///
/// The end of each note is cached, so that appending costs the same however long the note is.
final class Notes {
  /// The name of the folder with the notes, inside the state folder.
  static let folder = "notes"

  private let hidden: Folder
  private let read: (String) -> [UInt8]?
  /// The end of each note that was read, which is `nil` if there is no such note. A name that is absent was not read
  /// yet.
  private var ends: [String: SealedLog.Position?] = [:]

  /// Creates the notes of a catalog. Nothing is read until a note is needed.
  ///
  /// - Parameter pending: The unfinished transaction of a killed process, whose notes count as written.
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
      // The addition may be on the disk in part. It takes the place of everything after its offset.
      let before = file?.bytes.prefix(addition.offset) ?? []
      return before.count == addition.offset ? before + addition.bytes : file?.bytes
    }
  }

  /// Returns the name under which the replacement of a note is staged.
  static func stagedName(of name: String) -> String { "note-\(name)" }

  /// The content of a note: all chunks that are intact, concatenated; `nil` if there are none.
  ///
  /// - Complexity: O(*n*) in the length of the note.
  subscript(name: String) -> [UInt8]? {
    guard let log = read(name).flatMap({ SealedLog.read(.note, $0) }) else {
      ends[name] = .some(nil)
      return nil
    }
    ends[name] = log.end
    return log.chunks.isEmpty ? nil : log.chunks.flatMap { log.bytes[$0] }
  }

  /// Returns the chunk that replaces a note by the given bytes, or `nil` if the note has exactly this content.
  ///
  /// - Complexity: O(*n*) in the number of bytes. The first call for a name also reads the existing note.
  func replacement(of name: String, by bytes: [UInt8]) -> SealedLog.Chunk? {
    let chunk = SealedLog.chunk(.note, bytes)
    return chunk.end == end(of: name) ? nil : chunk
  }

  /// Returns the chunk that appends the given bytes to a note.
  ///
  /// - Complexity: O(*n*) in the number of bytes. The first call for a name also reads the existing note.
  func addition(of bytes: [UInt8], to name: String) -> SealedLog.Chunk {
    SealedLog.chunk(.note, after: end(of: name), bytes)
  }

  /// Returns whether there is a note with an intact header.
  func contains(_ name: String) -> Bool { end(of: name) != nil }

  /// Caches the end of a note that was replaced or appended to.
  func keep(_ end: SealedLog.Position, of name: String) { ends[name] = end }

  private func end(of name: String) -> SealedLog.Position? {
    if let end = ends[name] { return end }
    _ = self[name]
    return ends[name] ?? nil
  }
}
