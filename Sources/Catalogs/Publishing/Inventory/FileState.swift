import Fingerprints

/// The state of a path.
struct FileState: Equatable, Sendable {
  /// Whether lists of changes have told of a file.
  enum Delivery: Sendable {
    /// Its receivers do not have the file.
    case absent
    /// They may have it: the record of its delivery may be lost.
    case doubtful
    /// They have it.
    case present
  }

  /// The record of the file; `nil` if nothing is known of its bytes.
  var record: FileRecord?
  /// Whether the file belongs to the catalog.
  var isTracked = false
  /// Whether the receivers of the lists of changes have the file.
  var delivery = Delivery.absent
  /// Whether the file may have other bytes than those that were delivered.
  var isChanged = false

  /// The change to deliver: from what the receivers have to what the catalog has, whatever became of the file on the
  /// disk in between.
  ///
  ///                   of the catalog    removed
  ///     absent        created           –
  ///     doubtful      created           deleted
  ///     present       updated or –      deleted
  var change: FileChange? {
    switch (delivery, isTracked) {
    case (.absent, false): nil
    case (.absent, true), (.doubtful, true): .created
    case (.present, true): isChanged ? .updated : nil
    case (.doubtful, false), (.present, false): .deleted
    }
  }

  /// Whether the file was deleted, and the deletion was not delivered.
  var isGone: Bool { !isTracked && change != nil }

  /// Marks the change as delivered.
  mutating func deliver() {
    delivery = isTracked ? .present : .absent
    isChanged = false
  }

  /// Takes into account that the record of a delivery may be lost.
  mutating func doubt() {
    if delivery == .absent { delivery = .doubtful }
  }
}

/// The record of a file of the catalog, made when the file was made.
struct FileRecord: Equatable, Sendable {
  /// The fingerprint of everything that may affect the bytes; zero if only preparing the file determines it.
  var planKey = Fingerprint(high: 0, low: 0)
  /// The fingerprint of the inputs that the bytes depend on; zero if only the bytes themselves show a change.
  var preparedKey = Fingerprint(high: 0, low: 0)
  var content: Fingerprint
  /// The size in bytes.
  var size: Int
  /// The modification time by the file system's clock, in nanoseconds since 1970. A different time on the disk shows
  /// that another program may have written to the file.
  var modified: Int
}
