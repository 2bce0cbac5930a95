/// A cell that is the header or the footer of a director's section.
public struct SupplementaryCell: Equatable {
  /// What a director finds by how the cell is to be made.
  enum Key: Hashable {
    case identifier(CellIdentifier)
    case model(ObjectIdentifier)
  }

  let key: Key
  /// What the cell shows; nothing for one that shows the section alone.
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
