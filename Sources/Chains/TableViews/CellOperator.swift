public import Cells
public import Changesets
public import DataSources
public import Messages

/// An object that shows cells, as a table view does, and knows which cell shows which item.
///
/// ``CellDisplay`` is one. ``upstream(_:)`` returns the operator in the paths of any source upstream of its own.
public protocol CellOperator<Cell> {
  /// The class of the cells that it shows.
  associatedtype Cell: ReusableCell

  /// The source whose paths the operator uses: the source of the cells that it shows, or a source upstream of that.
  var source: any DataSource { get }

  /// Returns the cell that shows the item at a path, or nil if there is none at present.
  func existingCell(at path: ItemPath) -> Cell?

  /// Returns the path at which a cell is shown, or nil if it is not shown.
  func path(of cell: Cell) -> ItemPath?

  /// The paths of the selected items, in order. An operator without a selection returns an empty array.
  var selectedPaths: [ItemPath] { get }

  /// Selects an item as a touch of the user does.
  ///
  /// - Returns: The path of the item that was selected, or nil if none was.
  @discardableResult func select(_ path: ItemPath) throws(MessageError) -> ItemPath?

  /// Deselects an item.
  ///
  /// - Returns: The path of the item that was deselected, or nil if none was.
  @discardableResult func deselect(_ path: ItemPath) throws(MessageError) -> ItemPath?
}

extension CellOperator {
  /// No selected items.
  public var selectedPaths: [ItemPath] { [] }

  /// Returns nil: the operator has no selection.
  @discardableResult public func select(_ path: ItemPath) throws(MessageError) -> ItemPath? { nil }

  /// Returns nil: the operator has no selection.
  @discardableResult public func deselect(_ path: ItemPath) throws(MessageError) -> ItemPath? { nil }

  /// Returns a cell of a kind for an item, from the pool of the item's host. While the item is being configured again
  /// in a cell of that kind, this is that cell.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - path: The path of an item that comes from a `CellHost`. Any other path is a programming error.
  public func dequeueCell(_ identifier: CellIdentifier, at path: ItemPath) -> Cell {
    guard let cell = source.cellHost(at: path)?.host.dequeueCell(identifier) as? Cell else {
      fatalError(
        "There is no \(Cell.self) “\(identifier)” for \(path): no cell source has such an item there.")
    }
    return cell
  }
}

/// Conversions between the operator's paths and those of any source that it shows cells of.
extension CellOperator {
  /// Returns the path of an item in a source upstream, or nil if the item does not come through that source.
  ///
  /// - Complexity: That of one path conversion for each link in between.
  public func convert(_ path: ItemPath, to source: any DataSource) -> ItemPath? {
    self.source.convert(path, to: source)
  }

  /// Returns the path at which an item of a source upstream is shown, or nil if it is hidden, or if the source is not
  /// upstream.
  ///
  /// - Complexity: As `DataSource.convert(_:from:)`.
  public func convert(_ path: ItemPath, from source: any DataSource) -> ItemPath? {
    self.source.convert(path, from: source)
  }
}

/// An operator sends messages to the sources of its cells. It is their sender, unless it is a value type, so that
/// handlers can access it as `Delivery.cellOperator`. All other messaging uses ``source``.
extension CellOperator {
  /// Sends a message to the source that owns the item or section that the message is about.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with the operator's paths.
  /// - Returns: The handler's result, or the selector's default if there is no handler.
  /// - Throws: `MessageError` with the route, as `send` of a source.
  /// - Complexity: O(*h*) path conversions, *h* being the number of links between the operator and the handler.
  @discardableResult public func send<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments
  ) throws(MessageError) -> Result { try source.send(selector, arguments, from: sender) }

  /// Sends a message, and returns whether a handler answered it.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with the operator's paths.
  /// - Returns: The result, or the reason why there is none.
  /// - Throws: `MessageError` with the route. It is no error if there is no handler.
  /// - Complexity: As ``send(_:_:)``.
  public func deliver<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments
  ) throws(MessageError) -> MessageOutcome<Result> { try source.deliver(selector, arguments, from: sender) }

  /// Sends a message, and awaits the result of an asynchronous handler.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with the operator's paths.
  /// - Returns: The handler's result, as ``send(_:_:)``.
  /// - Throws: `MessageError` with the route, as ``send(_:_:)``.
  /// - Complexity: As ``send(_:_:)``.
  @discardableResult public nonisolated(nonsending) func sendAsync<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments
  ) async throws(MessageError) -> Result { try await source.sendAsync(selector, arguments, from: sender) }

  /// Sends a message, awaits the result of an asynchronous handler, and returns whether a handler answered it.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with the operator's paths.
  /// - Returns: The result, or the reason why there is none.
  /// - Throws: `MessageError` with the route. It is no error if there is no handler.
  /// - Complexity: As ``send(_:_:)``.
  public nonisolated(nonsending) func deliverAsync<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments
  ) async throws(MessageError) -> MessageOutcome<Result> {
    try await source.deliverAsync(selector, arguments, from: sender)
  }

  /// The sender that handlers access; nil if the operator is a value type.
  private var sender: AnyObject? { self as? any CellOperator & AnyObject }
}

