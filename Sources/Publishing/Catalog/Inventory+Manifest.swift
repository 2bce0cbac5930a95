/// The manifest lists the files that belong to the catalog: only those are ever changed or deleted.
///
/// It is whether the folder is adopted, a number, and the paths in the order of a walk, each with a zero byte behind it. The same files
/// make the same bytes.
extension Inventory {
  /// Reads a manifest; nothing if it is broken, and it is, too, if it names a place outside the folder.
  ///
  /// - Complexity: O(*n*) in its length.
  init?(manifest bytes: [UInt8]) {
    guard var content = SealedFile.content(.manifest, of: bytes), let adopted = content.number(), adopted <= 1 else {
      return nil
    }
    let list = content.rest
    guard list.isEmpty || list.last == 0 else { return nil }
    paths = PathTable(list)
    let isSound = paths.withPaths { path in
      (0..<paths.count).allSatisfy { id in
        guard PathRules.allow(path(id)) else { return false }
        return id == 0 || PathTable.precedes(path(id - 1), path(id)) && !PathTable.isFolder(path(id - 1), of: path(id))
      }
    }
    guard isSound else { return nil }
    isAdopted = adopted == 1
    manifest = SealedFile.seal(of: bytes)
    takeAll()
  }

  /// The manifest.
  ///
  /// - Complexity: O(*n*) in its length.
  func manifestBytes() -> [UInt8] {
    paths.withPaths { path in
      let length = order.reduce(8) { $0 + path($1).count + 1 }
      return SealedFile.bytes(.manifest, length: length) { writer in
        writer.put(isAdopted ? 1 : 0)
        for id in order { writer.put(path: path(id)) }
      }
    }
  }
}
