import Diagnostics
import Fingerprints

/// A worker's state for making files: it produces the bytes, compares them with the file on the disk, and stages the
/// file. Each thread has its own copy.
struct FileStager {
  /// The place where files are staged; `nil` for a check, which writes nothing.
  private var staging: StagedFiles?
  /// A cursor in the output folder; `nil` if the folder does not exist.
  private var place: FolderCursor?
  private let diagnostics: PublishingDiagnostics

  init(staging: StagedFiles?, place: Folder?, diagnostics: PublishingDiagnostics) {
    self.staging = staging
    self.place = place.map { FolderCursor($0) }
    self.diagnostics = diagnostics
  }

  /// Splits tasks into runs that are made in one call: a single task, or consecutive tasks of the same
  /// ``ContentMaker``.
  static func runs(_ tasks: [FileTask]) -> [ArraySlice<FileTask>] {
    var runs: [ArraySlice<FileTask>] = []
    var start = tasks.startIndex
    for index in tasks.indices where index > start && !tasks[index].isMade(with: tasks[index - 1]) {
      runs.append(tasks[start..<index])
      start = index
    }
    return start < tasks.endIndex ? runs + [tasks[start...]] : runs
  }

  /// Makes the files of one run, and stages those that differ from the files on the disk.
  mutating func make(_ run: ArraySlice<FileTask>) throws(DiagnosticsError) -> [FinishedFile] {
    var files: [FinishedFile] = []
    if case .part(let maker, _)? = run.first?.content {
      let contents = try maker.contents(of: run.compactMap(\.subject))
      for (task, bytes) in zip(run, contents) { files.append(try make(task, of: bytes)) }
    } else {
      for task in run {
        if case .streamed(let stream) = task.content {
          files.append(try make(task, streaming: stream))
        } else {
          files.append(try make(task, of: try bytes(of: task.content)))
        }
      }
    }
    return files
  }

  private mutating func make(_ task: FileTask, of bytes: [UInt8]) throws(DiagnosticsError) -> FinishedFile {
    let content = Fingerprint(bytes)
    let present = try present(task)
    if let present, present.content == content { return FinishedFile(task, present, change: nil) }
    try refuseForeign(task, present)
    let file = FileRecord(content: content, size: bytes.count, modified: try stage(bytes, as: task.path))
    return FinishedFile(task, file, change: present == nil ? .created : .updated)
  }

  /// Stages a file while it is made, and deletes it again if the file on the disk has the same bytes.
  private mutating func make(
    _ task: FileTask, streaming stream: @Sendable (([UInt8]) throws -> Void) throws -> Void
  ) throws(DiagnosticsError) -> FinishedFile {
    let present = try present(task)
    let digest = StreamFingerprinter()
    var modified = 0
    do {
      if let (folder, name) = try staging?.place(of: task.path, making: true) {
        let file = try folder.newFile(name)
        try stream { bytes in
          digest.append(bytes)
          try file.append(bytes)
        }
        modified = try file.status().modified
        if present?.content == digest.fingerprint || present != nil && task.present == .claimed {
          try folder.removeFile(name)
        }
      } else {
        try stream { digest.append($0) }
      }
    } catch let error as DiagnosticsError {
      throw error
    } catch let error as SystemError {
      throw diagnostics.error("write", task.path, error)
    } catch {
      throw DiagnosticsError(
        Diagnostic(code: "file/failed", "the file cannot be rendered: \(error)", at: .init(file: task.path)))
    }
    let file = FileRecord(content: digest.fingerprint, size: digest.count, modified: modified)
    if let present, present.content == file.content { return FinishedFile(task, present, change: nil) }
    try refuseForeign(task, present)
    return FinishedFile(task, file, change: present == nil ? .created : .updated)
  }

  /// Deletes a staged file that is not going to be published.
  mutating func discard(_ path: String) throws(DiagnosticsError) {
    try diagnostics.attempt("delete", path) { () throws(SystemError) in
      if let (folder, name) = try staging?.place(of: path, making: true) { try folder.removeFile(name) }
    }
  }

  private func bytes(of content: FileContent) throws(DiagnosticsError) -> [UInt8] {
    switch content {
    case .bytes(let bytes): return bytes
    case .made(let make): return make()
    case .streamed, .part: preconditionFailure("These are made in another way.")
    case .copy(let path):
      do {
        return try Folder.read(path)
      } catch {
        throw DiagnosticsError(
          code: "file/unreadable", "the file cannot be read: \(error)", at: .init(file: path),
          hint: "Check that it is there, and that you may read it.")
      }
    }
  }

  /// Returns the file that is on the disk in a task's place, or `nil` if there is none.
  private mutating func present(_ task: FileTask) throws(DiagnosticsError) -> FileRecord? {
    switch task.present {
    case .missing: return nil
    case .recorded(let record): return record
    case .unread, .claimed:
      return try diagnostics.attempt("read", task.path) { () throws(SystemError) in
        guard case .open(let folder)? = try place?.enter(task.path.folderPath),
          let file = try folder.read(task.path.fileName)
        else { return nil }
        return FileRecord(content: Fingerprint(file.bytes), size: file.bytes.count, modified: file.status.modified)
      }
    }
  }

  /// Stages a file, unless this is a check.
  ///
  /// - Returns: The time when the file was written, by the file system's clock; zero for a check.
  private mutating func stage(_ bytes: [UInt8], as path: String) throws(DiagnosticsError) -> Int {
    try diagnostics.attempt("write", path) { () throws(SystemError) in
      guard let (folder, name) = try staging?.place(of: path, making: true) else { return 0 }
      return try folder.makeFile(name, bytes).modified
    }
  }

  /// Throws an error if a file that may be a foreign one has other bytes.
  private func refuseForeign(_ task: FileTask, _ present: FileRecord?) throws(DiagnosticsError) {
    if present != nil, task.present == .claimed { throw diagnostics.doubtful(task.path, isPlanned: true) }
  }
}

/// The files that are staged until they are moved to their places.
///
/// Usually they are staged in a folder tree like the catalog's, so that a new folder is moved at once with everything
/// in it. When only some files of a catalog are published, they are staged flat, each under the fingerprint of its
/// path, which saves the folders.
struct StagedFiles {
  /// The name of the folder that contains the tree.
  static let folder = "files"

  let isFlat: Bool
  private let flat: Folder
  private var cursor: FolderCursor

  /// Creates a view of the staged files.
  init(in folder: Folder, isFlat: Bool) {
    self.isFlat = isFlat
    flat = folder
    cursor = FolderCursor(folder)
  }

  /// Returns the folder and the name under which a file is staged, or `nil` if its folder does not exist.
  mutating func place(of path: String, making: Bool = false) throws(SystemError) -> (folder: Folder, name: String)? {
    if isFlat { return (flat, Fingerprint(path).description) }
    switch try cursor.enter(path.folderPath, making: making) {
    case .open(let folder): return (folder, path.fileName)
    case .missing, .blocked:
      // The plan has a file and a folder of the same path.
      if making { throw .notAFolder }
      return nil
    }
  }
}
