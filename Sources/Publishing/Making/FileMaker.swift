import Diagnostics
import Fingerprints

/// Makes files, one after the other: the bytes, the comparison with what is there, and the staged file. Each thread has its own.
struct FileMaker {
  /// Where files are staged; nothing if nothing is to be written.
  private var staging: FolderCursor?
  /// Where they are going to be, if it is there.
  private var place: FolderCursor?
  private let diagnostics: PublishingDiagnostics

  init(staging: Folder?, place: Folder?, diagnostics: PublishingDiagnostics) {
    self.staging = staging.map { FolderCursor($0) }
    self.place = place.map { FolderCursor($0) }
    self.diagnostics = diagnostics
  }

  /// Makes a file, and stages it unless its place has it already.
  mutating func make(_ task: MakingTask) throws(DiagnosticsError) -> MadeFile {
    let bytes = try bytes(of: task.content)
    let content = Fingerprint(bytes)
    let present = try present(task)
    if let present, present.content == content {
      let record = task.record(content, size: present.size, modified: present.modified)
      return MadeFile(id: task.id, kind: task.kind, record: record, isNew: false, isChanged: false)
    }
    let modified = try stage(bytes, as: task.path)
    let record = task.record(content, size: bytes.count, modified: modified)
    return MadeFile(id: task.id, kind: task.kind, record: record, isNew: present == nil, isChanged: true)
  }

  private func bytes(of content: FileContent) throws(DiagnosticsError) -> [UInt8] {
    switch content {
    case .bytes(let bytes): return bytes
    case .made(let make): return make()
    case .copy(let path):
      do {
        return try Folder.read(path)
      } catch {
        throw DiagnosticsError(
          Diagnostic(
            code: "file/unreadable", "the file cannot be read: \(error)", at: .init(file: path),
            hint: "Check that it is there, and that you may read it."))
      }
    }
  }

  /// What is in a file's place.
  private mutating func present(
    _ task: MakingTask
  ) throws(DiagnosticsError) -> (content: Fingerprint, size: Int, modified: Int)? {
    switch task.present {
    case .nothing: return nil
    case .recorded(let content, let size, let modified): return (content, size, modified)
    case .unread:
      do {
        guard case .open(let folder)? = try place?.enter(task.path.folderPath),
          let file = try folder.read(task.path.fileName)
        else { return nil }
        return (Fingerprint(file.bytes), file.bytes.count, file.status.modified)
      } catch {
        throw diagnostics.error("read", task.path, error)
      }
    }
  }

  /// Writes a staged file, if anything is to be written.
  ///
  /// - Returns: When it was written, by the file system's clock.
  private mutating func stage(_ bytes: [UInt8], as path: String) throws(DiagnosticsError) -> Int {
    do throws(SystemError) {
      guard let way = try staging?.enter(path.folderPath, making: true) else { return 0 }
      guard case .open(let folder) = way else { throw .notAFolder }
      return try folder.makeFile(path.fileName, bytes).modified
    } catch {
      throw diagnostics.error("write", path, error)
    }
  }
}

/// A file that has to be made.
struct MakingTask: Sendable {
  /// What is on the disk in the file's place.
  enum Present: Sendable {
    /// Nothing.
    case nothing
    /// A file of the catalog with these bytes.
    case recorded(content: Fingerprint, size: Int, modified: Int)
    /// A file of the catalog whose bytes are not known.
    case unread
  }

  /// Where it stands in the plan.
  let turn: Int
  /// The number of its path.
  let id: Int
  let path: String
  let kind: PlannedFile.Kind
  let ingredients: Fingerprint?
  let inputs: Fingerprint?
  let content: FileContent
  let present: Present

  /// What is known of the file when it has been made.
  func record(_ content: Fingerprint, size: Int, modified: Int) -> FileRecord {
    var record = FileRecord(content: content, size: size, modified: modified)
    if let ingredients { record.ingredients = ingredients }
    if let inputs { record.inputs = inputs }
    return record
  }
}

/// A file that was made.
struct MadeFile: Sendable {
  /// The number of its path.
  let id: Int
  let kind: PlannedFile.Kind
  let record: FileRecord
  /// Whether a file was there before.
  let isNew: Bool
  /// Whether it has other bytes than the one that was there before, and was staged.
  let isChanged: Bool
}
