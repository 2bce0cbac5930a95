/// Blocks as HTML that is rendered once for all pages of a catalog. Relative addresses in it start from the root of the catalog; each page
/// inserts its own path to the root before them, at the positions marked here:
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
  ///   - headingLevel: The level of the heading above the blocks. The headings in the blocks are below it, down to level 6 at most.
  /// - Complexity: O(*n*), *n* being the length of the result.
  package init(_ blocks: [Block], headingLevel: Int) {
    var writer = HTMLWriter(forPagesUnder: headingLevel)
    writer.write(blocks)
    bytes = writer.bytes
    addresses = writer.relativeAddresses
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
