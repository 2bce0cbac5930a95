/// Shows its source, or no sections at all.
///
/// ```swift
/// let details = Transform(of: [articles], by: Switch(isOn: false))
/// details.configure { $0.isOn = true }   // observers hear of all sections as inserted
/// ```
///
/// To set it to what it is does nothing. While it is off, what happens to the source is not told on.
public struct Switch<Item>: SelectingMapping {
  /// What the source provides.
  public typealias SourceItem = Item

  /// Whether the source is shown.
  public var isOn: Bool

  var shown = ShownSource()

  /// Makes the mapping.
  ///
  /// - Parameter isOn: Whether the source is shown.
  public init(isOn: Bool = true) { self.isOn = isOn }

  var selectedSource: Int? { isOn ? 0 : nil }
}
