extension Value {
  /// What a value is sorted by, in the order of ``Value/precedes(_:descending:)``. Comparing two of them makes nothing.
  package struct SortKey: Sendable {
    /// What is compared with its like; the kinds stand in the order in which they are sorted.
    fileprivate enum Content: Sendable {
      case boolean(Bool)
      case number(Double)
      case date
      /// Words without case and diacritics, and their first eight bytes as a number if all of them are ASCII.
      case words(String, prefix: UInt64?)
      case list([SortKey])
      case missing
    }

    fileprivate let content: Content
    /// The exact text, which decides between what is the same otherwise.
    fileprivate let text: String
  }

  /// What the value is sorted by.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  package var sortKey: SortKey {
    switch self {
    case .missing: SortKey(content: .missing, text: "")
    case .boolean(let isTrue): SortKey(content: .boolean(isTrue), text: "")
    case .number(let number): SortKey(content: .number(number.value), text: number.text)
    case .date(let date): SortKey(content: .date, text: date)
    case .text(let text), .markdown(let text), .url(let text), .image(let text): SortKey(words: text)
    case .list(let elements, _): SortKey(content: .list(elements.map(\.sortKey)), text: "")
    case .records(let records):
      SortKey(content: .list(records.map { SortKey(words: $0.title) }), text: "")
    }
  }
}

extension Value.SortKey {
  fileprivate init(words text: String) {
    var folded = text.sortKey
    let prefix = folded.withUTF8 { bytes -> UInt64? in
      guard bytes.isASCII else { return nil }
      return (0..<8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
    }
    self.init(content: .words(folded, prefix: prefix), text: text)
  }

  /// Whether this key stands before another; that of a missing value stands last in either direction.
  ///
  /// - Parameters:
  ///   - other: The key to compare with.
  ///   - descending: Whether the larger of two comes first.
  /// - Complexity: O(*n*) in the length of the texts; most often O(1).
  package func precedes(_ other: Value.SortKey, descending: Bool = false) -> Bool {
    switch (content, other.content) {
    case (.missing, _): false
    case (_, .missing): true
    default: order(other) == (descending ? .after : .before)
    }
  }

  private enum Ordering { case before, same, after }

  private var rank: Int {
    switch content {
    case .boolean: 0
    case .number: 1
    case .date: 2
    case .words: 3
    case .list: 4
    case .missing: 5
    }
  }

  /// Compares two keys in ascending order.
  private func order(_ other: Value.SortKey) -> Ordering {
    let first: Ordering =
      switch (content, other.content) {
      case (.boolean(let left), .boolean(let right)): Self.order(left ? 1 : 0, right ? 1 : 0)
      case (.number(let left), .number(let right)): Self.order(left, right)
      case (.words(_, let left?), .words(_, let right?)) where left != right: left < right ? .before : .after
      case (.words(let left, _), .words(let right, _)): Self.order(left, right)
      case (.list(let left), .list(let right)): Self.order(left, right)
      default: Self.order(rank, other.rank)
      }
    return first == .same ? Self.order(text, other.text) : first
  }

  private static func order<T: Comparable>(_ left: T, _ right: T) -> Ordering {
    left < right ? .before : right < left ? .after : .same
  }

  /// Compares lists by their first different elements; a list that only begins another comes before it.
  private static func order(_ left: [Value.SortKey], _ right: [Value.SortKey]) -> Ordering {
    for (one, other) in zip(left, right) {
      let order = one.order(other)
      if order != .same { return order }
    }
    return order(left.count, right.count)
  }
}

extension Value.SortKey: Comparable {
  /// Whether two keys stand at the same place.
  package static func == (left: Value.SortKey, right: Value.SortKey) -> Bool { left.order(right) == .same }

  /// Whether the first key stands before the second.
  package static func < (left: Value.SortKey, right: Value.SortKey) -> Bool { left.order(right) == .before }
}
