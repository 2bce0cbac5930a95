import Fingerprints
import Foundation
import Glibc

/// Checks whether the files of a catalog are on the disk as they are recorded.
///
/// A file whose size and modification time match the record is considered unchanged, unless its time is not before that
/// of the store: then another program may have written to it within the same tick of the file system's clock, and its
/// bytes are compared.
final class Inspector {
  /// Whether the bytes of every file are compared, whatever its size and its modification time.
  private let isReading: Bool
  private var cursor: FolderCursor
  /// The folder that was entered last: its path with a trailing slash, and the result of entering it.
  private var last: (path: [UInt8], way: FolderCursor.Way)

  init(in root: Folder, isReading: Bool = false) {
    self.isReading = isReading
    cursor = FolderCursor(root)
    last = ([], .open(root))
  }

  /// Returns what is on the disk in the place of a file.
  ///
  /// - Complexity: O(*n*) in the file's length if its bytes are compared, otherwise O(1).
  func look(at id: Int, in inventory: Inventory) -> DiskState {
    inventory.paths.withBytes(of: id) { path in
      do {
        let split = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        try enter(UnsafeBufferPointer(rebasing: path[..<split]))
        switch last.way {
        case .missing: return .missing
        case .blocked: return .blocked
        case .open(let folder):
          guard let start = path.baseAddress else { return .missing }
          // The path table stores a zero byte after the path.
          let name = UnsafeRawPointer(start + split).assumingMemoryBound(to: CChar.self)
          return try Self.look(at: name, in: folder, inventory.record(of: id), isReading ? nil : inventory.recorded)
        }
      } catch {
        // The next write to this place reports the error.
        return .other
      }
    }
  }

  /// Enters the folder of a path, which has a trailing slash.
  private func enter(_ path: UnsafeBufferPointer<UInt8>) throws(SystemError) {
    guard path.count != last.path.count || !path.elementsEqual(last.path) else { return }
    let way = try cursor.enter(Substring(decoding: path.dropLast(), as: UTF8.self))
    last = (Array(path), way)
  }

  private static func look(
    at name: UnsafePointer<CChar>, in folder: Folder, _ record: FileRecord?, _ recorded: Int?
  ) throws(SystemError) -> DiskState {
    guard let status = try folder.status(of: name) else { return .missing }
    guard status.kind == .file else { return .blocked }
    guard let record, record.size == status.size else { return .other }
    if record.modified == status.modified, let recorded, record.modified < recorded { return .recorded }
    guard let file = try folder.read(String(cString: name)) else { return .missing }
    guard Fingerprint(file.bytes) == record.content else { return .other }
    return record.modified == file.status.modified ? .recorded : .rewritten(modified: file.status.modified)
  }
}

/// An inspection of all files of a catalog, and a search for foreign files. It starts in the background, on processors
/// that the caller's work leaves free, and is completed by the caller that waits for its results.
struct Inspection: Sendable {
  private enum Piece: Sendable {
    /// The number of files in the folder.
    case count(Result<Int, SystemError>)
    /// The states of some of the catalog's files.
    case states([DiskState])
  }

  private static let share = 1024

  private let inventory: Inventory
  /// The catalog's files.
  private let files: [Int]
  private let root: Folder
  private let work: SharedWork<Piece>

  /// Starts an inspection.
  ///
  /// - Parameters:
  ///   - inventory: The records of the catalog's files.
  ///   - files: The numbers of the catalog's files, in path order.
  ///   - isCounting: Whether ``foreignFile()`` is going to be called.
  ///   - isReading: Whether the bytes of every file are compared, whatever its size and its modification time.
  init(_ inventory: Inventory, of files: [Int], in root: Folder, isCounting: Bool, isReading: Bool) {
    self.inventory = inventory
    self.files = files
    self.root = root
    let count = files.count
    let threads = max(ProcessInfo.processInfo.activeProcessorCount - 1, 1)
    // The count is a single piece, so that it comes first.
    let counts = isCounting ? 1 : 0
    work = SharedWork(pieces: counts + (count + Self.share - 1) / Self.share, threads: threads) { piece in
      guard piece >= counts else { return .count(ForeignFiles.count(in: root)) }
      let inspector = Inspector(in: root, isReading: isReading)
      let start = (piece - counts) * Self.share
      return .states(
        files[start..<min(start + Self.share, count)].map { inspector.look(at: $0, in: inventory) })
    }
  }

  /// Returns what is on the disk in the place of each file of the catalog, by number.
  ///
  /// - Complexity: O(*n*) in the number of files.
  func states() -> [DiskState] {
    var states = [DiskState](repeating: .missing, count: inventory.paths.count)
    for (id, state) in zip(files, inOrder()) { states[id] = state }
    return states
  }

  /// Returns the first foreign file in the folder, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the number of files.
  func foreignFile() throws(SystemError) -> String? {
    let isComplete = inOrder().allSatisfy { $0.isFile }
    // If all files of the catalog are in their places, and the number of files is theirs, there are no foreign files,
    // and the second, slower search is not needed.
    for case .count(let count) in work.wait() where isComplete {
      if try count.get() == files.count { return nil }
    }
    return try ForeignFiles.first(in: root, besides: inventory)
  }

  private func inOrder() -> some Sequence<DiskState> {
    work.wait().lazy.flatMap { piece -> [DiskState] in
      if case .states(let states) = piece { states } else { [] }
    }
  }
}

/// What is on the disk in the place of a file of the catalog.
enum DiskState: Equatable, Sendable {
  /// The file as it was recorded.
  case recorded
  /// A file with the recorded bytes and another modification time.
  case rewritten(modified: Int)
  /// A file with other bytes than the recorded ones, or without a record, or one that could not be read.
  case other
  /// There is no file.
  case missing
  /// Something other than a file, or a file or link on the path to it. Pomona has not made it.
  case blocked

  /// Whether the catalog's file is certainly there.
  var isFile: Bool {
    switch self {
    case .recorded, .rewritten: true
    case .other, .missing, .blocked: false
    }
  }
}
