extension Fold where Total == ItemCount {
  /// The number of items.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - isCounted: Whether an item counts.
  public static func count(
    _ scope: FoldScope = .all, where isCounted: @escaping (SourceItem) -> Bool = { _ in true }
  ) -> Fold {
    Fold(ItemCount(), scope) { isCounted($0) ? () : nil }
  }
}

extension Fold where Total == IntegerSum {
  /// The sum of integers, which is wide enough for as many as there may be.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - number: The number of an item; nothing where it does not count.
  public static func sum(_ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Int?) -> Fold {
    Fold(IntegerSum(), scope, contribution: number)
  }
}

extension Fold where Total == FloatingPointSum {
  /// The sum of floating-point numbers, rounded once.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - number: The number of an item; nothing where it does not count.
  public static func sum(_ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Double?) -> Fold {
    Fold(FloatingPointSum(), scope, contribution: number)
  }
}

extension Fold where Total == Mean {
  /// The arithmetic mean of numbers, rounded once; nothing where none counts.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - number: The number of an item; nothing where it does not count.
  public static func mean(_ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Double?) -> Fold {
    Fold(Mean(), scope, contribution: number)
  }
}

extension Fold {
  /// The smallest key; nothing where no item has one.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - key: The key of an item; nothing where it does not count.
  public static func min<Key: Comparable>(_ scope: FoldScope = .all, of key: @escaping (SourceItem) -> Key?) -> Fold
  where Total == Extreme<Key> {
    Fold(Extreme(isLargest: false), scope, contribution: key)
  }

  /// The largest key; nothing where no item has one.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - key: The key of an item; nothing where it does not count.
  public static func max<Key: Comparable>(_ scope: FoldScope = .all, of key: @escaping (SourceItem) -> Key?) -> Fold
  where Total == Extreme<Key> {
    Fold(Extreme(isLargest: true), scope, contribution: key)
  }

  /// The smallest number; nothing where no item has one.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - number: The number of an item; nothing where it does not count.
  public static func min<Number: FloatingPoint>(_ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Number?)
    -> Fold
  where Total == Extreme<Number> {
    Fold(Extreme(isLargest: false), scope, contribution: number)
  }

  /// The largest number; nothing where no item has one.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - number: The number of an item; nothing where it does not count.
  public static func max<Number: FloatingPoint>(_ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Number?)
    -> Fold
  where Total == Extreme<Number> {
    Fold(Extreme(isLargest: true), scope, contribution: number)
  }
}
