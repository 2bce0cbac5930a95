/// Blocks as HTML that any page of a catalog can show: relative addresses in it start from the root of the catalog, and each page puts its own way
/// there before them.
///
///     written once     <a href="▾artists/blake.html">
///     in a folder      <a href="../artists/blake.html">
///     deeper           <a href="../../artists/blake.html">
package struct RootedHTML: Sendable {
  private let bytes: [UInt8]
  /// Where the relative addresses begin, in order.
  private let addresses: [Int]

  /// Writes blocks.
  ///
  /// - Parameters:
  ///   - blocks: The blocks.
  ///   - headingLevel: The level of the heading that they stand under: theirs are below it, and none below level 6.
  /// - Complexity: O(*n*), *n* being the length of the result.
  package init(_ blocks: [Block], headingLevel: Int) {
    var writer = HTMLWriter(forPagesUnder: headingLevel)
    writer.write(blocks)
    bytes = writer.bytes
    addresses = writer.relativeAddresses
  }

  /// Appends the HTML as it stands on a page.
  ///
  /// - Parameters:
  ///   - root: The way from the page to the root of the catalog: `../` for each folder.
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
