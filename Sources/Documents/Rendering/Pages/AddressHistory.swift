/// The decisions about addresses that objects had before: which pages keep their addresses, and what is at the former
/// addresses of other pages.
///
/// An address follows from the key of its object and from the keys of the other objects in the document. For an address
/// to stay the same when other objects are added, and to be answered after its object was removed, the former addresses
/// have to be known.
package struct AddressHistory: Hashable, Sendable {
  /// What is at an address.
  package enum State: Hashable, Sendable {
    /// The page of the entry's object, regardless of its key. Other objects get other addresses.
    case page
    /// A redirect to another page.
    case moved(to: PagePath)
    /// A page that says that its object was removed, and why, if the reason is known. As long as the entry's object is
    /// in the document, its page is at the address.
    case gone(reason: String)
  }

  /// An address and what is there.
  package struct Entry: Hashable, Sendable {
    /// The address.
    package var path: PagePath
    /// The object whose page is or was at the address, if it is known.
    package var object: ObjectID?
    /// What is at the address.
    package var state: State

    /// Creates an entry.
    package init(_ path: PagePath, of object: ObjectID?, _ state: State) {
      self.path = path
      self.object = object
      self.state = state
    }

    /// Whether the page of the entry's object is at the address as long as the object is in the catalog.
    package var isPinned: Bool { if case .moved = state { false } else { object != nil } }
  }

  /// The reason why an entry could not be applied, or only in part.
  package enum Problem: Hashable, Sendable {
    /// The object is not in the document. A page at the address says that it was removed.
    case noObject
    /// The page of another object or of a section is at the address.
    case taken
    /// There is no page at the destination. A page at the address says that it was removed.
    case noDestination
  }

  /// The entries. If several have the same address or pin pages of the same object, the first one applies.
  package var entries: [Entry]

  /// Creates a history.
  package init(_ entries: [Entry] = []) { self.entries = entries }
}
