public import Cells

/// Headers and footers.
extension CellDisplay {
  /// Returns the header or footer cell of a section: the existing one, or else one from the section's host.
  ///
  /// - Parameters:
  ///   - kind: Header or footer.
  ///   - section: The index of a section of the source.
  /// - Returns: The cell, or nil if no cell is registered, or if the section does not come from a single section of a
  ///   host.
  public func supplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> Cell? {
    if let cell = existingSupplementaryCell(kind, ofSection: section) { return cell }
    let place = SupplementaryPlace(section: section, kind: kind)
    guard let cell = makeSupplement(at: place) else { return nil }
    begin(cell, at: place)
    return cell
  }

  /// Returns the header or footer cell of a section, or nil if there is none at present.
  public func existingSupplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> Cell? {
    settle()
    return supplements.cells[SupplementaryPlace(section: section, kind: kind)]
  }

  /// Recycles the header or footer cell of a section, if there is one.
  public func endDisplayingSupplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) {
    let place = SupplementaryPlace(section: section, kind: kind)
    supplements.remove(at: place, end(at: place))
    settle()
  }

  /// Returns a configured cell from the section's host, or nil if no cell is registered.
  func makeSupplement(at place: SupplementaryPlace) -> Cell? {
    guard let (host, section) = cells.cellHost(ofSection: place.section),
      let cell = host.supplementaryCell(place.kind, ofSection: section)
    else { return nil }
    guard let shown = cell as? Cell else {
      fatalError("The \(place.kind) “\(cell.identifier)” is no \(Cell.self): register one that is.")
    }
    return shown
  }
}

/// The position of a header or footer.
struct SupplementaryPlace: Hashable, Comparable {
  var section: Int
  var kind: SupplementaryKind

  static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.section, lhs.kind.rawValue) < (rhs.section, rhs.kind.rawValue)
  }
}
