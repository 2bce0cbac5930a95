/// What is to be called when an editing session is over: once, also where what the session did is forgotten.
final class DirectorSession {
  private var completion: ((Bool) -> Void)?

  init(_ completion: @escaping (_ isMade: Bool) -> Void) { self.completion = completion }

  /// The chain holds it until the session is made, and lets it go when a transaction fails.
  deinit { completion?(false) }

  /// Says that what the session did is shown.
  func finish() {
    let completion = completion
    self.completion = nil
    completion?(true)
  }
}
