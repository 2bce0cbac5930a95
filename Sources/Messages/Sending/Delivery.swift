/// What a handler may know of a message beside its arguments.
public struct Delivery {
  /// Who sent the message, such as what shows the cells; nothing if it did not say.
  public let sender: AnyObject?
  /// The first place that the message is about, in the space of the source that it was sent to; nothing if it has no places.
  public let origin: Place?
  /// The object that the message is about, where the sender has one that is not to be found by its place, such as a cell that is not
  /// shown any more.
  public let subject: AnyObject?

  init(sender: AnyObject?, origin: Place?, subject: AnyObject? = nil) {
    self.sender = sender
    self.origin = origin
    self.subject = subject
  }
}
