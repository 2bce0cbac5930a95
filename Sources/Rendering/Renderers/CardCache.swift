import Fingerprints
import Synchronization

/// The bodies of cards in HTML: a card stands on several pages, such as those of each index, and its body is made once.
final class CardCache: Sendable {
  /// What a body in HTML follows from.
  struct Key: Hashable {
    /// What its blocks follow from.
    let origin: Fingerprint
    /// The way from the page to the catalog's root, which relative references begin with.
    let root: String
    /// The level of the heading that it stands under.
    let headingLevel: Int
  }

  /// The number of bytes that bodies may have together.
  private static let capacity = 32 << 20

  private let content = Mutex<(bodies: [Key: [UInt8]], size: Int)>(([:], 0))

  /// The body, which is made if it is not there.
  func body(_ key: Key, make: () -> [UInt8]) -> [UInt8] {
    if let body = content.withLock({ $0.bodies[key] }) { return body }
    let body = make()
    content.withLock { content in
      guard content.size + body.count <= Self.capacity else { return }
      content.bodies[key] = body
      content.size += body.count
    }
    return body
  }
}
