/// What was decided about addresses that were given once: which pages stay where they are, and what stands where a page was.
///
/// An address follows from the key of its object and from those of the others that are there. So that it stays when others come, and is
/// answered when its object goes, what was given has to be known.
package struct AddressHistory: Hashable, Sendable {
  /// What stands at an address.
  package enum State: Hashable, Sendable {
    /// The page of the entry's object, whatever its key says; other objects give way.
    case page
    /// A page that leads to another one.
    case moved(to: PagePath)
    /// A page that says that there is none any more, and why, if that is known. As long as the entry's object is there, it is its page.
    case gone(reason: String)
  }

  /// An address, and what stands there.
  package struct Entry: Hashable, Sendable {
    /// The address.
    package var path: PagePath
    /// The object whose page stands or stood there, if that is known.
    package var object: ObjectID?
    /// What stands there.
    package var state: State

    /// Describes an address.
    package init(_ path: PagePath, of object: ObjectID?, _ state: State) {
      self.path = path
      self.object = object
      self.state = state
    }

    /// Whether the page of the entry's object stands there as long as the object is in the catalog.
    package var isPinned: Bool {
      if case .moved = state { false } else { object != nil }
    }
  }

  /// Why an entry is not, or not wholly, followed.
  package enum Problem: Hashable, Sendable {
    /// The object is not in the document: a page stands there that says so.
    case noObject
    /// The page of another object, or of a section, stands there.
    case taken
    /// Nothing stands where the entry leads to: a page stands there that says that it has gone.
    case noDestination
  }

  /// The entries. Of several with the same address, or pages of the same object, the first counts.
  package var entries: [Entry]

  /// Makes a history.
  package init(_ entries: [Entry] = []) { self.entries = entries }
}
