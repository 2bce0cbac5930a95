/// An error that describes why an update is inconsistent, or why a requested edit cannot be made.
///
/// `"\(error)"` is a sentence for people: it describes the problem and names the link of the chain that the update came
/// from, if it is known.
public struct UpdateError: Error, Hashable, Sendable {
  /// The kind of an error. More kinds may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The kind of the error.
  public var code: Code
  /// A description of the problem, as a sentence.
  public var message: String
  /// The link of the chain that the update came from, or `nil` if it is unknown.
  public var link: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - message: A description of the problem, as a sentence.
  ///   - link: The link of the chain that the update came from.
  public init(_ code: Code, _ message: String, link: String? = nil) {
    self.code = code
    self.message = message
    self.link = link
  }
}

extension UpdateError.Code {
  /// The numbers of sections or items before and after are inconsistent with the edits.
  public static let wrongCount = Self(rawValue: "update/wrong-count")
  /// A place does not exist in its space.
  public static let outOfRange = Self(rawValue: "update/out-of-range")
  /// Two edits contradict each other.
  public static let contradiction = Self(rawValue: "update/contradiction")
  /// Several items of one list have the same identity.
  public static let duplicateIdentity = Self(rawValue: "update/duplicate-identity")
  /// No section or item has a given identity.
  public static let unknownIdentity = Self(rawValue: "update/unknown-identity")
}

extension UpdateError: CustomStringConvertible {
  /// The message, and the link if it is known.
  public var description: String { link.map { "\(message) The update came from \($0)." } ?? message }
}

extension UpdateError {
  /// Returns the error that reports that the edits do not account for the number of items of a section.
  static func wrongItemCount(of section: Int, before: Int, after: Int, _ change: SectionChange) -> UpdateError {
    UpdateError(
      .wrongCount,
      """
      Invalid update: invalid number of rows in section \(section). The number of rows contained in an existing section \
      after the update (\(after)) must be equal to the number of rows contained in that section before the update \
      (\(before)), plus or minus the number of rows inserted or deleted from that section (\(change.inserted) inserted, \
      \(change.deleted) deleted) and plus or minus the number of rows moved into or out of that section \
      (\(change.movedIn) moved in, \(change.movedOut) moved out).
      """)
  }

  /// Returns the error that reports that the edits do not account for the number of sections.
  static func wrongSectionCount(before: Int, after: Int, inserted: Int, deleted: Int) -> UpdateError {
    UpdateError(
      .wrongCount,
      """
      Invalid update: invalid number of sections. The number of sections contained in the source after the update \
      (\(after)) must be equal to the number of sections contained in the source before the update (\(before)), plus or \
      minus the number of sections inserted or deleted (\(inserted) inserted, \(deleted) deleted).
      """)
  }
}
