/// A value in a box with copy-on-write: copying it retains one reference, and the value is copied when a shared box is mutated.
///
/// The order-statistic structures consist of several arrays each. A mapping that contains them is often read by value, which should
/// not retain every array.
@usableFromInline package struct CopyOnWriteBox<Value> {
  @usableFromInline package var box: Box

  /// The storage of the value. It is a pointer, because a property would be checked for overlapping accesses, which the property of
  /// the box's owner is already.
  @usableFromInline package final class Box {
    // Initialised here, deinitialised with the box, and never exposed.
    @usableFromInline package let pointer: UnsafeMutablePointer<Value>

    @inlinable package init(_ value: Value) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: value)
    }

    deinit {
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
  }

  @inlinable package init(_ value: Value) { box = Box(value) }

  @inlinable package var value: Value {
    // The box outlives the access to its value.
    _read { yield box.pointer.pointee }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.pointer.pointee) }
      yield &box.pointer.pointee
    }
  }

  /// Calls `body` with the value in place. A method of ``value`` that is not inlined receives a copy, which retains every array of
  /// the value; an `inout` argument is not copied.
  ///
  /// - Parameter body: Reads the value and must not mutate it, because others may share it.
  @inlinable package func read<Result>(_ body: (inout Value) -> Result) -> Result { body(&box.pointer.pointee) }
}

// A box is mutated only by its single owner, with exclusive access. A shared box is only read, possibly from two isolation domains.
extension CopyOnWriteBox: @unchecked Sendable where Value: Sendable {}
