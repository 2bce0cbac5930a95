import DocumentModel

extension Page.Cell {
  /// The body as it stands on a page.
  ///
  /// - Parameters:
  ///   - page: The page, which relative references are made to start from.
  ///   - headingLevel: The level of the heading that the body stands under.
  func blocks(on page: Page, headingLevel: Int) -> [Block] {
    body.shiftingHeadings(by: headingLevel).resolvingReferences(from: page.path)
  }
}

extension [Block] {
  /// The blocks with their relative references, which start from the catalog's root, made to start from a page.
  func resolvingReferences(from path: PagePath) -> [Block] {
    mapDestinations { Destination.isRelative($0) ? path.rootReference + $0 : $0 }
  }
}
