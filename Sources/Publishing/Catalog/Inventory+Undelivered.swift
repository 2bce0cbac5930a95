import Fingerprints

/// What has changed since the list of changes was delivered last is kept until it is: for each file of the manifest what happened to it,
/// and the paths of files that are gone.
///
/// It is the fingerprint of the manifest that it goes with, a byte for each of its files, in the same order, and paths, each with a zero
/// byte behind it. So a build adds what it changes at the cost of a byte a file, however long nobody has asked.
extension Inventory {
  /// Takes in what was kept. Where it is broken, or goes with another manifest, every file counts as changed: to hear of a file
  /// twice does no harm, and never to hear of it does.
  ///
  /// - Complexity: O(*n*) in its length.
  mutating func read(undelivered bytes: [UInt8]) {
    guard let changes = changes(undelivered: bytes) else {
      for id in order { note(.updated, of: id) }
      return
    }
    for (id, change) in zip(order, changes.ofFiles) {
      if let change { note(change, of: id) }
    }
    for path in changes.deleted { note(.deleted, of: enter(path)) }
  }

  private func changes(undelivered bytes: [UInt8]) -> (ofFiles: [FileChange?], deleted: [String])? {
    guard var content = SealedFile.content(.undelivered, of: bytes), content.fingerprint() == manifest,
      let ofFiles = content.bytes(order.count)
    else { return nil }
    var deleted: [String] = []
    while !content.rest.isEmpty {
      guard let path = content.path(), path.withUnsafeBufferPointer({ PathRules.allow($0) }) else { return nil }
      deleted.append(String(decoding: path, as: UTF8.self))
    }
    return (ofFiles.map { FileChange(rawValue: $0) }, deleted)
  }

  /// What is kept of the changes that were not delivered.
  ///
  /// - Complexity: O(*n*) in the number of files.
  func undeliveredBytes() -> [UInt8] {
    let gone = gone
    return paths.withPaths { path in
      let length = gone.reduce(16 + order.count) { $0 + path($1).count + 1 }
      return SealedFile.bytes(.undelivered, length: length) { writer in
        writer.put(manifest ?? Fingerprint(high: 0, low: 0))
        for id in order { writer.put(byte: changes[id]?.rawValue ?? 0) }
        for id in gone { writer.put(path: path(id)) }
      }
    }
  }

  /// The changes that were not delivered.
  ///
  /// - Complexity: O(*n*) in the number of files, and O(*m* log *m*) for *m* files that are gone.
  var undelivered: FileChanges {
    var all = FileChanges()
    for id in order {
      if let change = changes[id] { all.append(paths[id], change) }
    }
    for id in gone { all.append(paths[id], .deleted) }
    return all
  }

  /// The numbers of the files that are gone, in order.
  private var gone: [Int] { paths.sorted(changes.indices.filter { !isOurs[$0] && changes[$0] == .deleted }) }
}
