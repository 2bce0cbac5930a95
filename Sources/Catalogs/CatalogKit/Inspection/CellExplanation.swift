package import Cells
import Changesets
package import DataSources
import Datasets
package import Rendering
import SystemPackage

/// What makes a cell, where it comes from, and the row that it shows.
package struct CellExplanation {
  /// What makes the cells of a kind.
  package enum Maker: Hashable {
    /// A template, with the path of its file.
    case template(String)
    /// A configurator of the program.
    case program
    /// The default layout.
    case defaultLayout
  }

  /// The kind of the cell.
  package let kind: CellIdentifier
  /// What makes the cells of this kind.
  package let maker: Maker
  /// The way of what the cell shows to the place of the cell, starting with its data set.
  package let way: RowExplanation.Way
  /// The row that the cell shows; `nil` if it shows none.
  package let row: RowExplanation?
}

extension Catalog {
  /// Explains a cell of a page.
  ///
  /// - Parameters:
  ///   - part: The cell.
  ///   - cells: The cells of the listing that has the part, as the page shows them.
  /// - Complexity: As for the row, by its key.
  package func explain(_ part: Document<Record>.FoundPart, in cells: any DataSource<DocumentCell>) -> CellExplanation {
    CellExplanation(
      kind: part.identifier, maker: maker(ofCells: part.identifier),
      way: RowExplanation.Way(part.place.path.map { cells.provenance(of: $0).reversed() } ?? []),
      row: part.object.flatMap(explain))
  }

  private func maker(ofCells kind: CellIdentifier) -> CellExplanation.Maker {
    if ownCells.contains(kind) { return .program }
    let file = folder.place(of: CellLibrary.file(ofCell: kind.rawValue))
    return file.exists ? .template(file.string) : .defaultLayout
  }
}
