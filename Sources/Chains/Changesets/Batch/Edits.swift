/// The difference between two states of a list: what was deleted, inserted, moved and updated.
///
/// The places of ``deletes``, and the first places of ``moves`` and ``updates``, are in the *before space*, the state
/// before the edits. The places of ``inserts``, and the second places of moves and updates, are in the *after space*,
/// the state after them. Elements that are not named stay and keep their relative order. An element that moved and
/// changed is both in ``moves`` and in ``updates``.
///
/// `Edits<Int>` describes a flat list, and the sections of an ``UpdateBatch``. `Edits<ItemPath>` describes the items of
/// an ``UpdateBatch``, where a move may lead to another section.
///
/// Deletes and inserts are sets: repeating a place has no effect. The order of the lists has no meaning.
/// They are not steps that follow each other: to delete the two neighbours 1 and 2, name both places, and not place 1
/// twice.
public struct Edits<Place: Hashable & Comparable & Sendable>: Hashable, Sendable {
  // Most batches consist of one edit of one item, and every source of a chain stores its batch and passes it on, so a
  // single edit is stored without lists. It is stored next to the lists, not with them in an enumeration: copying the
  // value then copies plain bits and one reference.

  /// The lists, in an array of one element, which serves as a box with copy-on-write. `nil` if there are no edits or a
  /// single one.
  @usableFromInline var lists: [Lists]?
  /// The only edit; `nil` if there are none or several.
  @usableFromInline var single: Single?
  /// Whether every element was deleted and every element of the new state inserted. A reload is a cheaper encoding of
  /// any change; it has no lists.
  public var isReload = false { didSet { if isReload { (lists, single) = (nil, nil) } } }

  /// The kind of an edit.
  @usableFromInline package enum Kind: Sendable { case delete, insert, move, update, moveAndUpdate }

  /// A single edit. A delete or an insert has one place, which is stored twice.
  @usableFromInline struct Single: Sendable {
    @usableFromInline var places: PlacePair<Place>
    @usableFromInline var kind: Kind

    @inlinable init(_ kind: Kind, _ places: PlacePair<Place>) {
      self.places = places
      self.kind = kind
    }
  }

  @usableFromInline struct Lists: Sendable {
    @usableFromInline var deletes = EditList<Place>()
    @usableFromInline var inserts = EditList<Place>()
    @usableFromInline var moves = EditList<PlacePair<Place>>()
    @usableFromInline var updates = EditList<PlacePair<Place>>()

    @inlinable init() {}

    @inlinable var count: Int { deletes.count + inserts.count + moves.count + updates.count }

    @inlinable mutating func append(_ edit: Single) {
      switch edit.kind {
      case .delete: deletes.append(edit.places.before)
      case .insert: inserts.append(edit.places.after)
      case .move: moves.append(edit.places)
      case .update: updates.append(edit.places)
      case .moveAndUpdate:
        moves.append(edit.places)
        updates.append(edit.places)
      }
    }

    /// The edit, if there is only one; a move and an update of the same element count as one.
    @inlinable var single: Single? {
      if count == 2, let move = moves.first, move == updates.first { return Single(.moveAndUpdate, move) }
      guard count == 1 else { return nil }
      if let place = deletes.first { return Single(.delete, PlacePair(place, place)) }
      if let place = inserts.first { return Single(.insert, PlacePair(place, place)) }
      if let places = moves.first { return Single(.move, places) }
      return updates.first.map { Single(.update, $0) }
    }
  }

  /// Creates empty edits.
  @inlinable public init() {}

  /// Creates edits.
  ///
  /// - Parameters:
  ///   - deletes: The places of deleted elements, in before space.
  ///   - inserts: The places of inserted elements, in after space.
  ///   - moves: The places of elements whose position among the remaining ones changed.
  ///   - updates: The places of elements whose content changed.
  @inlinable public init(
    deletes: [Place] = [], inserts: [Place] = [], moves: [PlacePair<Place>] = [], updates: [PlacePair<Place>] = []
  ) {
    if deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty { return }
    all.deletes = EditList(deletes)
    all.inserts = EditList(inserts)
    all.moves = EditList(moves)
    all.updates = EditList(updates)
  }

