public import Changesets
public import DataSources
public import Messages

/// What shows cells, as a table view does: it knows which cell exists at which place.
///
/// A ``CellDisplay`` is one. Each source that its chain stands on sees it through ``upstream(_:)``, in places of its own.
public protocol CellOperator<Cell> {
  /// The cells that it shows.
  associatedtype Cell: ReusableCell

  /// The source whose places are those of the operator: the one of the cells that it shows, or one that this stands on.
  var source: any DataSource { get }

  /// The cell that shows the item at a place, if it exists at present.
  func existingCell(at path: ItemPath) -> Cell?

  /// The place where a cell is shown; nil for one that is not.
  func path(of cell: Cell) -> ItemPath?

  /// The places of the selected items, in order. An operator without a selection has none.
  var selectedPaths: [ItemPath] { get }

  /// Selects an item as somebody does who touches it.
  ///
  /// - Parameter path: The item's place.
  /// - Returns: The place of the item that was selected; nil if none was.
  /// - Throws: `MessageError` of a handler.
  @discardableResult func select(_ path: ItemPath) throws(MessageError) -> ItemPath?

  /// Ends the selection of an item.
  ///
  /// - Parameter path: The item's place.
  /// - Returns: The place of the item that was deselected; nil if none was.
  /// - Throws: `MessageError` of a handler.
  @discardableResult func deselect(_ path: ItemPath) throws(MessageError) -> ItemPath?
}

extension CellOperator {
  /// None.
  public var selectedPaths: [ItemPath] { [] }

  /// Nil: the operator has no selection.
  @discardableResult public func select(_ path: ItemPath) throws(MessageError) -> ItemPath? { nil }

  /// Nil: the operator has no selection.
  @discardableResult public func deselect(_ path: ItemPath) throws(MessageError) -> ItemPath? { nil }
}

extension CellOperator {
  /// Returns a cell of a kind for an item, from the pool of the item's host. While the item is being configured again in
  /// a cell of the kind, it is that one.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - path: A place that an item of a ``CellHost`` stands at; anything else is a programmer's error.
  public func dequeueCell(_ identifier: CellIdentifier, at path: ItemPath) -> Cell {
    guard let cell = source.cellHost(at: path)?.host.dequeueCell(identifier) as? Cell else {
      fatalError(
        "There is no \(Cell.self) “\(identifier)” for \(path): no cell source has such an item there.")
    }
    return cell
  }
}

/// Conversions between the operator's places and those of any source that it shows cells of.
extension CellOperator {
  /// The place that the item at a place has in a source upstream; nil if the item does not come through it.
  ///
  /// - Complexity: That of the conversions of the links between.
  public func convert(_ path: ItemPath, to source: any DataSource) -> ItemPath? {
    self.source.convert(path, to: source)
  }

  /// The place where an item of a source upstream is shown; nil if it is hidden, or does not stand upstream.
  ///
  /// - Complexity: As of ``DataSources/DataSource/convert(_:from:)``.
  public func convert(_ path: ItemPath, from source: any DataSource) -> ItemPath? {
    self.source.convert(path, from: source)
  }
}

/// An operator sends messages to the sources of its cells, and is the sender that handlers find by ``Messages/Delivery/cellOperator``, unless
/// it is a value. All other messaging is that of ``source``.
extension CellOperator {
  /// Sends a message to the source that owns the item or the section that it is about.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places of the operator.
  /// - Returns: The handler's result; if nothing responds, the selector's default.
  /// - Throws: `MessageError` with the path, as `send` of a source.
  /// - Complexity: O(*h*) conversions of places, *h* being the number of links between the operator and the handler.
  @discardableResult public func send<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments
  ) throws(MessageError) -> Result {
    try source.send(selector, arguments, from: sender)
  }

  /// Sends a message, and returns whether a handler answered.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places of the operator.
  /// - Returns: The result, or why there is none.
  /// - Throws: `MessageError` with the path, but not because nothing responds.
  /// - Complexity: As ``send(_:_:)``.
  public func deliver<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments
  ) throws(MessageError) -> Outcome<Result> {
    try source.deliver(selector, arguments, from: sender)
  }

  /// Sends a message, and waits for an asynchronous handler.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places of the operator.
  /// - Returns: The handler's result, as ``send(_:_:)``.
  /// - Throws: `MessageError` with the path, as ``send(_:_:)``.
  /// - Complexity: As ``send(_:_:)``.
  @discardableResult public nonisolated(nonsending) func sendAsync<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments
  ) async throws(MessageError) -> Result {
    try await source.sendAsync(selector, arguments, from: sender)
  }

  /// Sends a message, waits for an asynchronous handler, and returns whether a handler answered.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places of the operator.
  /// - Returns: The result, or why there is none.
  /// - Throws: `MessageError` with the path, but not because nothing responds.
  /// - Complexity: As ``send(_:_:)``.
  public nonisolated(nonsending) func deliverAsync<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments
  ) async throws(MessageError) -> Outcome<Result> {
    try await source.deliverAsync(selector, arguments, from: sender)
  }

  /// The sender that handlers see; nil for a value.
  private var sender: AnyObject? { self as? any CellOperator & AnyObject }
}

