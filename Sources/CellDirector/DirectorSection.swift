public import Cells

/// A section of a director, as a value: what it is called, its models, and what it shows beside them.
///
/// ```swift
/// var section = DirectorSection("fruits", models: [apple, pear])
/// section.headerTitle = "Fruits"
/// try director.append(section)
/// ```
public struct DirectorSection {
  /// What tells the section from others.
  public let identifier: String
  /// The models, of any types that the director has adapters for.
  public var models: [Any]
  /// The title of the header, and the name of the section.
  public var headerTitle: String?
  /// The title of the footer.
  public var footerTitle: String?
  /// The cell that is the header; it wins over the title.
  public var header: SupplementaryCell?
  /// The cell that is the footer; it wins over the title.
  public var footer: SupplementaryCell?
  /// The title in the index of sections.
  public var indexTitle: String?
  /// Whether the models are hidden. They are there nevertheless, and can be changed.
  public var isCollapsed = false

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - identifier: What tells it from others.
  ///   - models: The models.
  ///   - headerTitle: The title of the header.
  ///   - footerTitle: The title of the footer.
  public init(_ identifier: String, models: [Any] = [], headerTitle: String? = nil, footerTitle: String? = nil) {
    self.identifier = identifier
    self.models = models
    self.headerTitle = headerTitle
    self.footerTitle = footerTitle
  }

  /// Whether two sections show the same beside their models.
  func showsTheSame(as other: DirectorSection) -> Bool {
    headerTitle == other.headerTitle && footerTitle == other.footerTitle && indexTitle == other.indexTitle
      && header == other.header && footer == other.footer
  }
}

/// A cell that is the header or the footer of a director's section.
public struct SupplementaryCell: Equatable {
  /// What a director finds by how the cell is to be made.
  enum Key: Hashable {
    case identifier(CellIdentifier)
    case model(ObjectIdentifier)
  }

  let key: Key
  /// What the cell shows; nil for one that shows the section alone.
  let model: Any?
  private let isEqual: (Any?) -> Bool

  /// A cell that shows a model, by the adapter that the director has for headers and footers of that type.
  public init<Model: Equatable>(_ model: Model) {
    self.model = model
    key = .model(ObjectIdentifier(Model.self))
    isEqual = { $0 as? Model == model }
  }

  /// A cell of a kind that is registered with the director for headers and footers.
  public init(kind identifier: CellIdentifier) {
    model = nil
    key = .identifier(identifier)
    isEqual = { _ in true }
  }

  /// Whether the cells are made in the same way, and show the same.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.key == rhs.key && lhs.isEqual(rhs.model) }

  /// What is missing for the cell, for people.
  var requirement: String {
    switch key {
    case .identifier(let identifier): "the kind “\(identifier)”"
    case .model: "models of the type \(model.map { String(reflecting: dynamicType(of: $0)) } ?? "?")"
    }
  }
}

/// How a director makes the headers and footers of some kind.
struct SupplementaryAdapter {
  let identifier: CellIdentifier
  let configure: (_ cell: ReusableCell, _ model: Any?, _ section: NamedSection) -> Void
}
