import Changesets
import Foundation

/// A page together with the names of its parts, by which a page that is open in a browser is updated in place, and the
/// reader's actions find their way back.
package struct LivePage: Sendable {
  /// A cell, or a section.
  struct Part: Sendable {
    /// The part's name, percent-encoded.
    let name: String
    /// Further attributes for its element, each after a space.
    var attributes = ""
  }

  /// The page.
  package let page: Page
  /// The page's cells, in their order on the page.
  let cells: [Part]
  let sections: [Part]
}

/// A place in a listing of a document: that of a cell, or of a section.
package struct ListingPlace: Hashable, Sendable {
  /// The number of the listing among those of the document.
  package let listing: Int
  /// The index of the section.
  package let section: Int
  /// The index of the item in the section; `nil` for the section itself.
  package let item: Int?

  /// The path of the item; `nil` for a section.
  package var path: ItemPath? { item.map { ItemPath(section: section, item: $0) } }
}

extension Document {
  /// Returns the page that is shown at an address without a page, which has no parts with names.
  ///
  /// - Parameter root: The relative way from that address to the catalog's root.
  package func liveNotFoundPage(root: String) -> LivePage {
    LivePage(page: notFoundPage(root: root), cells: [], sections: [])
  }
}

extension Page {
  /// The names of the page's sections as parts: the folders of their pages, where they have some.
  var sectionNames: [String] {
    zip(sections, anchors).map { section, anchor in
      section.path.folders.isEmpty ? anchor : section.path.folders.joined(separator: "/").percentEncodedPath
    }
  }
}

/// The names of the cells of one page.
///
/// A name consists of the section's folder, the object, and, from the second cell of the object in the section on, its
/// number there. It says what the cell shows and not where the cell is, so that the cell keeps its name when others
/// come, go or move:
///
///     citrus#fruits/lemon        the card of a lemon among the citrus fruits
///     citrus#fruits/lemon#2      the second one there
///     citrus##banner             a cell that shows no object
///     #fruits/lemon              the cell on the lemon's own page
struct PartNames {
  private(set) var names: [String] = []
  private var counts: [String: Int] = [:]

  /// Adds the name of the next cell. The folders are those of its section; there are none outside of any section.
  mutating func append(folders: [String], object: ObjectID?, identifier: String) {
    // Number signs separate the components, which contain none once they are encoded.
    let subject = object.map { "\($0.collection.percentEncodedPath)/\($0.key.percentEncodedPath)" }
    let name = "\(folders.joined(separator: "/").percentEncodedPath)#\(subject ?? "#" + identifier.percentEncodedPath)"
    let count = counts[name, default: 0] + 1
    counts[name] = count
    names.append(count == 1 ? name : "\(name)#\(count)")
  }

  /// Returns the object whose identity the name of a cell contains; `nil` if it contains none.
  static func object(in name: String) -> ObjectID? {
    let components = name.split(separator: "#", omittingEmptySubsequences: false)
    guard components.count > 1, let slash = components[1].firstIndex(of: "/"),
      let collection = components[1][..<slash].removingPercentEncoding,
      let key = components[1][slash...].dropFirst().removingPercentEncoding
    else { return nil }
    return ObjectID(collection: collection, key: key)
  }
}
