/// Working memory of a diff: a fixed number of trivial values, freed with the last reference.
///
/// The pointer never leaves the functions of this folder, which keep every index below ``count``; in debug builds a wrong
/// index is caught.
@usableFromInline final class Scratch<Value: BitwiseCopyable> {
  @usableFromInline let buffer: UnsafeMutableBufferPointer<Value>

  @inlinable init(repeating value: Value, count: Int) {
    buffer = .allocate(capacity: count)
    buffer.initialize(repeating: value)
  }

  /// Memory whose values have to be written before they are read.
  @inlinable init(uninitializedCount count: Int) {
    buffer = .allocate(capacity: count)
  }

  @inlinable deinit { buffer.deallocate() }

  @inlinable var count: Int { buffer.count }

  @inlinable subscript(index: Int) -> Value {
    @inline(__always) get { buffer[index] }
    @inline(__always) set { buffer[index] = newValue }
  }
}
