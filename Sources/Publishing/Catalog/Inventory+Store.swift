import Fingerprints

/// The store keeps what is known of each file of the manifest: it may be lost, and then everything is made anew.
///
/// It is the fingerprint of the manifest that it goes with, and a record for each of its files, in the same order; of a file of which
/// nothing is known the size is -1.
extension Inventory {
  private static let recordLength = 64

  /// Takes in what a store knows; nothing happens if it is broken, or goes with another manifest.
  ///
  /// - Parameters:
  ///   - bytes: The store.
  ///   - time: When it was written, by the file system's clock.
  /// - Complexity: O(*n*) in its length.
  mutating func read(store bytes: [UInt8], written time: Int) {
    guard var content = SealedFile.content(.store, of: bytes), content.fingerprint() == manifest,
      content.rest.count == order.count * Self.recordLength
    else { return }
    for id in order {
      guard let ingredients = content.fingerprint(), let inputs = content.fingerprint(),
        let bytes = content.fingerprint(), let size = content.integer(),
        let modified = content.integer()
      else { return }
      if size >= 0 {
        setRecord(
          FileRecord(ingredients: ingredients, inputs: inputs, content: bytes, size: size, modified: modified), of: id)
      }
    }
    recorded = time
  }

  /// The store.
  ///
  /// - Complexity: O(*n*) in its length.
  func storeBytes() -> [UInt8] {
    let nothing = FileRecord(
      inputs: Fingerprint(high: 0, low: 0), content: Fingerprint(high: 0, low: 0), size: -1, modified: 0)
    return SealedFile.bytes(.store, length: 16 + order.count * Self.recordLength) { writer in
      writer.put(manifest ?? nothing.inputs)
      for id in order {
        let record = records[id] ?? nothing
        writer.put(record.ingredients)
        writer.put(record.inputs)
        writer.put(record.content)
        writer.put(record.size)
        writer.put(record.modified)
      }
    }
  }
}
