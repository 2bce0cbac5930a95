package import Diagnostics
package import Fingerprints

/// A file of the catalog's plan: its path, the inputs that its bytes depend on, and a closure that creates it if
/// necessary.
package struct PlannedFile {
  /// The error that preparing and making a file may throw.
  package typealias Failure = DiagnosticsError

  /// The kind of a file, by which reports count files.
  package enum Kind: String, Sendable {
    /// A page that was rendered.
    case page
    /// Any other file: style sheets, pictures, indexes, feeds.
    case asset
  }

  /// The file's path relative to the catalog's root, such as `fruits/apple.html`.
  package let path: String
  /// The kind of the file.
  package let kind: Kind
  /// The name of the group of files that fail together, such as those of a format: see
  /// ``PublishingOptions/keepsGoing``. `nil` for a file outside of any group.
  package let group: String?
  /// A fingerprint of everything that may affect the bytes: as long as it is the same, the file need not be prepared.
  /// It may cover more than the file uses. `nil` if only preparing the file determines whether it has changed.
  package let planKey: Fingerprint?
  /// Collects the inputs of the file. It is called for the files that may have changed, one after the other, on the
  /// thread that plans.
  package let prepare: () throws(Failure) -> PreparedFile

  /// Creates a file of a plan.
  package init(
    _ path: String, as kind: Kind, group: String? = nil, planKey: Fingerprint?,
    prepare: @escaping () throws(Failure) -> PreparedFile
  ) {
    self.path = path
    self.kind = kind
    self.group = group
    self.planKey = planKey
    self.prepare = prepare
  }

  /// Creates a file of a plan that needs no preparation.
  ///
  /// - Parameters:
  ///   - path: The file's path relative to the catalog's root.
  ///   - kind: The kind of the file.
  ///   - group: The name of the group of files that fail together.
  ///   - key: The fingerprint of everything that the bytes depend on; `nil` if only the bytes themselves determine
  ///     whether the file has changed.
  ///   - content: Returns the content of the file.
  package init(
    _ path: String, as kind: Kind, group: String? = nil, key: Fingerprint?,
    content: @escaping () throws(Failure) -> FileContent
  ) {
    self.init(path, as: kind, group: group, planKey: key) { () throws(Failure) in
      let content = try content()
      return PreparedFile(preparedKey: key, content: content)
    }
  }
}

/// A file whose inputs are known, so that it can be made.
package struct PreparedFile {
  /// The fingerprint of exactly the inputs that the bytes depend on: if it is the same as before, so are the bytes, and
  /// the file is not made. `nil` if only the bytes themselves determine whether the file has changed.
  package let preparedKey: Fingerprint?
  /// Returns the content of the file. It is called, on the thread that plans, for the files that have to be made.
  package let content: () -> FileContent

  /// Creates a prepared file.
  package init(preparedKey: Fingerprint?, content: @autoclosure @escaping () -> FileContent) {
    self.preparedKey = preparedKey
    self.content = content
  }
}

/// The content of a file, which can be produced on any thread.
package enum FileContent: Sendable {
  /// The given bytes.
  case bytes([UInt8])
  /// The bytes that a closure returns. The closure is a pure function of the values that it captures.
  case made(@Sendable () -> [UInt8])
  /// The bytes that a closure writes piece by piece, for files that are too large for memory.
  case streamed(@Sendable (_ write: ([UInt8]) throws -> Void) throws -> Void)
  /// One of several files that a ``ContentMaker`` creates together.
  case part(of: any ContentMaker, subject: any Sendable)
  /// A copy of the file at a path outside the catalog.
  case copy(of: String)
}

/// A type that creates the contents of several files at once, where that costs less than one after the other.
package protocol ContentMaker: AnyObject, Sendable {
  /// Returns the contents of files, in the order of the subjects.
  ///
  /// - Parameter subjects: The value that each of the files is made from.
  func contents(of subjects: [any Sendable]) throws(DiagnosticsError) -> [[UInt8]]
}
