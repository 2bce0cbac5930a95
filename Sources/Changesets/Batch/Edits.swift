/// How one state of a list becomes the next: what was deleted, inserted, moved and updated.
///
/// Places of ``deletes``, and the first places of ``moves`` and ``updates``, are in the *before space*, the state before the
/// edits; places of ``inserts``, and the second places, are in the *after space*. Whatever is not named stays: it keeps its
/// order among all that stays. Something that moved and changed is both in ``moves`` and in ``updates``.
///
/// `Edits<Int>` describes a flat list, and the sections of an ``UpdateBatch``; `Edits<ItemPath>` describes the items of an
/// ``UpdateBatch``, where a move may lead to another section.
///
/// Deletes and inserts are sets: naming a place twice is naming it once. The order of the lists has no meaning.
public struct Edits<Place: Hashable & Comparable & Sendable>: Hashable, Sendable {
  // Most batches are one item's edit, and every source of a chain stores its batch and passes it on: so a single edit is stored without
  // a list, and copied without a reference to be counted. It is read and changed as lists like any other. What reads it is always inlined:
  // a call would copy it.

  @usableFromInline enum Storage: Sendable {
    case none
    /// A single edit, with its place twice where it has but one.
    case one(Kind, Pair<Place>)
    /// Any edits, in an array of one element: a box that copies itself when it is changed and shared.
    case many([Lists])
    case reload
  }

  /// What happened to one thing.
  @usableFromInline package enum Kind: Sendable { case delete, insert, move, update, moveAndUpdate }

  @usableFromInline struct Lists: Sendable {
    @usableFromInline var deletes: EditList<Place>
    @usableFromInline var inserts: EditList<Place>
    @usableFromInline var moves: EditList<Pair<Place>>
    @usableFromInline var updates: EditList<Pair<Place>>

    @inlinable init(
      deletes: EditList<Place>, inserts: EditList<Place>, moves: EditList<Pair<Place>>, updates: EditList<Pair<Place>>
    ) {
      self.deletes = deletes
      self.inserts = inserts
      self.moves = moves
      self.updates = updates
    }
  }

  @usableFromInline var storage: Storage

  /// Creates empty edits.
  @inlinable public init() { storage = .none }

  /// Creates edits.
  ///
  /// - Parameters:
  ///   - deletes: What is no longer there, in before space.
  ///   - inserts: What is new, in after space.
  ///   - moves: What is elsewhere among what stays.
  ///   - updates: What has another content than before.
  @inlinable public init(
    deletes: [Place] = [], inserts: [Place] = [], moves: [Pair<Place>] = [], updates: [Pair<Place>] = []
  ) {
    storage = .none
    if !deletes.isEmpty { self.deletes = EditList(deletes) }
    if !inserts.isEmpty { self.inserts = EditList(inserts) }
    if !moves.isEmpty { self.moves = EditList(moves) }
    if !updates.isEmpty { self.updates = EditList(updates) }
  }

  /// What is no longer there, in before space.
  @inlinable public var deletes: EditList<Place> {
    @inline(__always) get {
      switch storage {
      case .one(.delete, let places): EditList(one: places.before)
      case .many(let lists): lists[0].deletes
      default: EditList()
      }
    }
    _modify {
      var list = deletes
      withLists { $0.deletes = EditList() }
      if case .one(.delete, _) = storage { storage = .none }
      yield &list
      set(list, .delete, { Pair($0, $0) }) { $0.deletes = list }
    }
  }

  /// What is new, in after space.
  @inlinable public var inserts: EditList<Place> {
    @inline(__always) get {
      switch storage {
      case .one(.insert, let places): EditList(one: places.after)
      case .many(let lists): lists[0].inserts
      default: EditList()
      }
    }
    _modify {
      var list = inserts
      withLists { $0.inserts = EditList() }
      if case .one(.insert, _) = storage { storage = .none }
      yield &list
      set(list, .insert, { Pair($0, $0) }) { $0.inserts = list }
    }
  }

  /// What is elsewhere among what stays.
  @inlinable public var moves: EditList<Pair<Place>> {
    @inline(__always) get {
      switch storage {
      case .one(.move, let places), .one(.moveAndUpdate, let places): EditList(one: places)
      case .many(let lists): lists[0].moves
      default: EditList()
      }
    }
    _modify {
      var list = moves
      withLists { $0.moves = EditList() }
      if case .one(.move, _) = storage { storage = .none }
      if case .one(.moveAndUpdate, let places) = storage { storage = .one(.update, places) }
      yield &list
      set(list, .move, { $0 }) { $0.moves = list }
    }
  }

  /// What has another content than before.
  @inlinable public var updates: EditList<Pair<Place>> {
    @inline(__always) get {
      switch storage {
      case .one(.update, let places), .one(.moveAndUpdate, let places): EditList(one: places)
      case .many(let lists): lists[0].updates
      default: EditList()
      }
    }
    _modify {
      var list = updates
      withLists { $0.updates = EditList() }
      if case .one(.update, _) = storage { storage = .none }
      if case .one(.moveAndUpdate, let places) = storage { storage = .one(.move, places) }
      yield &list
      set(list, .update, { $0 }) { $0.updates = list }
    }
  }

  /// Changes the lists in place, if there are any.
  @inlinable mutating func withLists(_ change: (inout Lists) -> Void) {
    guard case .many(var lists) = storage else { return }
    // The box has to be referenced once, or the change copies it.
    storage = .none
    change(&lists[0])
    storage = .many(lists)
  }

