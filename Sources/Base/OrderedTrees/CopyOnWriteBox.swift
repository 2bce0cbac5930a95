/// A value in a box with copy-on-write: copying it retains one reference, and the value is copied when a shared box is
/// mutated.
///
/// The order-statistic structures consist of several arrays each. A mapping that contains them is often read by value,
/// which should not retain every array.
@usableFromInline package struct CopyOnWriteBox<Value> {
  @usableFromInline package var box: Box

  /// The storage of the value. It is a pointer, because a property would be checked for overlapping accesses, which the
  /// property of the box's owner is already.
  @usableFromInline package final class Box {
    // Initialised here, deinitialised with the box, and never exposed.
    @usableFromInline package let pointer: UnsafeMutablePointer<Content>

    @inlinable package init(_ value: Value) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: Content(value))
    }

    deinit {
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
  }

  /// The value, which is lent in place because its wrapper cannot be copied. A copyable value behind a pointer is
  /// copied first, with a retain of each of its arrays, as the code that it is lent to might replace it.
  @usableFromInline package struct Content: ~Copyable {
    @usableFromInline package var value: Value

    @inlinable package init(_ value: Value) { self.value = value }

    @inlinable package borrowing func lend<Result>(to body: (borrowing Value) -> Result) -> Result { body(value) }
  }

  @inlinable package init(_ value: Value) { box = Box(value) }

  @inlinable package var value: Value {
    // The box outlives the access to its value.
    _read { yield box.pointer.pointee.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.pointer.pointee.value) }
      yield &box.pointer.pointee.value
    }
  }

  /// Calls `body` with the value in place, which it cannot mutate, because others may share it. A method of ``value``
  /// that is not inlined receives a copy, which retains every array of the value; a borrowed argument is not copied.
  @inlinable package func read<Result>(_ body: (borrowing Value) -> Result) -> Result {
    // The box outlives the call.
    box.pointer.pointee.lend(to: body)
  }
}

// A box is mutated only by its single owner, with exclusive access. A shared box is only read, possibly from two
// isolation domains.
extension CopyOnWriteBox: @unchecked Sendable where Value: Sendable {}
