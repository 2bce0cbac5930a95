package import Diagnostics

extension PublishedFolder {
  /// Calls the given closure with the path and the bytes of each file of the catalog, in path order.
  ///
  /// - Throws: Any error that `body` throws, or `DiagnosticsError` if a file cannot be read.
  /// - Complexity: O(*n*) in the total number of bytes of the files. One file is in memory at a time.
  package func forEachFile(
    _ body: (_ path: String, _ bytes: [UInt8]) throws(DiagnosticsError) -> Void
  ) throws(DiagnosticsError) {
    guard let root = folder.root else { return }
    var cursor = FolderCursor(root)
    for id in store.inventory.walk() {
      let path = store.inventory.paths[id]
      let bytes = try diagnostics.attempt("read", path) { () throws(SystemError) in
        guard case .open(let folder) = try cursor.enter(path.folderPath), let file = try folder.read(path.fileName)
        else { throw SystemError.missing }
        return file.bytes
      }
      try body(path, bytes)
    }
  }
}
