/// Blocks as HTML that is rendered once for all pages of a catalog. Relative addresses in it start from the root of the
/// catalog; each page inserts its own path to the root before them, at the positions marked here:
///
///     written once     <a href="▾artists/blake.html">
///     in a folder      <a href="../artists/blake.html">
///     deeper           <a href="../../artists/blake.html">
package struct RootedHTML: Sendable {
  private let bytes: [UInt8]
  /// The positions of the relative addresses in the bytes, in ascending order.
  private let addresses: [Int]

  /// Renders blocks.
  ///
  /// - Parameters:
  ///   - blocks: The blocks.
  ///   - headingLevel: The level of the heading above the blocks. The headings in the blocks are below it, down to
  ///     level 6 at most.
  ///   - resolve: Returns inlines with the placeholders in links replaced. No placeholder is a safe destination.
  /// - Complexity: O(*n*), *n* being the length of the result.
  package init(_ blocks: [Block], headingLevel: Int, resolving resolve: (([Inline]) -> [Inline])? = nil) {
    var writer = HTMLWriter(forPagesUnder: headingLevel, resolving: resolve)
    writer.write(blocks)
    bytes = writer.bytes
    addresses = writer.relativeAddresses
  }

  /// Appends blocks to a page that is the only one to show them, with their relative addresses adapted to it.
  ///
  /// - Parameters:
  ///   - blocks: The blocks.
  ///   - headingLevel: The level of the heading above the blocks.
  ///   - root: The relative path from the page to the root of the catalog.
  ///   - page: The bytes of the page.
  ///   - resolve: Returns inlines with the placeholders in links replaced. No placeholder is a safe destination.
  package static func write(
    _ blocks: [Block], headingLevel: Int, from root: String, to page: inout [UInt8],
    resolving resolve: (([Inline]) -> [Inline])? = nil
  ) {
    var writer = HTMLWriter(forPagesUnder: headingLevel, at: page.count, from: root, resolving: resolve)
    writer.append(to: &page) { $0.write(blocks) }
  }

  /// Appends a text, whose long words may break, to a page.
  package static func write(_ text: String, to page: inout [UInt8]) {
    var writer = HTMLWriter(forPagesUnder: 0, at: page.count, from: "", resolving: nil)
    writer.append(to: &page) { $0.write(shown: text) }
  }

  /// Appends a table to a page that is the only one to show it. Its addresses already start from the page.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - attributes: The attributes of the rows, each as it stands in a tag, with a space before it; empty for rows
  ///     without attributes.
  ///   - page: The bytes of the page.
  package static func write(_ table: Block.Table, rowAttributes attributes: [String], to page: inout [UInt8]) {
    var writer = HTMLWriter(forPagesUnder: 0, at: page.count, from: "", resolving: nil)
    writer.append(to: &page) { $0.write(table, rowAttributes: attributes) }
  }

  /// Appends the HTML with its relative addresses adapted to a page.
  ///
  /// - Parameters:
  ///   - root: The relative path from the page to the root of the catalog: `../` for each folder.
  ///   - page: The bytes of the page, to which the HTML is appended.
  package func write(from root: String, to page: inout [UInt8]) {
    var start = 0
    for address in addresses {
      page += bytes[start..<address]
      HTMLWriter.write(address: root, to: &page)
      start = address
    }
    page += bytes[start...]
  }
}