/// Titles of sections. A handler of the message provides them, or else the section's host.
extension CellOperator {
  /// Returns the title of a section's header: that of a handler of `titleOfHeader`, or else that of the section's host,
  /// or else the section's name. Returns nil if the header is a cell.
  ///
  /// - Throws: `MessageError` if the handler fails.
  /// - Complexity: That of one section conversion for each link up to the host.
  public func headerTitle(ofSection section: Int) throws(MessageError) -> String? {
    try title(.header, .titleOfHeader, section) { source.name(ofSection: section) }
  }

  /// Returns the title of a section's footer: that of a handler of `titleOfFooter`, or else that of the section's host.
  /// Returns nil if the footer is a cell, or if there is no title.
  ///
  /// - Throws: `MessageError` if the handler fails.
  /// - Complexity: That of one section conversion for each link up to the host.
  public func footerTitle(ofSection section: Int) throws(MessageError) -> String? {
    try title(.footer, .titleOfFooter, section) { nil }
  }

  private func title(
    _ kind: SupplementaryKind, _ selector: MessageSelector<SectionIndex, String?>, _ section: Int,
    otherwise: () -> String?
  ) throws(MessageError) -> String? {
    // A registered cell takes precedence over every title, and a handler over the host.
    let found = source.cellHost(ofSection: section)
    if let found, found.host.supplementaryIdentifier(kind, ofSection: found.section) != nil { return nil }
    return try send(selector, SectionIndex(section))
      ?? found.flatMap { $0.host.supplementaryTitle(kind, ofSection: $0.section) } ?? otherwise()
  }
}

/// The section index. Handlers of ``source`` itself take precedence: messages without paths or sections are not
/// forwarded. Without a handler, the index consists of the index titles that the sections' hosts provide.
extension CellOperator {
  /// Returns the titles in the section index.
  ///
  /// - Throws: `MessageError` if a handler of `indexTitles` fails.
  /// - Complexity: O(*s*) section conversions, *s* being the number of sections.
  public func indexTitles() throws(MessageError) -> [String] {
    let outcome = try deliver(.indexTitles, NoArguments())
    return outcome.result ?? sectionsInIndex.map(\.title)
  }

  /// Returns the section that a title in the section index leads to, or nil if there is none.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - position: The position of the title in the index.
  /// - Throws: `MessageError` if a handler of `sectionOfIndexTitle` or `indexTitles` fails.
  /// - Complexity: O(*s*) section conversions, *s* being the number of sections.
  public func section(ofIndexTitle title: String, at position: Int) throws(MessageError) -> Int? {
    let index = IndexTitle(title, at: position)
    let section: Int
    if let answer = try deliver(.sectionOfIndexTitle, index).result {
      section = answer.index
    } else if source.responds(to: .indexTitles, at: NoArguments()) {
      // A handler of the titles alone: the selector's default applies to the sections.
      section = try send(.sectionOfIndexTitle, index).index
    } else {
      let sections = sectionsInIndex
      return sections.indices.contains(position) ? sections[position].section : nil
    }
    return (0..<source.numberOfSections).contains(section) ? section : nil
  }

  private var sectionsInIndex: [(title: String, section: Int)] {
    (0..<source.numberOfSections).compactMap { section in
      guard let found = source.cellHost(ofSection: section),
        let title = found.host.indexTitle(ofSection: found.section)
      else { return nil }
      return (title, section)
    }
  }
}

/// An operator in the paths of a source upstream.
private struct UpstreamOperator<Cell: ReusableCell>: CellOperator {
  let source: any DataSource
  private let base: any CellOperator<Cell>

  init(_ base: any CellOperator<Cell>, as source: any DataSource) {
    self.base = (base as? UpstreamOperator)?.base ?? base
    self.source = source
  }

  func existingCell(at path: ItemPath) -> Cell? { base.convert(path, from: source).flatMap(base.existingCell(at:)) }

  func path(of cell: Cell) -> ItemPath? { base.path(of: cell).flatMap { base.convert($0, to: source) } }

  var selectedPaths: [ItemPath] { base.selectedPaths.compactMap { base.convert($0, to: source) }.sorted() }

  func select(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    guard let shown = base.convert(path, from: source), let selected = try base.select(shown) else { return nil }
    return base.convert(selected, to: source)
  }

  func deselect(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    guard let shown = base.convert(path, from: source), let deselected = try base.deselect(shown) else { return nil }
    return base.convert(deselected, to: source)
  }
}

extension CellOperator {
  /// Returns the operator in the paths of a source upstream: a source of cells, or of the objects behind them.
  ///
  /// Every source in a chain of cells therefore has an operator. The number of steps makes no difference:
  /// `display.upstream(transform).upstream(source)` equals `display.upstream(source)`. Items that do not come through
  /// the source have no paths: they are not among the ``selectedPaths``, and their cells have no path.
  ///
  /// - Parameter source: A source that ``source`` stands on, directly or through others. For any other source, the
  ///   operator shows no item.
  public func upstream(_ source: any DataSource) -> some CellOperator<Cell> { UpstreamOperator(self, as: source) }
}
