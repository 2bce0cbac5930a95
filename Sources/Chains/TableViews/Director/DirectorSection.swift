public import Cells

/// A section of a director, as a value: its identifier, its models, and its header and footer.
///
/// It is a value: a change of it changes no director. Use ``Director/updateSection(at:_:)``, or
/// ``Director/Section/update(_:)``.
///
/// ```swift
/// var section = DirectorSection("fruits", models: [apple, pear])
/// section.headerTitle = "Fruits"
/// try director.append(section)
/// ```
public struct DirectorSection {
  /// The section's identity in the director.
  public let identifier: String
  /// The models, of any types that the director has adapters for.
  public var models: [Any]
  /// The title of the header, and the name of the section.
  public var headerTitle: String?
  /// The title of the footer.
  public var footerTitle: String?
  /// The header cell, which takes precedence over the title.
  public var header: SupplementaryCell?
  /// The footer cell, which takes precedence over the title.
  public var footer: SupplementaryCell?
  /// The title in the section index.
  public var indexTitle: String?
  /// Whether the models are hidden. Hidden models stay in the section, and can be edited.
  public var isCollapsed = false

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - identifier: The section's identity in the director.
  ///   - models: The models.
  ///   - headerTitle: The title of the header.
  ///   - footerTitle: The title of the footer.
  public init(_ identifier: String, models: [Any] = [], headerTitle: String? = nil, footerTitle: String? = nil) {
    self.identifier = identifier
    self.models = models
    self.headerTitle = headerTitle
    self.footerTitle = footerTitle
  }

  /// Returns whether two sections have the same titles, header and footer.
  func showsTheSame(as other: DirectorSection) -> Bool {
    headerTitle == other.headerTitle && footerTitle == other.footerTitle && indexTitle == other.indexTitle
      && header == other.header && footer == other.footer
  }
}

/// A cell that is the header or footer of a director's section.
public struct SupplementaryCell: Equatable {
  /// The key of a director's registration for headers and footers.
  enum Key: Hashable {
    case identifier(CellIdentifier)
    case model(ObjectIdentifier)
  }

  let key: Key
  /// The model that the cell shows, or nil if it only shows the section.
  let model: Any?
  private let isEqual: (Any?) -> Bool

  /// Creates a cell that shows a model, by the adapter that the director has for headers and footers with models of
  /// this type.
  public init<Model: Equatable>(_ model: Model) {
    self.model = model
    key = .model(ObjectIdentifier(Model.self))
    isEqual = { $0 as? Model == model }
  }

  /// Creates a cell of a kind that is registered with the director for headers and footers.
  public init(kind identifier: CellIdentifier) {
    model = nil
    key = .identifier(identifier)
    isEqual = { _ in true }
  }

  /// Returns whether two cells have the same registration and equal models.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.key == rhs.key && lhs.isEqual(rhs.model) }

  /// The registration that the cell requires, as a phrase for error messages.
  var requirement: String {
    switch key {
    case .identifier(let identifier): "the kind “\(identifier)”"
    case .model: "models of the type \(model.map { String(reflecting: dynamicType(of: $0)) } ?? "?")"
    }
  }
}

/// A director's registration for headers and footers of a kind.
struct SupplementaryAdapter {
  let identifier: CellIdentifier
  let configure: (_ cell: ReusableCell, _ model: Any?, _ section: NamedSection) -> Void
}
