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
  /// The fingerprint of everything that may have to do with the bytes: as long as it is the same, the file need not be looked at. It
  /// may take in more than the file shows. Nothing where only preparing tells.
  package let ingredients: Fingerprint?
  /// Gathers what is needed to make the file. Called for the files that have to be looked at, one after the other, where the plan was
  /// made.
  package let prepare: () throws(Failure) -> PreparedFile

  /// Plans a file.
  package init(
    _ path: String, as kind: Kind, ingredients: Fingerprint?,
    prepare: @escaping () throws(Failure) -> PreparedFile
  ) {
    self.path = path
    self.kind = kind
    self.ingredients = ingredients
    self.prepare = prepare
  }

  /// Plans a file that nothing is to be gathered for.
  ///
  /// - Parameters:
  ///   - path: The file's place.
  ///   - kind: What the file is.
  ///   - inputs: The fingerprint of everything that the bytes follow from; nil where only the bytes tell.
  ///   - content: The bytes.
  package init(
    _ path: String, as kind: Kind, inputs: Fingerprint?,
    content: @escaping () throws(Failure) -> FileContent
  ) {
    self.init(path, as: kind, ingredients: inputs) { () throws(Failure) in
      PreparedFile(inputs: inputs, content: try content())
    }
  }
}

/// A file that can be made.
package struct PreparedFile: Sendable {
  /// The fingerprint of exactly what the bytes follow from: if it is the same, so are they, and the file need not be made. Nil where only
  /// the bytes tell.
  package let inputs: Fingerprint?
  /// What the file will consist of.
  package let content: FileContent

  /// Says how a file is made.
  package init(inputs: Fingerprint?, content: FileContent) {
    self.inputs = inputs
    self.content = content
  }
}

/// What a file will consist of; it may be made on any thread.
package enum FileContent: Sendable {
  /// These bytes.
  case bytes([UInt8])
  /// What a closure makes: a pure function of what it holds.
  case made(@Sendable () -> [UInt8])
  /// The bytes of another file, outside the catalog.
  case copy(of: String)
}