  /// Stores a list whose former elements were removed.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - kind: What its edits are.
  ///   - places: Returns the two places of an edit.
  ///   - store: Puts the list where it belongs.
  @inlinable @inline(__always) mutating func set<Element>(
    _ list: EditList<Element>, _ kind: Kind, _ places: (Element) -> Pair<Place>, _ store: (inout Lists) -> Void
  ) {
    switch storage {
    case .reload: return
    case .none where list.count == 1: return storage = .one(kind, places(list[0]))
    case .one(.move, let other) where kind == .update && list.count == 1 && places(list[0]) == other,
      .one(.update, let other) where kind == .move && list.count == 1 && places(list[0]) == other:
      return storage = .one(.moveAndUpdate, other)
    case .many: break
    case .none, .one:
      if list.isEmpty { return }
      storage = .many([Lists(deletes: deletes, inserts: inserts, moves: moves, updates: updates)])
    }
    withLists(store)
  }

  /// Whether everything before was deleted and everything after inserted: a cheaper encoding of any change, without lists.
  @inlinable public var isReload: Bool {
    @inline(__always) get { if case .reload = storage { true } else { false } }
    set { if newValue != isReload { storage = newValue ? .reload : .none } }
  }

  /// Everything before was deleted, and everything after inserted.
  @inlinable public static var reload: Self {
    var edits = Self()
    edits.storage = .reload
    return edits
  }

  /// Whether there are no edits.
  @inlinable @inline(__always) public var isEmpty: Bool {
    switch storage {
    case .none: true
    case .one, .reload: false
    case .many: count == 0
    }
  }

  /// Whether everything is where it was: there are updates at the most.
  @inlinable @inline(__always) public var keepsPlaces: Bool {
    switch storage {
    case .none, .one(.update, _): true
    case .one, .reload: false
    case .many: deletes.isEmpty && inserts.isEmpty && moves.isEmpty
    }
  }

  /// The number of deletes, inserts, moves and updates.
  @inlinable public var count: Int {
    switch storage {
    case .none, .reload: 0
    case .one(.moveAndUpdate, _): 2
    case .one: 1
    case .many(let lists):
      lists[0].deletes.count + lists[0].inserts.count + lists[0].moves.count + lists[0].updates.count
    }
  }

  /// Removes all edits.
  @inlinable mutating func removeAll() { storage = .none }

  /// Calls a closure with every edit and its two places, which are the same for a delete or an insert.
  ///
  /// Deletes come first, then inserts, moves and updates. Something that moved and changed may come once or twice.
  @inlinable @inline(__always) package func forEachEdit(_ body: (Kind, Pair<Place>) -> Void) {
    switch storage {
    case .none, .reload: break
    case .one(let kind, let places): body(kind, places)
    case .many(let lists):
      lists[0].deletes.forEach { body(.delete, Pair($0, $0)) }
      lists[0].inserts.forEach { body(.insert, Pair($0, $0)) }
      lists[0].moves.forEach { body(.move, $0) }
      lists[0].updates.forEach { body(.update, $0) }
    }
  }

  /// Adds an edit.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - places: The place before and the place after; the same for a delete or an insert.
  /// - Complexity: O(1) on average.
  @inlinable package mutating func append(_ kind: Kind, _ places: Pair<Place>) {
    switch storage {
    case .none: return storage = .one(kind, places)
    case .one: storage = .many([Lists(deletes: deletes, inserts: inserts, moves: moves, updates: updates)])
    case .many, .reload: break
    }
    withLists { lists in
      switch kind {
      case .delete: lists.deletes.append(places.before)
      case .insert: lists.inserts.append(places.after)
      case .move: lists.moves.append(places)
      case .update: lists.updates.append(places)
      case .moveAndUpdate:
        lists.moves.append(places)
        lists.updates.append(places)
      }
    }
  }

  /// Puts the lists in order.
  mutating func sort() {
    withLists { lists in
      lists.deletes.sort()
      lists.inserts.sort()
      lists.moves.sort()
      lists.updates.sort()
    }
  }
}

extension Edits {
  /// Whether the lists are equal, element by element, or both are reloads.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs.isReload || rhs.isReload { return lhs.isReload == rhs.isReload }
    return lhs.deletes == rhs.deletes && lhs.inserts == rhs.inserts && lhs.moves == rhs.moves
      && lhs.updates == rhs.updates
  }

  /// Hashes what is compared.
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
  /// The edits of a list as those of the items of one section, which keeps its index.
  ///
  /// ```swift
  /// let batch = UpdateBatch(items: diff(from: old, to: new).inSection(3))
  /// ```
  ///
  /// - Parameter section: The section's index.
  /// - Complexity: O(*k*), *k* being ``count``.
  public func inSection(_ section: Int) -> Edits<ItemPath> {
    map { ItemPath(section: section, item: $0) }
  }

  /// Takes an array from the state before to the state after, where it has an element for each place.
  ///
  /// ```swift
  /// changes.batch(ofSource: 0).sections.apply(to: &sums) { section in sum(ofSection: section) }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The elements before. Those of updated places stay as they are.
  ///   - inserted: Returns the element of an inserted place.
  /// - Complexity: O(*n* + *k* log *k*), *n* being the number of elements and *k* ``count``; O(1) if ``keepsPlaces``.
  @inlinable public func apply<Element>(to elements: inout [Element], inserting inserted: (Int) -> Element) {
    if keepsPlaces { return }
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
  /// The edits as those of a list, for items of one section.
  var withoutSections: Edits<Int> { map(\.item) }
}

extension Edits {
  /// The edits with other places.
  func map<Other>(_ transform: (Place) -> Other) -> Edits<Other> {
    var edits = Edits<Other>(
      deletes: deletes.map(transform), inserts: inserts.map(transform),
      moves: moves.map { Pair(transform($0.before), transform($0.after)) },
      updates: updates.map { Pair(transform($0.before), transform($0.after)) })
    if isReload { edits = .reload }
    return edits
  }
}
