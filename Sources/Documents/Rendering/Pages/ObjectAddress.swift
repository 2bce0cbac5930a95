/// The preferred address of an object's page, before conflicts with other pages are resolved.
///
/// ```
/// fruits/lemon            that of a key, in the folder of all whose identities name the same collection
/// citrus/2024/lemon/      that of a pattern: in folders of its own, and a folder itself
/// ```
package struct ObjectAddress: Hashable, Sendable {
  /// The origin of an address.
  package enum Origin: Hashable, Sendable {
    /// The key of the object.
    case key
    /// A pattern.
    case pattern
    /// The key, because the object lacks a value that the pattern requires.
    case incompletePattern
  }

  /// The folders, or `nil` for the common folder of all objects whose identities name the same collection.
  let folders: [String]?
  /// The plain slug of the name: the name of the page's file, or of its folder.
  let slug: String
  /// Whether the page has its own folder, and is the index of that folder.
  let hasFolder: Bool
  let origin: Origin

  /// Creates the address that follows from a key.
  package init(key: String, hasFolder: Bool = false, origin: Origin = .key) {
    self.init(folders: nil, slug: Slug.plain(key), hasFolder: hasFolder, origin: origin)
  }

  /// Creates an address from texts, each of which becomes one component of the path.
  ///
  /// - Parameters:
  ///   - folders: The names of the folders.
  ///   - name: The name of the page.
  ///   - hasFolder: Whether the page has its own folder.
  package init(folders: [String], name: String, hasFolder: Bool) {
    self.init(folders: folders.map(Slug.alone), slug: Slug.plain(name), hasFolder: hasFolder, origin: .pattern)
  }

  private init(folders: [String]?, slug: String, hasFolder: Bool, origin: Origin) {
    self.folders = folders
    self.slug = slug
    self.hasFolder = hasFolder
    self.origin = origin
  }
}
