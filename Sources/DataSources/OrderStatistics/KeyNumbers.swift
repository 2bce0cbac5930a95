/// Numbers for keys, so that a key is kept once, however many items have it, and compared as a number.
struct KeyNumbers<Key: Hashable> {
  private var numbers: [Key: UInt32] = [:]
  /// For each number its key; none where the number is free.
  private var keys: [Key?] = []
  private var free: [UInt32] = []

  /// The number of a key, which gets one if it has none.
  mutating func number(of key: Key) -> UInt32 {
    if let number = numbers[key] { return number }
    let number = free.popLast() ?? UInt32(keys.count)
    if Int(number) == keys.count { keys.append(key) } else { keys[Int(number)] = key }
    numbers[key] = number
    return number
  }

  /// Takes its number from a key, if it has one.
  mutating func remove(_ number: UInt32) {
    guard let key = keys[Int(number)].take() else { return }
    numbers[key] = nil
    free.append(number)
  }
}
