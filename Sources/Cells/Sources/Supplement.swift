/// What sections show as their headers, or as their footers.
struct Supplement<Cell: ReusableCell> {
  /// What makes the cell; it wins over a title.
  var cell: Configuration?
  /// The title, where there is one.
  var title: ((NamedSection) -> String?)?

  /// A kind of cell and its configurator as they were registered, told from others by identity.
  final class Configuration {
    let identifier: CellIdentifier
    let configure: (Cell, NamedSection) -> Void

    init(_ identifier: CellIdentifier, _ configure: @escaping (Cell, NamedSection) -> Void) {
      self.identifier = identifier
      self.configure = configure
    }
  }

  /// Whether a section shows something else than by another one.
  func differs(from old: Supplement?, for section: NamedSection) -> Bool {
    if cell != nil || old?.cell != nil { return cell !== old?.cell }
    return title?(section) != old?.title?(section)
  }
}