  /// The places of deleted elements, in before space.
  @inlinable public var deletes: EditList<Place> {
    get {
      if let lists { return lists[0].deletes }
      guard let single, single.kind == .delete else { return EditList() }
      return EditList(one: single.places.before)
    }
    _modify { yield &all.deletes }
  }

  /// The places of inserted elements, in after space.
  @inlinable public var inserts: EditList<Place> {
    get {
      if let lists { return lists[0].inserts }
      guard let single, single.kind == .insert else { return EditList() }
      return EditList(one: single.places.after)
    }
    _modify { yield &all.inserts }
  }

  /// The places of elements whose position among the remaining ones changed.
  @inlinable public var moves: EditList<PlacePair<Place>> {
    get {
      if let lists { return lists[0].moves }
      guard let single, single.kind == .move || single.kind == .moveAndUpdate else { return EditList() }
      return EditList(one: single.places)
    }
    _modify { yield &all.moves }
  }

  /// The places of elements whose content changed.
  @inlinable public var updates: EditList<PlacePair<Place>> {
    get {
      if let lists { return lists[0].updates }
      guard let single, single.kind == .update || single.kind == .moveAndUpdate else { return EditList() }
      return EditList(one: single.places)
    }
    _modify { yield &all.updates }
  }

  /// All edits as lists. The lists of a reload are empty, and changes of them are ignored.
  @inlinable var all: Lists {
    @inline(__always) get {
      if let lists { return lists[0] }
      var all = Lists()
      if let single { all.append(single) }
      return all
    }
    _modify {
      var all = takeAll()
      defer { store(&all) }
      yield &all
    }
  }

  /// Moves the lists out of their storage so that they can be mutated without copying: that takes a single reference to
  /// them.
  @inlinable mutating func takeAll() -> Lists {
    if lists == nil { return all }
    var all = Lists()
    lists?.exchangeFirst(with: &all)
    return all
  }

  /// Stores lists that `takeAll()` returned.
  @inlinable mutating func store(_ all: inout Lists) {
    if isReload { return }
    // One edit is never stored in lists, so that everybody who looks for a single edit finds it.
    single = all.single
    if single != nil || all.count == 0 {
      lists = nil
    } else if lists == nil {
      lists = [all]
    } else {
      lists?.exchangeFirst(with: &all)
    }
  }

  /// Edits that delete every element of the old state and insert every element of the new one.
  @inlinable public static var reload: Self {
    var edits = Self()
    edits.isReload = true
    return edits
  }

  /// Whether there are no edits.
  @inlinable public var isEmpty: Bool { lists == nil && single == nil && !isReload }

  /// Whether no element changed its position: there are no edits but updates.
  @inlinable public var keepsPlaces: Bool {
    if let single { return single.kind == .update }
    guard let lists else { return !isReload }
    return lists[0].deletes.isEmpty && lists[0].inserts.isEmpty && lists[0].moves.isEmpty
  }

  /// The number of deletes, inserts, moves and updates.
  @inlinable public var count: Int {
    if let single { return single.kind == .moveAndUpdate ? 2 : 1 }
    return lists?[0].count ?? 0
  }

  /// Calls `body` with every edit and its two places, which are equal for a delete or an insert.
  ///
  /// Deletes come first, then inserts, moves and updates. An element that moved and changed is passed once, as
  /// `moveAndUpdate`, if it is the only edit; otherwise twice, as a move and as an update.
  @inlinable @inline(__always) package func forEachEdit(_ body: (Kind, PlacePair<Place>) -> Void) {
    if let single { return body(single.kind, single.places) }
    guard let lists else { return }
    lists[0].deletes.forEach { body(.delete, PlacePair($0, $0)) }
    lists[0].inserts.forEach { body(.insert, PlacePair($0, $0)) }
    lists[0].moves.forEach { body(.move, $0) }
    lists[0].updates.forEach { body(.update, $0) }
  }

