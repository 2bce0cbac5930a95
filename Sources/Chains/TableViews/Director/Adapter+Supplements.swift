public import Cells
import Changesets
import DataSources
public import Messages

/// A message about a section's header, paired with the corresponding message about the footer.
///
/// ```swift
/// adapter.on(.willDisplaySupplement) { context in print(context.kind, context.model) }
/// ```
public struct SupplementaryMessage<Result> {
  /// The message about the header.
  public let header: MessageSelector<SectionIndex, Result>
  /// The message about the footer.
  public let footer: MessageSelector<SectionIndex, Result>

  /// Creates a pair of messages.
  public init(header: MessageSelector<SectionIndex, Result>, footer: MessageSelector<SectionIndex, Result>) {
    self.header = header
    self.footer = footer
  }
}

extension SupplementaryMessage<Void> {
  /// The cell is about to be shown: `willDisplayHeader` and `willDisplayFooter`.
  public static var willDisplaySupplement: Self { Self(header: .willDisplayHeader, footer: .willDisplayFooter) }

  /// The cell is no longer shown: `didEndDisplayingHeader` and `didEndDisplayingFooter`.
  public static var didEndDisplayingSupplement: Self {
    Self(header: .didEndDisplayingHeader, footer: .didEndDisplayingFooter)
  }
}

extension SupplementaryMessage<Double?> {
  /// The height of the cell: `heightOfHeader` and `heightOfFooter`.
  public static var heightOfSupplement: Self { Self(header: .heightOfHeader, footer: .heightOfFooter) }

  /// The estimated height of the cell: `estimatedHeightOfHeader` and `estimatedHeightOfFooter`.
  public static var estimatedHeightOfSupplement: Self {
    Self(header: .estimatedHeightOfHeader, footer: .estimatedHeightOfFooter)
  }
}

extension Adapter {
  /// The object that a message about a header or footer is about, with its cell and section.
  public struct SupplementContext {
    /// The object that the header or footer shows.
    public let model: Model
    /// The cell that is about to be shown, or is no longer shown; nil for a message that requests a value, such as a
    /// height.
    public let cell: Cell?
    /// Whether it is a header or a footer.
    public let kind: SupplementaryKind
    /// The index of the section in the container, or its former index if it was deleted.
    public let section: Int
    /// The director that the adapter is registered with.
    public let container: any CellHost
    /// What else is known about the message, such as its sender.
    public let delivery: Delivery
  }

  /// Registers an answer to a message about headers and footers that show objects of the adapter's type.
  ///
  /// - Parameters:
  ///   - message: The message. An earlier answer to it is replaced.
  ///   - answer: Called with the object.
  public func on<Result>(
    _ message: SupplementaryMessage<Result>, _ answer: @escaping (_ context: SupplementContext) throws -> Result
  ) {
    set(message.header, of: .header, answer)
    set(message.footer, of: .footer, answer)
  }

  /// Removes the answer to a message. The message then has the result of the selectors' defaults.
  public func off<Result>(_ message: SupplementaryMessage<Result>) {
    off(message.header)
    off(message.footer)
  }

  /// Unavailable: messages about headers and footers are answered in pairs.
  @available(*, unavailable, message: "Use a SupplementaryMessage, such as .willDisplaySupplement.")
  public func on<Result>(
    _ selector: MessageSelector<SectionIndex, Result>, _ answer: @escaping (Context, SectionIndex) throws -> Result
  ) {}

  private func set<Result>(
    _ selector: MessageSelector<SectionIndex, Result>, of kind: SupplementaryKind,
    _ answer: @escaping (SupplementContext) throws -> Result
  ) {
    set(
      { container, target in
        guard case .supplements(let model) = target else { return nil }
        let scope = HandlerScope.sections(.items, named: "\(kind) adapter of \(Model.self)") { _, section in
          model(kind, section) != nil
        }
        return container.on(selector, in: scope) { container, section, delivery in
          // An object whose section was deleted is only known by its cell.
          let cell = delivery.subject as? Cell
          guard let model = cell?.shownModel as? Model ?? model(kind, section.index) else {
            throw MessageError.noObject(of: Model.self, selector.name)
          }
          return try answer(
            SupplementContext(
              model: model, cell: cell, kind: kind, section: section.index, container: container, delivery: delivery))
        }
      }, named: selector.name)
  }
}
