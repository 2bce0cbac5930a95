extension Routable {
  /// The place that decides who gets a message; nothing in arguments without places.
  package var firstPlace: Place? {
    var router = Router(.locate)
    var copy = self
    copy.route(with: &router)
    return router.first
  }
}
