import Fingerprints
import Glibc

/// Looks whether the files of a catalog are on the disk as they are recorded.
///
/// A file whose size and time are those of the record is taken to be as it was, unless it was written when the store was or later: then
/// somebody may have written to it once more within one tick of the file system's clock, and its bytes are looked at.
///
/// A class, so that the inventory, which other threads use, is neither copied nor counted for each file.
final class Inspector {
  private let inventory: Inventory
  /// Whether the bytes of every file are looked at, whatever its size and its time.
  private let isReading: Bool
  private var cursor: FolderCursor
  /// The folder that was looked into last, with a slash behind it, and where it is.
  private var last: (path: [UInt8], way: FolderCursor.Way)

  init(_ inventory: Inventory, in root: Folder, isReading: Bool = false) {
    self.inventory = inventory
    self.isReading = isReading
    cursor = FolderCursor(root)
    last = ([], .open(root))
  }

  /// What is where a file should be.
  ///
  /// - Complexity: O(*n*) in the file's length if it was written to, else O(1).
  func look(at id: Int) -> Sighting {
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
          return try Self.look(at: name, in: folder, inventory.records[id], isReading ? nil : inventory.recorded)
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
