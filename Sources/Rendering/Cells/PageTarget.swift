public import DocumentModel
import Fingerprints

/// A page of a document to which links in cells may lead: that of an object, or that of a section of an index.
///
/// Where the page is, the document says when it makes a page with such a link; a link to what has no page is shown as its text. So a cell is made
/// without knowing any address:
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
  ///   - folders: The folders of the index from the catalog's root on: `["by-kind"]`.
  case section(String, inFolders: [String])
}

extension PageTarget {
  /// What stands for the address in a cell, until a page is made of it.
  var destination: String { Self.prefix + name }

  /// The same for a link whose text is what the page is called.
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

  /// What the page is known by in a plan.
  var identity: Fingerprint {
    switch self {
    case .object(let id): id.fingerprint
    case .section(let title, let folders): Self.section(title, inFolders: folders)
    }
  }

  /// What the page of a section is known by in a plan.
  static func section(_ title: String, inFolders folders: [String]) -> Fingerprint {
    var parts = Fingerprinter()
    parts.combine("section")
    parts.combine(folders) { $0.combine($1) }
    parts.combine(title)
    return parts.finish()
  }

  /// Whether an address stands for that of a page; what it stands for, and whether the text of the link is what the page is called.
  fileprivate static func placeholder(_ destination: String) -> (destination: String, isTitled: Bool)? {
    if destination.hasPrefix(titledPrefix) { return (prefix + destination.dropFirst(titledPrefix.count), true) }
    return destination.hasPrefix(prefix) ? (destination, false) : nil
  }
}

extension Inline {
  /// A link to a page of the document.
  ///
  /// - Parameters:
  ///   - target: The page, which has to be among those that the collection says an object's cells lead to.
  ///   - label: The text of the link.
  public static func link(to target: PageTarget, _ label: [Inline]) -> Inline {
    .link(destination: target.destination, title: "", label)
  }

  /// A link to a page of the document that shows what the page is called.
  ///
  /// - Parameters:
  ///   - target: The page, which has to be among those that the collection says an object's cells lead to.
  ///   - label: What is shown where there is no such page.
  package static func link(toTitleOf target: PageTarget, or label: String) -> Inline {
    .link(destination: target.titledDestination, title: "", [.text(label)])
  }
}

extension [Block] {
  /// The blocks with the addresses of pages in the links that lead to them.
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
  /// The body with the addresses of pages in the links that lead to them.
  func resolving(_ references: [Page.Reference]) -> CellBody {
    if references.isEmpty { return self }
    return mapBlocks(following: { $0.combine(references) }) { $0.resolving(references) }
  }
}
