/// A value that is kept elsewhere, so that what has it is small: to copy it is to count a reference. A copy is made when one of
/// those who share it changes it.
///
/// The order-statistic structures are some arrays each; whoever reads a mapping that has them by value should not pay for every array.
@usableFromInline package struct Boxed<Value> {
  @usableFromInline package var box: Box

  /// The value, behind a pointer: a property would be guarded against overlapping accesses, which the one of the box's owner is
  /// already.
  @usableFromInline package final class Box {
    // Initialized here, deinitialized with the box, and never given to anyone.
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
    // The box lives as long as the access to this value.
    _read { yield box.pointer.pointee }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.pointer.pointee) }
      yield &box.pointer.pointee
    }
  }

  /// Gives a closure the value where it is. A function of ``value`` that is not made part of its caller gets a copy, which costs as much
  /// as the value has arrays; what is passed as `inout` is not copied.
  ///
  /// - Parameter body: Reads the value, and does not change it: others may share it.
  @inlinable package func read<Result>(_ body: (inout Value) -> Result) -> Result { body(&box.pointer.pointee) }
}

// A box is changed only by the one who has it alone, and by exclusive access to that one; shared, it is read, also from two isolation
// domains.
extension Boxed: @unchecked Sendable where Value: Sendable {}
