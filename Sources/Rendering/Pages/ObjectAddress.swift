/// The address that an object's page has as long as no other page has it.
///
/// ```
/// fruits/lemon            that of a key, in the folder of all whose identities name the same collection
/// citrus/2024/lemon/      that of a pattern: in folders of its own, and a folder itself
/// ```
package struct ObjectAddress: Hashable, Sendable {
  /// What an address is made of.
  package enum Origin: Hashable, Sendable {
    /// The key of the object.
    case key
    /// What a pattern says.
    case pattern
    /// The key, since the object lacks what the pattern asks for.
    case incompletePattern
  }

  /// The folders; nil for the one of all objects whose identities name the same collection.
  let folders: [String]?
  /// The plain slug of the name: that of the page's file, or of its folder.
  let slug: String
  /// Whether the page has a folder of its own, whose index it is.
  let hasFolder: Bool
  /// What it is made of.
  let origin: Origin

  /// The address that a key has.
  package init(key: String, hasFolder: Bool = false, origin: Origin = .key) {
    self.init(folders: nil, slug: Slug.plain(key), hasFolder: hasFolder, origin: origin)
  }

  /// The address that some texts make, each of which becomes a part of it.
  ///
  /// - Parameters:
  ///   - folders: What the folders are called.
  ///   - name: What the page is called.
  ///   - hasFolder: Whether the page has a folder of its own.
  package init(folders: [String], name: String, hasFolder: Bool) {
    self.init(folders: folders.map(Slug.alone), slug: Slug.plain(name), hasFolder: hasFolder, origin: .pattern)
  }

  private init(folders: [String]?, slug: String, hasFolder: Bool, origin: Origin) {
    (self.folders, self.slug, self.hasFolder, self.origin) = (folders, slug, hasFolder, origin)
  }
}
