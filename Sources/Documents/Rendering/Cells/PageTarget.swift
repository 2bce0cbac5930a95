public import DocumentModel
import Fingerprints

/// The target of a link in a cell: the page of an object, or the page of a section of an index.
///
/// A cell is created without knowing any address. The document inserts the address of the target when it creates a page
/// with the link. A link to a target without a page is shown as its text.
///
/// ```swift
/// articles.register("work", following: Fingerprint("work")) { work in
///   CellContent(title: work.title, body: [.paragraph(["By ", .link(to: .object(artist(of: work)), ["the artist"])])])
/// }
/// let works = DocumentCollection(Listing(cards), articles: articles, links: { [.object(artist(of: $0))] })
/// ```
public enum PageTarget: Hashable, Sendable {
  /// The page of an object.
  case object(ObjectID)
  /// The page of a section.
  ///
  /// - Parameters:
  ///   - title: The title of the section.
  ///   - folders: The folders of the index, from the root of the catalog: `["by-kind"]`.
  case section(String, inFolders: [String])

  /// The placeholder for the address in a cell, until the cell is part of a page.
  var destination: String { Self.prefix + name }

  /// The placeholder in a link whose text is replaced by the title of the page.
  var titledDestination: String { Self.titledPrefix + name }

  private static let prefix = "pomona-page:"
  private static let titledPrefix = "pomona-titled-page:"

  private var name: String {
    switch self {
    case .object(let id): "object/\(id.collection.percentEncodedPath)/\(id.key.percentEncodedPath)"
    case .section(let title, let folders):
      folders.reduce(into: "section/") { $0 += "\($1.percentEncodedPath)/" } + title.percentEncodedPath
    }
  }

  var identity: Fingerprint {
    var parts = Fingerprinter()
    return identity(&parts)
  }

  func identity(_ parts: inout Fingerprinter) -> Fingerprint {
    switch self {
    case .object(let id): return id.fingerprint(&parts)
    case .section(let title, let folders):
      parts.combine("section")
      parts.combine(folders) { $0.combine($1) }
      parts.combine(title)
      return parts.finish()
    }
  }

  /// Returns the parts of a placeholder: its `destination`, and whether the text of the link is the title of the page.
  /// Returns `nil` for any other address.
  fileprivate static func placeholder(_ destination: String) -> (destination: String, isTitled: Bool)? {
    if destination.hasPrefix(titledPrefix) { return (prefix + destination.dropFirst(titledPrefix.count), true) }
    return destination.hasPrefix(prefix) ? (destination, false) : nil
  }
}

extension Inline {
  /// Returns a link to a page of the document.
  ///
  /// A target that the collection does not declare is no error: the link is shown as its text.
  ///
  /// - Parameters:
  ///   - target: The page. It has to be one of those that the collection declares as targets of the links in an
  ///     object's cells.
  ///   - label: The text of the link.
  public static func link(to target: PageTarget, _ label: [Inline]) -> Inline {
    .link(destination: target.destination, title: "", label)
  }

  /// Returns a link to a page of the document that shows the title of the page.
  ///
  /// - Parameters:
  ///   - target: The page. It has to be one of those that the collection declares as targets of the links in an
  ///     object's cells.
  ///   - label: The text that is shown instead if there is no such page.
  package static func link(toTitleOf target: PageTarget, or label: String) -> Inline {
    .link(destination: target.titledDestination, title: "", [.text(label)])
  }
}

extension [Block] {
  /// Returns the blocks with the placeholders in links replaced by addresses from the root of the catalog. A link
  /// without a page is replaced by its text.
  func resolving(_ references: [Page.Reference]) -> [Block] {
    guard containsDestination(where: { PageTarget.placeholder($0) != nil }) else { return self }
    return mapInlines { $0.resolving(references) }
  }
}

extension [Inline] {
  /// Returns the inlines with the placeholders in links replaced, as in blocks.
  func resolving(_ references: [Page.Reference]) -> [Inline] {
    flatMapInlines { inline in
      guard case .link(let address, let title, let label) = inline,
        let (destination, isTitled) = PageTarget.placeholder(address)
      else { return nil }
      guard let link = references.first(where: { $0.destination == destination })?.link else { return label }
      return [
        .link(
          destination: PagePath.home.reference(to: link.path, "html"), title: title,
          isTitled ? [.text(link.title)] : label)
      ]
    }
  }
}

extension CellBody {
  /// Returns the body with the placeholders in links replaced by the addresses of pages, as in the blocks.
  func resolving(_ references: [Page.Reference]) -> CellBody {
    if references.isEmpty { return self }
    return mapBlocks(following: { $0.combine(references) }) { $0.resolving(references) }
  }
}
