import Diagnostics
import Fingerprints

/// Makes files: the bytes, the comparison with what is there, and the staged file. Each thread has its own.
struct FileMaker {
  /// Where files are staged; nothing if nothing is to be written.
  private var staging: StagedFiles?
  /// Where they are going to be, if it is there.
  private var place: FolderCursor?
  private let diagnostics: PublishingDiagnostics

  init(staging: StagedFiles?, place: Folder?, diagnostics: PublishingDiagnostics) {
    self.staging = staging
    self.place = place.map { FolderCursor($0) }
    self.diagnostics = diagnostics
  }

  /// The tasks that are made in one go: one alone, or those in a row that one maker makes together.
  static func runs(_ tasks: [MakingTask]) -> [ArraySlice<MakingTask>] {
    var runs: [ArraySlice<MakingTask>] = []
    var start = tasks.startIndex
    for index in tasks.indices where index > start && !tasks[index].isMade(with: tasks[index - 1]) {
      runs.append(tasks[start..<index])
      start = index
    }
    return start < tasks.endIndex ? runs + [tasks[start...]] : runs
  }

  /// Makes the files of one run, and stages those whose places do not have them already.
  mutating func make(_ run: ArraySlice<MakingTask>) throws(DiagnosticsError) -> [MadeFile] {
    var files: [MadeFile] = []
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

  private mutating func make(_ task: MakingTask, of bytes: [UInt8]) throws(DiagnosticsError) -> MadeFile {
    let content = Fingerprint(bytes)
    let present = try present(task)
    if let present, present.content == content {
      return task.made(content, size: present.size, modified: present.modified, isNew: false, isChanged: false)
    }
    try refuseForeign(task, present?.content)
    let modified = try stage(bytes, as: task.path)
    return task.made(content, size: bytes.count, modified: modified, isNew: present == nil, isChanged: true)
  }

  /// Stages a file while it is made, and deletes it again if its place has it already.
  private mutating func make(
    _ task: MakingTask, streaming stream: @Sendable (([UInt8]) throws -> Void) throws -> Void
  ) throws(DiagnosticsError) -> MadeFile {
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
        Diagnostic(code: "file/failed", "the file cannot be made: \(error)", at: .init(file: task.path)))
    }
    let content = digest.fingerprint
    if let present, present.content == content {
      return task.made(content, size: present.size, modified: present.modified, isNew: false, isChanged: false)
    }
    try refuseForeign(task, present?.content)
    return task.made(content, size: digest.count, modified: modified, isNew: present == nil, isChanged: true)
  }

  /// Deletes a staged file that is not published after all.
  mutating func discard(_ path: String) throws(DiagnosticsError) {
    do throws(SystemError) {
      if let (folder, name) = try staging?.place(of: path, making: true) { try folder.removeFile(name) }
    } catch {
      throw diagnostics.error("delete", path, error)
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
    case .unread, .claimed:
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
      guard let (folder, name) = try staging?.place(of: path, making: true) else { return 0 }
      return try folder.makeFile(name, bytes).modified
    } catch {
      throw diagnostics.error("write", path, error)
    }
  }

  /// Throws an error if there is a file with other bytes that may be somebody else's.
  private func refuseForeign(_ task: MakingTask, _ present: Fingerprint?) throws(DiagnosticsError) {
    if present != nil, task.present == .claimed { throw diagnostics.obstacle(task.path, to: task.path) }
  }
}

/// A file that has to be made.
struct MakingTask: Sendable {
  /// What is on the disk in the file's place.
  enum Present: Equatable, Sendable {
    /// Nothing.
    case nothing
    /// A file of the catalog with these bytes.
    case recorded(content: Fingerprint, size: Int, modified: Int)
    /// A file of the catalog whose bytes are not known.
    case unread
    /// A file that may be the catalog's, whose record was lost then; if it has other bytes, it is somebody else's.
    case claimed
  }

  /// Where it stands in the plan.
  let turn: Int
  /// The number of its path.
  let id: Int
  let path: String
  let kind: PlannedFile.Kind
  let group: String?
  let ingredients: Fingerprint?
  let inputs: Fingerprint?
  let content: FileContent
  let present: Present

  /// What the file is made of, where it is made together with others.
  var subject: (any Sendable)? {
    if case .part(_, let subject) = content { subject } else { nil }
  }

  /// Whether the file is made together with another one.
  func isMade(with other: MakingTask) -> Bool {
    guard case .part(let maker, _) = content, case .part(let otherMaker, _) = other.content else { return false }
    return maker === otherMaker
  }

  /// What is known of the file when it has been made.
  func made(_ content: Fingerprint, size: Int, modified: Int, isNew: Bool, isChanged: Bool) -> MadeFile {
    var record = FileRecord(content: content, size: size, modified: modified)
    if let ingredients { record.ingredients = ingredients }
    if let inputs { record.inputs = inputs }
    return MadeFile(id: id, kind: kind, group: group, record: record, isNew: isNew, isChanged: isChanged)
  }
}

/// A file that was made.
struct MadeFile: Sendable {
  /// The number of its path.
  let id: Int
  let kind: PlannedFile.Kind
  let group: String?
  let record: FileRecord
  /// Whether a file was there before.
  let isNew: Bool
  /// Whether it has other bytes than the one that was there before, and was staged.
  let isChanged: Bool
}
