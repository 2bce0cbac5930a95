import DocumentModel
import Synchronization

/// What a template's Markdown has been read as: blocks with tokens in them.
///
/// The Markdown depends on nothing but which sections are shown, and how often; so it is nearly always one that has been read before.
final class TemplateOutlines: Sendable {
  /// How many are kept. Templates with that many choices start again, and lose little.
  private static let capacity = 256

  private let outlines = Mutex<[[UInt8]: [Block]]>([:])

  /// The blocks that some Markdown is read as.
  ///
  /// - Parameter markdown: Markdown with tokens, in UTF-8.
  func outline(of markdown: [UInt8]) -> [Block] {
    if let outline = outlines.withLock({ $0[markdown] }) { return outline }
    // Two threads may read the same Markdown at once, and both find the same.
    let text = String(decoding: markdown, as: UTF8.self)
    let outline = [Block](markdown: text).flatMapBlocks(TemplateDirective.expand)
    outlines.withLock { outlines in
      if outlines.count >= Self.capacity { outlines.removeAll(keepingCapacity: true) }
      outlines[markdown] = outline
    }
    return outline
  }
}
