import DocumentModel
import Synchronization

/// What a template's Markdown has been read as.
///
/// The Markdown depends on nothing but which sections are shown, and how often; so it is nearly always one that has been read before.
final class TemplateOutlineCache: Sendable {
  /// How many outlines are kept. Templates with more choices than that start again, and lose little.
  private static let capacity = 256
  /// The longest Markdown whose outline is kept: what has more than that was repeated for many values, and does not come again.
  private static let maximumLength = 1 << 14

  private let outlines = Mutex<[[UInt8]: [TemplateOutline]]>([:])

  /// The outline of some Markdown.
  ///
  /// - Parameter markdown: Markdown with tokens, in UTF-8.
  func outline(of markdown: [UInt8]) -> [TemplateOutline] {
    if let outline = outlines.withLock({ $0[markdown] }) { return outline }
    // Two threads may read the same Markdown at once, and both find the same.
    let outline = TemplateOutlineCache.read(markdown)
    guard markdown.count <= Self.maximumLength else { return outline }
    outlines.withLock { outlines in
      if outlines.count >= Self.capacity { outlines.removeAll(keepingCapacity: true) }
      outlines[markdown] = outline
    }
    return outline
  }

  /// Reads Markdown with tokens, in UTF-8.
  static func read(_ markdown: [UInt8]) -> [TemplateOutline] {
    [Block](markdown: String(decoding: markdown, as: UTF8.self)).flatMapBlocks(TemplateDirective.expand)
      .map(TemplateOutline.init)
  }
}
