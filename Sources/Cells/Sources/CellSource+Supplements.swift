/// Headers and footers of sections. A cell wins over a title, and the title of a header is the section's name unless somebody says
/// otherwise.
extension CellSource {
  /// The title of a section's header; its name where there is nothing.
  public var headerTitle: ((_ section: NamedSection) -> String?)? {
    get { rules.supplements[.header]?.title }
    set { change { $0.supplements[.header, default: Supplement()].title = newValue } }
  }

  /// The title of a section's footer.
  public var footerTitle: ((_ section: NamedSection) -> String?)? {
    get { rules.supplements[.footer]?.title }
    set { change { $0.supplements[.footer, default: Supplement()].title = newValue } }
  }

  /// Registers the kind of cell that is the header of sections, and what configures it.
  public func registerHeader(
    _ identifier: CellIdentifier, configurator: @escaping (_ cell: Cell, _ section: NamedSection) -> Void
  ) {
    register(.header, identifier, configurator)
  }

  /// Registers the kind of cell that is the footer of sections, and what configures it.
  public func registerFooter(
    _ identifier: CellIdentifier, configurator: @escaping (_ cell: Cell, _ section: NamedSection) -> Void
  ) {
    register(.footer, identifier, configurator)
  }

  /// Registers the kind of cell that is the header of sections, its class, with the pool, and what configures it.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Makes a cell of the class the header of a section.
  public func registerHeader<Shown: ReusableCell>(
    _ identifier: CellIdentifier, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ section: NamedSection) -> Void
  ) {
    register(.header, identifier, type, configurator)
  }

  /// Registers the kind of cell that is the footer of sections, its class, with the pool, and what configures it.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Makes a cell of the class the footer of a section.
  public func registerFooter<Shown: ReusableCell>(
    _ identifier: CellIdentifier, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ section: NamedSection) -> Void
  ) {
    register(.footer, identifier, type, configurator)
  }

  private func register(
    _ kind: SupplementaryKind, _ identifier: CellIdentifier, _ configure: @escaping (Cell, NamedSection) -> Void
  ) {
    change { $0.supplements[kind, default: Supplement()].cell = Supplement.Configuration(identifier, configure) }
  }

  private func register<Shown: ReusableCell>(
    _ kind: SupplementaryKind, _ identifier: CellIdentifier, _ type: Shown.Type,
    _ configure: @escaping (Shown, NamedSection) -> Void
  ) {
    let cells = cellClass(type)
    change { [pool] rules in
      pool.register(identifier, cells)
      rules.supplements[kind, default: Supplement()].cell = Supplement.Configuration(
        identifier, configurator(of: type, configure))
    }
  }
}
