import DocumentModel

extension [Block] {
  /// The blocks as they stand on a page, where their headings are relative to a heading, and their references to the catalog's root.
  ///
  /// - Parameters:
  ///   - path: The page, which relative references are made to start from.
  ///   - headingLevel: The level of the heading that the blocks stand under.
  func placed(on path: PagePath, headingLevel: Int) -> [Block] {
    let blocks = shiftingHeadings(by: headingLevel)
    let root = path.rootReference
    guard !root.isEmpty, blocks.containsDestination(where: Destination.isRelative) else { return blocks }
    return blocks.mapDestinations { Destination.isRelative($0) ? root + $0 : $0 }
  }
}
