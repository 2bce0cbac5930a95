import Fingerprints
import Foundation
import Glibc

/// Looks whether the files of a catalog are on the disk as they are recorded.
///
/// A file whose size and time are those of the record is taken to be as it was, unless it was written when the store was or later: then
/// somebody may have written to it once more within one tick of the file system's clock, and its bytes are looked at.
final class Inspector {
  /// Whether the bytes of every file are looked at, whatever its size and its time.
  private let isReading: Bool
  private var cursor: FolderCursor
  /// The folder that was looked into last, with a slash behind it, and where it is.
  private var last: (path: [UInt8], way: FolderCursor.Way)

  init(in root: Folder, isReading: Bool = false) {
    self.isReading = isReading
    cursor = FolderCursor(root)
    last = ([], .open(root))
  }

  /// What is where a file should be.
  ///
  /// - Complexity: O(*n*) in the file's length if it was written to, else O(1).
  func look(at id: Int, in inventory: Inventory) -> Sighting {
    inventory.paths.withBytes(of: id) { path in
      do {
        let split = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        try enter(UnsafeBufferPointer(rebasing: path[..<split]))
        switch last.way {
        case .missing: return .missing
        case .blocked: return .blocked
        case .open(let folder):
          guard let start = path.baseAddress else { return .missing }
          // In the table a zero byte follows the path.
          let name = UnsafeRawPointer(start + split).assumingMemoryBound(to: CChar.self)
          return try Self.look(at: name, in: folder, inventory.record(of: id), isReading ? nil : inventory.recorded)
        }
      } catch {
        // Whoever writes there next will hear of it.
        return .other
      }
    }
  }

  /// Goes to a folder, whose path has a slash behind it.
  private func enter(_ path: UnsafeBufferPointer<UInt8>) throws(SystemError) {
    guard path.count != last.path.count || !path.elementsEqual(last.path) else { return }
    let way = try cursor.enter(Substring(decoding: path.dropLast(), as: UTF8.self))
    last = (Array(path), way)
  }

  private static func look(
    at name: UnsafePointer<CChar>, in folder: Folder, _ record: FileRecord?, _ recorded: Int?
  ) throws(SystemError) -> Sighting {
    guard let status = try folder.status(of: name) else { return .missing }
    guard status.kind == .file else { return .blocked }
    guard let record, record.size == status.size else { return .other }
    if record.modified == status.modified, let recorded, record.modified < recorded { return .recorded }
    guard let file = try folder.read(String(cString: name)) else { return .missing }
    guard Fingerprint(file.bytes) == record.content else { return .other }
    return record.modified == file.status.modified ? .recorded : .rewritten(modified: file.status.modified)
  }
}

/// A look at all files of a catalog, and for others beside them. It is begun in the background, where the caller's own work leaves a
/// processor to it, and finished by whoever waits for it.
struct Inspection: Sendable {
  private enum Piece: Sendable {
    /// How many files there are in the folder.
    case count(Result<Int, SystemError>)
    /// What is where some of the catalog's files should be.
    case sightings([Sighting])
  }

  private static let share = 1024

  private let inventory: Inventory
  /// The catalog's files.
  private let files: [Int]
  private let root: Folder
  private let work: SharedWork<Piece>

  /// Begins to look.
  ///
  /// - Parameters:
  ///   - inventory: The catalog's files, and what is known of them.
  ///   - files: The numbers of the catalog's files, in the order of a walk.
  ///   - isCounting: Whether ``foreignFile()`` is going to be asked for.
  ///   - isReading: Whether the bytes of every file are looked at, whatever its size and its time.
  init(_ inventory: Inventory, of files: [Int], in root: Folder, isCounting: Bool, isReading: Bool) {
    self.inventory = inventory
    self.files = files
    self.root = root
    let count = files.count
    let threads = max(ProcessInfo.processInfo.activeProcessorCount - 1, 1)
    // The count cannot be divided, so that it comes first.
    let counts = isCounting ? 1 : 0
    work = SharedWork(pieces: counts + (count + Self.share - 1) / Self.share, threads: threads) { piece in
      guard piece >= counts else { return .count(ForeignFiles.count(in: root)) }
      let inspector = Inspector(in: root, isReading: isReading)
      let start = (piece - counts) * Self.share
      return .sightings(
        files[start..<min(start + Self.share, count)].map { inspector.look(at: $0, in: inventory) })
    }
  }

  /// What is where each file of the catalog should be, by number.
  ///
  /// - Complexity: O(*n*) in the number of files.
  func sightings() -> [Sighting] {
    var sightings = [Sighting](repeating: .missing, count: inventory.paths.count)
    for (id, sighting) in zip(files, inOrder()) { sightings[id] = sighting }
    return sightings
  }

  /// The first file in the folder that is not the catalog's.
  ///
  /// - Complexity: O(*n*) in the number of files.
  func foreignFile() throws(SystemError) -> String? {
    let isComplete = inOrder().allSatisfy { $0.isFile }
    // Where all files of the catalog are, and no more than those, there are no others, and nobody needs to look which is whose.
    for case .count(let count) in work.wait() where isComplete {
      if try count.get() == files.count { return nil }
    }
    return try ForeignFiles.first(in: root, besides: inventory)
  }

  private func inOrder() -> some Sequence<Sighting> {
    work.wait().lazy.flatMap { piece -> [Sighting] in
      if case .sightings(let sightings) = piece { sightings } else { [] }
    }
  }
}

/// What is found where a file of the catalog should be.
enum Sighting: Equatable, Sendable {
  /// The file as it is recorded.
  case recorded
  /// The bytes that are recorded, in a file that was written at another time.
  case rewritten(modified: Int)
  /// A file with other bytes than those that are recorded, or of which nothing is recorded.
  case other
  /// Nothing.
  case missing
  /// Something else than a file, or no way to it: nobody of us has made that.
  case blocked

  /// Whether the catalog's file is there for certain.
  var isFile: Bool {
    switch self {
    case .recorded, .rewritten: true
    case .other, .missing, .blocked: false
    }
  }
}
