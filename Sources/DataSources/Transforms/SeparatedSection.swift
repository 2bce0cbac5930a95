/// The items of a section, and the separators in the gaps between them.
///
/// A section of *n* items has *n* + 1 gaps: before gap *g* there are *g* items. A separator belongs to the item before it, and the
/// one in the first gap to the section.
struct SeparatedSection<Separator> {
  /// For each place, whether an item stands there; else it is a separator.
  private var isItem: BitSequence
  /// The separators, in order.
  private var separators: ChunkedArray<Separator>

  /// Makes a section of what stands in its gaps, of which there is one more than items.
  init(gaps: some Sequence<Separator?>) {
    var places: [Bool] = []
    var separators: [Separator] = []
    for (gap, separator) in gaps.enumerated() {
      if gap > 0 { places.append(true) }
      guard let separator else { continue }
      places.append(false)
      separators.append(separator)
    }
    isItem = BitSequence(places)
    self.separators = ChunkedArray(separators)
  }

  /// The number of places, those of items and those of separators.
  var count: Int { isItem.count }

  /// The number of items.
  var itemCount: Int { isItem.ones }

  /// Which item stands at a place; nothing for a separator.
  func item(at place: Int) -> Int? { isItem[place] ? isItem.rank(of: place) : nil }

  /// Where an item stands; nothing if there is no such item.
  func place(ofItem item: Int) -> Int? { item < 0 ? nil : isItem.position(ofOne: item) }

  /// The separator that stands at a place.
  func separator(at place: Int) -> Separator { separators[place - isItem.rank(of: place)] }

  /// Where the separator in a gap stands, or would stand.
  func place(ofGap gap: Int) -> Int { place(ofItem: gap - 1).map { $0 + 1 } ?? 0 }

  /// What stands in a gap.
  subscript(gap: Int) -> Separator? {
    get {
      let place = place(ofGap: gap)
      return hasSeparator(at: place) ? separators[place - gap] : nil
    }
    set {
      let place = place(ofGap: gap)
      // Before a gap there are as many items as its number says; the rest is separators.
      let index = place - gap
      switch (hasSeparator(at: place), newValue) {
      case (true, let separator?): separators[index] = separator
      case (true, nil):
        separators.remove(at: index)
        isItem.remove(at: place)
      case (false, let separator?):
        separators.insert(separator, at: index)
        isItem.insert(false, at: place)
      case (false, nil): break
      }
    }
  }

  private func hasSeparator(at place: Int) -> Bool { place < isItem.count && !isItem[place] }

  /// Puts an item in, after what stands in the gap there.
  ///
  /// - Parameters:
  ///   - item: How many items will stand before it.
  ///   - separator: The separator that belongs to it.
  mutating func insertItem(at item: Int, followedBy separator: Separator?) {
    isItem.insert(true, at: place(ofItem: item) ?? isItem.count)
    if let separator { self[item + 1] = separator }
  }

  /// Takes an item out, with the separator that belongs to it.
  mutating func removeItem(at item: Int) {
    self[item + 1] = nil
    if let place = place(ofItem: item) { isItem.remove(at: place) }
  }
}
