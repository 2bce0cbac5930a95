extension Routable {
  /// The place that decides who gets a message; nothing in arguments without places.
  package var firstPlace: Place? { Router.firstPlace(of: self) }
}
