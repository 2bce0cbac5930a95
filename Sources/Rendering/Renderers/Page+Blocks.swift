import DocumentModel

extension [Block] {
  /// The blocks as they stand on a page, where their headings are relative to a heading, and their references to the catalog's root.
  ///
  /// - Parameters:
  ///   - path: The page, which relative references are made to start from.
  ///   - headingLevel: The level of the heading that the blocks stand under.
  ///   - link: What becomes of a relative link before that.
  func placed(
    on path: PagePath, headingLevel: Int, link: ((CatalogReference) -> String)? = nil
  ) -> [Block] {
    let blocks = shiftingHeadings(by: headingLevel)
    let root = path.rootReference
    guard !root.isEmpty || link != nil, blocks.containsDestination(where: Destination.isRelative) else { return blocks }
    return blocks.mapDestinations {
      Destination.isRelative($0) ? root + (link?(CatalogReference($0)) ?? $0) : $0
    } ofImages: {
      Destination.isRelative($0) ? root + $0 : $0
    }
  }
}
