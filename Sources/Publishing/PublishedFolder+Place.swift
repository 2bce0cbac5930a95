import Diagnostics
import Glibc

/// A state folder that stands elsewhere keeps, in a note, which output folder it goes with: two that share it would take each other's files
/// for their own.
extension PublishedFolder {
  private static let place = "output"

  /// Throws an error if what is known goes with another folder.
  ///
  /// It goes with the one that the same way leads to as before, even where both were moved or copied elsewhere. And it goes with
  /// one of another name if there is none of the old name any more, and one of the files is there as it was published: that was renamed.
  func refuseForeignState(in root: Folder) throws(DiagnosticsError) {
    guard let known = note(Self.place), known != placeNote else { return }
    let old = "\(request.hiddenPath)/\(String(decoding: known, as: UTF8.self))"
    var status = stat()
    if stat(old, &status) != 0 {
      let inspector = Inspector(inventory, in: root)
      if inventory.order.isEmpty || inventory.order.contains(where: { inspector.look(at: $0) == .recorded }) { return }
    }
    throw diagnostics.foreignState(of: FolderPath(old).resolved ?? old)
  }

  /// The notes that are kept for the folder itself.
  var ownNotes: [String: [UInt8]] { request.state == nil ? [:] : [Self.place: placeNote] }

  /// The way from the state folder to the folder.
  private var placeNote: [UInt8] {
    let to = (FolderPath(path).resolved ?? path).pathParts
    let from = (FolderPath(request.hiddenPath).resolved ?? request.hiddenPath).pathParts
    let shared = zip(to, from).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let way = Array(repeating: "..", count: from.count - shared) + to[shared...].map(String.init)
    return Array(way.joined(separator: "/").utf8)
  }
}