  /// Appends an edit. A reload ignores it.
  ///
  /// - Parameter places: The place before and the place after; they are equal for a delete or an insert.
  /// - Complexity: O(1) on average.
  @inlinable package mutating func append(_ kind: Kind, _ places: PlacePair<Place>) {
    if isReload { return }
    if lists == nil {
      guard let first = single else { return single = Single(kind, places) }
      lists = [Lists()]
      lists?[0].append(first)
      single = nil
    }
    lists?[0].append(Single(kind, places))
  }

  mutating func sort() {
    if lists == nil { return }
    lists?[0].deletes.sort()
    lists?[0].inserts.sort()
    lists?[0].moves.sort()
    lists?[0].updates.sort()
  }
}

extension Array {
  @inlinable mutating func exchangeFirst(with element: inout Element) { swap(&self[0], &element) }
}

extension Edits {
  /// Whether the lists are equal, element by element, or both values are reloads.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs.isReload || rhs.isReload { return lhs.isReload == rhs.isReload }
    return lhs.deletes == rhs.deletes && lhs.inserts == rhs.inserts && lhs.moves == rhs.moves
      && lhs.updates == rhs.updates
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isReload)
    if isReload { return }
    hasher.combine(deletes)
    hasher.combine(inserts)
    hasher.combine(moves)
    hasher.combine(updates)
  }
}

// MARK: - Lists and sections

extension Edits<Int> {
  /// Returns the edits of a list as edits of the items of one section, which keeps its index.
  ///
  /// ```swift
  /// let batch = UpdateBatch(items: diff(from: old, to: new).inSection(3))
  /// ```
  ///
  /// - Parameter section: The index of the section.
  /// - Complexity: O(*k*), *k* being ``count``.
  public func inSection(_ section: Int) -> Edits<ItemPath> { map { ItemPath(section: section, item: $0) } }

  /// Updates an array that has one element for each place of the list. A reload leaves the array unchanged, for it
  /// names no places.
  ///
  /// ```swift
  /// batch.sections.apply(to: &sums) { section in source.items(inSection: section).reduce(0, +) }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The array for the state before. Elements of updated places stay as they are.
  ///   - inserted: Returns the element for an inserted place.
  /// - Complexity: O(*n* + *k* log *k*), *n* being the number of elements and *k* ``count``; O(1) if ``keepsPlaces``.
  @inlinable public func apply<Element>(to elements: inout [Element], inserting inserted: (Int) -> Element) {
    if keepsPlaces { return }
    // Elements that stay fill the places between those that arrive. Moved elements are taken from the former array.
    let gone = Set(deletes).union(moves.lazy.map(\.before))
    let arrivals = inserts.map { ($0, inserted($0)) } + moves.map { ($0.after, elements[$0.before]) }
    var stayed = elements.indices.lazy.filter { !gone.contains($0) }.makeIterator()
    var result: [Element] = []
    result.reserveCapacity(elements.count + inserts.count)
    for (place, element) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      while result.count < place, let next = stayed.next() { result.append(elements[next]) }
      result.append(element)
    }
    while let next = stayed.next() { result.append(elements[next]) }
    elements = result
  }
}

extension Edits<ItemPath> {
  /// The edits of the items of one section as edits of a list.
  var withoutSections: Edits<Int> { map(\.item) }
}

extension Edits {
  /// Returns the edits with every place replaced by the result of `transform`.
  func map<Other>(_ transform: (Place) -> Other) -> Edits<Other> {
    var edits = Edits<Other>(
      deletes: deletes.map(transform), inserts: inserts.map(transform),
      moves: moves.map { PlacePair(transform($0.before), transform($0.after)) },
      updates: updates.map { PlacePair(transform($0.before), transform($0.after)) })
    if isReload { edits = .reload }
    return edits
  }
}
