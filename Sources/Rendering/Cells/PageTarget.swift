public import DocumentModel
import Fingerprints

/// A page of a document to which links in cells may lead: that of an object, or that of a section of an index.
///
/// The document resolves the target when it creates a page with the link. If the target has no page, the text of the link is shown. So cells
/// are created without knowing any address:
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
  ///   - folders: The folders of the index, from the catalog's root: `["by-kind"]`.
  case section(String, inFolders: [String])
}

extension PageTarget {
  /// The placeholder for the page's address in the body of a cell.
  var destination: String { Self.prefix + name }

  /// The placeholder for the address in a link whose text is the title of the page.
  var titledDestination: String { Self.titledPrefix + name }

  private static let prefix = "pomona-page:"
  private static let titledPrefix = "pomona-titled-page:"

  private var name: String {
    switch self {
    case .object(let id): "object/\(id.collection.percentEncodedPath)/\(id.key.percentEncodedPath)"
    case .section(let title, let folders):
      "section/\((folders + [title]).map(\.percentEncodedPath).joined(separator: "/"))"
    }
  }

  /// The identity of the page in a plan.
  var identity: Fingerprint {
    switch self {
    case .object(let id): id.fingerprint
    case .section(let title, let folders): Self.section(title, inFolders: folders)
    }
  }

  /// Returns the identity of a section's page in a plan.
  static func section(_ title: String, inFolders folders: [String]) -> Fingerprint {
    var parts = Fingerprinter()
    parts.combine("section")
    parts.combine(folders) { $0.combine($1) }
    parts.combine(title)
    return parts.finish()
  }

  /// Returns the placeholder without its kind, and whether the text of the link is the title of the page. Returns `nil` if an address is no
  /// placeholder.
  fileprivate static func placeholder(_ destination: String) -> (destination: String, isTitled: Bool)? {
    if destination.hasPrefix(titledPrefix) { return (prefix + destination.dropFirst(titledPrefix.count), true) }
    return destination.hasPrefix(prefix) ? (destination, false) : nil
  }
}

extension Inline {
  /// Returns a link to a page of the document.
  ///
  /// - Parameters:
  ///   - target: The page. It must be one of the pages that the collection declares as targets of the object's cells.
  ///   - label: The text of the link.
  public static func link(to target: PageTarget, _ label: [Inline]) -> Inline {
    .link(destination: target.destination, title: "", label)
  }

  /// Returns a link to a page of the document, whose text is the title of the page.
  ///
  /// - Parameters:
  ///   - target: The page. It must be one of the pages that the collection declares as targets of the object's cells.
  ///   - label: The text that is shown if there is no such page.
  package static func link(toTitleOf target: PageTarget, or label: String) -> Inline {
    .link(destination: target.titledDestination, title: "", [.text(label)])
  }
}

extension [Block] {
  /// Returns the blocks after replacing the placeholders in their links by the addresses of the pages.
  func resolving(_ references: [Page.Reference]) -> [Block] {
    guard containsDestination(where: { PageTarget.placeholder($0) != nil }) else { return self }
    return mapInlines { inlines in
      inlines.flatMapInlines { inline in
        guard case .link(let address, let title, let label) = inline,
          let (destination, isTitled) = PageTarget.placeholder(address)
        else { return [inline] }
        guard let link = references.first(where: { $0.destination == destination })?.link else { return label }
        return [
          .link(
            destination: PagePath.home.reference(to: link.path, "html"), title: title,
            isTitled ? [.text(link.title)] : label)
        ]
      }
    }
  }
}

extension CellBody {
  /// Returns the body after replacing the placeholders in its links by the addresses of the pages.
  func resolving(_ references: [Page.Reference]) -> CellBody {
    if references.isEmpty { return self }
    return mapBlocks(following: { $0.combine(references) }) { $0.resolving(references) }
  }
}
