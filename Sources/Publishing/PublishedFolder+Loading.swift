import Diagnostics

extension PublishedFolder {
  /// Finishes what a killed build began, and reads what is known of the catalog.
  func load(from hidden: Folder, in root: Folder) throws(DiagnosticsError) {
    let transaction = Transaction(in: root, hidden: hidden, diagnostics: diagnostics)
    let pending = request.state == nil && !isChecking ? nil : try transaction.pending()
    noteFolders = [pending?.folder, hidden].compactMap(\.self)
    if request.state != nil {
      inventory = try read(in: noteFolders)
      try refuseForeignState(in: root)
    }
    guard isChecking else {
      finished = try transaction.finish() ?? FileChanges()
      try transaction.abandon()
      noteFolders = [hidden]
      return inventory = try read(in: noteFolders)
    }
    inventory = try read(in: noteFolders)
    // What is on its way counts as if it were there; what is on the disk is looked at anyway.
    guard let pending else { return }
    var deleted: [Int] = []
    for path in pending.changes.deleted {
      let id = inventory.enter(path)
      if !inventory.isOurs[id] { deleted.append(id) }
    }
    inventory.change(removing: [], adding: deleted)
  }

  /// Reads the manifest and the store, each from the first of some folders that has one.
  private func read(in folders: [Folder]) throws(DiagnosticsError) -> Inventory {
    let name = diagnostics.path(Transaction.manifest)
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
      throw diagnostics.otherVersion()
    }
    guard var inventory = Inventory(manifest: manifest) else {
      if SealedFile.isOfAnotherVersion(.manifest, manifest) { throw diagnostics.otherVersion() }
      throw diagnostics.brokenList(name)
    }
    let list = try diagnostics.attempt("read", diagnostics.path(Transaction.undelivered)) { () throws(SystemError) in
      try read(Transaction.undelivered, in: folders)
    }
    if let list { inventory.read(undelivered: list.bytes) }
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
