/// An operation of the libraries whose instructions are counted, where a time would be too noisy.
public struct CountedWork: Sendable {
  /// The name of the operation in the table of counts.
  public var name: String
  /// The number of times that the operation is performed. The counts are those of one.
  public var repetitions: Int
  /// Prepares the operation, which is not counted, and returns it.
  public var prepare: @Sendable () throws -> () -> Void

  /// Creates an operation.
  public init(_ name: String, repetitions: Int, prepare: @escaping @Sendable () throws -> () -> Void) {
    self.name = name
    self.repetitions = repetitions
    self.prepare = prepare
  }
}
