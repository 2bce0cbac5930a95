import Diagnostics

extension PublishedFolder {
  /// Finishes what a killed build began, and reads what is known of the catalog.
  func load(from hidden: Folder, in root: Folder) throws(DiagnosticsError) {
    let transaction = Transaction(in: root, hidden: hidden, diagnostics: diagnostics)
    guard isChecking else {
      untold = try transaction.finish() ?? ChangeList()
      try transaction.abandon()
      noteFolders = [hidden]
      return inventory = try read(in: noteFolders)
    }
    // What is on its way counts as if it were there; what is on the disk is looked at anyway.
    guard let pending = try transaction.pending() else {
      noteFolders = [hidden]
      return inventory = try read(in: noteFolders)
    }
    noteFolders = [pending.folder, hidden]
    inventory = try read(in: noteFolders)
    var deleted: [Int] = []
    for path in pending.changes.deleted {
      let id = inventory.enter(path)
      if !inventory.isOurs[id] { deleted.append(id) }
    }
    inventory.change(removing: [], adding: deleted)
  }

  /// Reads the manifest and the store, each from the first of some folders that has one.
  private func read(in folders: [Folder]) throws(DiagnosticsError) -> Inventory {
    let name = "\(PathRules.hiddenFolder)/\(Transaction.manifest)"
    let manifest: [UInt8]?
    do {
      manifest = try read(Transaction.manifest, in: folders)?.bytes
    } catch {
      guard error.isObstacle else { throw diagnostics.error("read", name, error) }
      throw diagnostics.obstacle(name, to: name)
    }
    guard let manifest else {
      let older = try diagnostics.attempt("read", name) { () throws(SystemError) in
        try read("manifest.json", in: folders)
      }
      if older == nil { return Inventory() }
      throw diagnostics.error(
        "the catalog in it was written by an older version of Pomona",
        hint: "Choose another folder with --output, or empty this one.")
    }
    guard var inventory = Inventory(manifest: manifest) else { throw diagnostics.brokenList(name) }
    // Without a store everything is made anew, so that no error is as good as any.
    if let store = try? read(Transaction.store, in: folders) {
      inventory.read(store: store.bytes, written: store.status.modified)
    }
    return inventory
  }

  private func read(
    _ name: String, in folders: [Folder]
  ) throws(SystemError) -> (bytes: [UInt8], status: FileStatus)? {
    for folder in folders {
      if let file = try folder.read(name) { return file }
    }
    return nil
  }
}
