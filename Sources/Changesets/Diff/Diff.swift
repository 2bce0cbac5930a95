/// The edits that lead from one state of a list to the next.
///
/// ```swift
/// let edits = try diff(from: old, to: new)                 // Identifiable & Equatable
/// ```
///
/// The result is in normal form: sorted, without contradictions, minimal in deletes and inserts; and minimal in moves where
/// identities are unique, or the effort is `.minimal`.
///
/// - Parameters:
///   - old: The state before.
///   - new: The state after.
///   - options: How the diff is made.
/// - Throws: `CancellationError`; ``UpdateError`` about duplicates if the options ask for it.
/// - Complexity: O(*n*) on average, *n* being the number of elements, and O(*m* log *m*) for *m* elements out of order; see
///   ``DiffOptions/Effort``.
@inlinable public func diff<Element: Identifiable & Equatable>(
  from old: [Element], to new: [Element], options: DiffOptions = DiffOptions()
) throws -> Edits<Int> {
  try diff(from: old, to: new, matching: IdentifiableMatching(), options: options)
}

/// The edits that lead from one state of a list to the next, by closures or key paths.
///
/// ```swift
/// let edits = try diff(from: old, to: new, id: \.sku) { $0.price == $1.price }
/// ```
///
/// - Parameters:
///   - old: The state before.
///   - new: The state after.
///   - id: What tells an element apart.
///   - options: How the diff is made.
///   - content: Whether an element that is in both states has the same content in both.
/// - Throws: `CancellationError`; ``UpdateError`` about duplicates if the options ask for it.
@inlinable @inline(__always) public func diff<Element, ID: Hashable>(
  from old: [Element], to new: [Element], id: @escaping (Element) -> ID, options: DiffOptions = DiffOptions(),
  content: @escaping (Element, Element) -> Bool
) throws -> Edits<Int> {
  try inlinedDiff(from: old, to: new, matching: ClosureMatching(id: id, content: content), options: options)
}

/// The edits that lead from one state of a list to the next; equal elements have equal content.
///
/// ```swift
/// let edits = try diff(from: "abcd".map(\.self), to: "adbc".map(\.self), id: \.self)
/// ```
///
/// - Parameters:
///   - old: The state before.
///   - new: The state after.
///   - id: What tells an element apart.
///   - options: How the diff is made.
/// - Throws: `CancellationError`; ``UpdateError`` about duplicates if the options ask for it.
@inlinable @inline(__always) public func diff<Element: Equatable, ID: Hashable>(
  from old: [Element], to new: [Element], id: @escaping (Element) -> ID, options: DiffOptions = DiffOptions()
) throws -> Edits<Int> {
  try inlinedDiff(from: old, to: new, matching: ClosureMatching(id: id, content: ==), options: options)
}
