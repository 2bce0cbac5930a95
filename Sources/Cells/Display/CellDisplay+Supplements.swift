/// Headers and footers.
extension CellDisplay {
  /// The cell that is a section's header or footer: the existing one, else one from the section's host.
  ///
  /// - Parameters:
  ///   - kind: Header or footer.
  ///   - section: The index of a section of the source.
  /// - Returns: Nil where no cell was registered, or where the section comes from no single one of a host.
  public func supplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> Cell? {
    if let cell = existingSupplementaryCell(kind, ofSection: section) { return cell }
    let place = SupplementaryPlace(section: section, kind: kind)
    guard let cell = makeSupplement(at: place) else { return nil }
    begin(cell, at: place)
    return cell
  }

  /// The cell that is a section's header or footer, if it exists.
  public func existingSupplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> Cell? {
    settle()
    return supplements.cells[SupplementaryPlace(section: section, kind: kind)]
  }

  /// Recycles the cell that is a section's header or footer, if there is one.
  public func endDisplayingSupplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) {
    let place = SupplementaryPlace(section: section, kind: kind)
    supplements.remove(at: place, end(at: place))
    settle()
  }

  /// A configured cell from the section's host.
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

/// Where a header or a footer is.
struct SupplementaryPlace: Hashable, Comparable {
  var section: Int
  var kind: SupplementaryKind

  static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.section, lhs.kind.rawValue) < (rhs.section, rhs.kind.rawValue)
  }
}