/// Titles of sections. They come from a handler of the message; else from the section's host.
extension CellOperator {
  /// The title of a section's header: nil where a cell is the header, else that of a handler of `titleOfHeader` or of the section's host,
  /// else the section's name.
  ///
  /// - Throws: `MessageError` if the handler fails.
  /// - Complexity: That of the conversions of the links between.
  public func headerTitle(ofSection section: Int) throws(MessageError) -> String? {
    try title(.header, .titleOfHeader, section) { source.name(ofSection: section) }
  }

  /// The title of a section's footer: nil where a cell is the footer, else that of a handler of `titleOfFooter` or of the section's host.
  ///
  /// - Throws: `MessageError` if the handler fails.
  /// - Complexity: That of the conversions of the links between.
  public func footerTitle(ofSection section: Int) throws(MessageError) -> String? {
    try title(.footer, .titleOfFooter, section) { nil }
  }

  private func title(
    _ kind: SupplementaryKind, _ selector: MessageSelector<SectionIndex, String?>, _ section: Int,
    otherwise: () -> String?
  ) throws(MessageError) -> String? {
    let found = source.cellHost(ofSection: section)
    if let found, found.host.supplementaryIdentifier(kind, ofSection: found.section) != nil { return nil }
    return try send(selector, SectionIndex(section))
      ?? found.flatMap { $0.host.supplementaryTitle(kind, ofSection: $0.section) } ?? otherwise()
  }
}

/// The index of sections. What ``source`` answers itself counts: messages about no place are not forwarded. Otherwise it consists of the
/// titles that the sections' hosts have for it.
extension CellOperator {
  /// The titles in the index.
  ///
  /// - Throws: `MessageError` if a handler of `indexTitles` fails.
  /// - Complexity: O(*s*) conversions of sections, *s* being their number.
  public func indexTitles() throws(MessageError) -> [String] {
    let outcome = try deliver(.indexTitles, NoArguments())
    return outcome.result ?? sectionsInIndex.map(\.title)
  }

  /// The section that a title in the index leads to; nil where there is none.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - position: Where it stands in the index.
  /// - Throws: `MessageError` if a handler of `sectionOfIndexTitle` or `indexTitles` fails.
  /// - Complexity: O(*s*) conversions of sections, *s* being their number.
  public func section(ofIndexTitle title: String, at position: Int) throws(MessageError) -> Int? {
    let index = IndexTitle(title, at: position)
    let section: Int
    if let answer = try deliver(.sectionOfIndexTitle, index).result {
      section = answer.value
    } else if source.responds(to: .indexTitles, at: NoArguments()) {
      section = try send(.sectionOfIndexTitle, index).value
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

/// What shows cells as a source further up the chain sees it: every place is one of that source.
///
/// So every source in a chain of cells has its operator. It makes no difference how many steps it is made in:
/// `display.upstream(transform).upstream(source)` is `display.upstream(source)`.
public struct UpstreamOperator<Cell: ReusableCell>: CellOperator {
  /// The source whose places these are.
  public let source: any DataSource
  private let base: any CellOperator<Cell>

  fileprivate init(_ base: any CellOperator<Cell>, as source: any DataSource) {
    self.base = (base as? UpstreamOperator)?.base ?? base
    self.source = source
  }

  /// The cell that shows the item at a place, if it exists at present.
  ///
  /// - Complexity: That of the conversions of the links between.
  public func existingCell(at path: ItemPath) -> Cell? {
    base.convert(path, from: source).flatMap(base.existingCell(at:))
  }

  /// The place where a cell is shown; nil for one that is not, or that does not come through the source.
  ///
  /// - Complexity: That of the conversions of the links between.
  public func path(of cell: Cell) -> ItemPath? {
    base.path(of: cell).flatMap { base.convert($0, to: source) }
  }

  /// The places of the selected items that come through the source, in order.
  ///
  /// - Complexity: O(*s*) conversions and O(*s* log *s*), *s* being the number of selected items.
  public var selectedPaths: [ItemPath] {
    base.selectedPaths.compactMap { base.convert($0, to: source) }.sorted()
  }

  /// Selects an item that is shown.
  ///
  /// - Parameter path: The item's place in the source.
  /// - Returns: The place of the item that was selected; nil if none was, or if it does not come through the source.
  /// - Throws: `MessageError` of a handler.
  @discardableResult public func select(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    guard let shown = base.convert(path, from: source), let selected = try base.select(shown) else { return nil }
    return base.convert(selected, to: source)
  }

  /// Ends the selection of an item.
  ///
  /// - Parameter path: The item's place in the source.
  /// - Returns: The place of the item that was deselected; nil if none was, or if it does not come through the source.
  /// - Throws: `MessageError` of a handler.
  @discardableResult public func deselect(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    guard let shown = base.convert(path, from: source), let deselected = try base.deselect(shown) else { return nil }
    return base.convert(deselected, to: source)
  }
}

extension CellOperator {
  /// The operator as a source that it shows items of sees it: one of cells, or of the objects behind them.
  ///
  /// - Parameter source: A source that ``source`` stands on, directly or through others. No item is shown of any other.
  public func upstream(_ source: any DataSource) -> UpstreamOperator<Cell> { UpstreamOperator(self, as: source) }
}
