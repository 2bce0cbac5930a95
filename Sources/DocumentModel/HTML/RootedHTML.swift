/// Blocks as HTML that all pages of a catalog can share. Relative addresses in it are relative to the root of the catalog. Each page inserts
/// its path to the root before them:
///
///     written once     <a href="▾artists/blake.html">
///     in a folder      <a href="../artists/blake.html">
///     deeper           <a href="../../artists/blake.html">
package struct RootedHTML: Sendable {
  private let bytes: [UInt8]
  /// The offsets of the relative addresses, in ascending order.
  private let addresses: [Int]

  /// Creates the HTML of blocks.
  ///
  /// - Parameters:
  ///   - blocks: The blocks.
  ///   - headingLevel: The level of the heading above the blocks. It is added to the levels of their headings, up to level 6.
  /// - Complexity: O(*n*), *n* being the length of the result.
  package init(_ blocks: [Block], headingLevel: Int) {
    var writer = HTMLWriter(forPagesUnder: headingLevel)
    writer.write(blocks)
    bytes = writer.bytes
    addresses = writer.relativeAddresses
  }

  /// Appends the HTML to a page.
  ///
  /// - Parameters:
  ///   - root: The path from the page to the root of the catalog: `../` for each folder.
  ///   - page: The bytes of the page.
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
