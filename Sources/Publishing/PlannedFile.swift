package import Diagnostics
package import Fingerprints

/// A file that a catalog is to have: where it goes, what its bytes follow from, and how they are made if need be.
package struct PlannedFile {
  /// What preparing and making a file may throw.
  package typealias Failure = DiagnosticsError

  /// What a file is, for reports.
  package enum Kind: String, Sendable {
    /// A page that was rendered.
    case page
    /// Anything else: style sheets, pictures, indexes, feeds.
    case asset
  }

  /// The file's place relative to the catalog's root, such as `fruits/apple.html`.
  package let path: String
  /// What the file is.
  package let kind: Kind
  /// The name of the files that it goes with, such as those of a format: see ``PublishingOptions/keepsGoing``. Nil where it stands alone.
  package let group: String?
  /// The fingerprint of everything that may have to do with the bytes: as long as it is the same, the file need not be looked at. It
  /// may take in more than the file shows. Nothing where only preparing tells.
  package let ingredients: Fingerprint?
  /// Gathers what is needed to make the file. Called for the files that have to be looked at, one after the other, where the plan was
  /// made.
  package let prepare: () throws(Failure) -> PreparedFile

  /// Plans a file.
  package init(
    _ path: String, as kind: Kind, group: String? = nil, ingredients: Fingerprint?,
    prepare: @escaping () throws(Failure) -> PreparedFile
  ) {
    self.path = path
    self.kind = kind
    self.group = group
    self.ingredients = ingredients
    self.prepare = prepare
  }

  /// Plans a file that nothing is to be gathered for.
  ///
  /// - Parameters:
  ///   - path: The file's place.
  ///   - kind: What the file is.
  ///   - group: The name of the files that it goes with.
  ///   - inputs: The fingerprint of everything that the bytes follow from; nil where only the bytes tell.
  ///   - content: The bytes.
  package init(
    _ path: String, as kind: Kind, group: String? = nil, inputs: Fingerprint?,
    content: @escaping () throws(Failure) -> FileContent
  ) {
    self.init(path, as: kind, group: group, ingredients: inputs) { () throws(Failure) in
      let content = try content()
      return PreparedFile(inputs: inputs, content: content)
    }
  }
}

/// A file that can be made.
package struct PreparedFile {
  /// The fingerprint of exactly what the bytes follow from: if it is the same, so are they, and the file need not be made. Nil where only
  /// the bytes tell.
  package let inputs: Fingerprint?
  /// Returns what the file will consist of. Called, where the plan was made, for the files that have to be made.
  package let content: () -> FileContent

  /// Says how a file is made.
  package init(inputs: Fingerprint?, content: @autoclosure @escaping () -> FileContent) {
    self.inputs = inputs
    self.content = content
  }
}

/// What a file will consist of; it may be made on any thread.
package enum FileContent: Sendable {
  /// These bytes.
  case bytes([UInt8])
  /// What a closure returns: a pure function of what it holds.
  case made(@Sendable () -> [UInt8])
  /// What a closure appends piece by piece, where the file is too large for the memory.
  case streamed(@Sendable (_ write: ([UInt8]) throws -> Void) throws -> Void)
  /// One of the files that are made together.
  case part(of: any ContentMaker, subject: any Sendable)
  /// The bytes of another file, outside the catalog.
  case copy(of: String)
}

/// Creates the contents of several files at once, where that costs less than one after the other.
package protocol ContentMaker: AnyObject, Sendable {
  /// Returns the contents of files, in the order of what they are made of.
  ///
  /// - Parameter subjects: What each of the files is made of.
  func contents(of subjects: [any Sendable]) throws(DiagnosticsError) -> [[UInt8]]
}
