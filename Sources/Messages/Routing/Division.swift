/// Arguments about many places, taken apart.
public struct Division<Arguments> {
  /// Arguments about one place each, in order.
  public let parts: [Arguments]
  let join: ([Arguments]) -> Arguments

  /// Makes a division.
  ///
  /// - Parameters:
  ///   - parts: Arguments about one place each.
  ///   - join: Makes one of some of the parts again, whose places have been rewritten: those that reach the same handler.
  public init(_ parts: [Arguments], joinedBy join: @escaping (_ parts: [Arguments]) -> Arguments) {
    self.parts = parts
    self.join = join
  }

  /// The division of a structure that holds these arguments.
  ///
  /// ```swift
  /// struct Prefetch: Routable {
  ///   var paths: [ItemPath]
  ///   var priority: Int
  ///
  ///   mutating func route(with router: inout Router) { paths.route(with: &router) }
  ///
  ///   func divided() -> Division<Self>? {
  ///     paths.divided()?.within(\.paths) { Prefetch(paths: $0, priority: priority) }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - arguments: What the structure holds.
  ///   - whole: The structure with other arguments.
  public func within<Whole>(
    _ arguments: @escaping (Whole) -> Arguments, _ whole: @escaping (Arguments) -> Whole
  ) -> Division<Whole> {
    Division<Whole>(parts.map(whole)) { whole(join($0.map(arguments))) }
  }
}
