import Mustache

/// The names that a page template finds values by, in pages, sections, cells and links.
///
/// The template is compiled with all of them as its vocabulary: so a value is found by a number, and no texts are compared.
enum PageName: Int, CaseIterable {
  case language, title, catalogTitle, generator, homeHref, stylesheetHref, searchHref, isIndex, isSection, isObject,
    isGone
  case hasBreadcrumbs, breadcrumbs, introduction, summary, pagination, hasIndexes, indexes, hasParts, parts, sections
  case hasContents, hasTerms, terms, article, destination, movedLabel, previous, next, feed, json
  case id, href, count, countLabel, cells, more
  case identifier, accent, initial, hue, body
  case isCurrent, label

  /// The vocabulary of page templates.
  static let vocabulary = allCases.map(\.text)

  /// The name as templates write it.
  var text: String { String(describing: self) }

  /// The name by its number in the vocabulary.
  init?(_ name: MustacheName) {
    guard let number = name.number else { return nil }
    self.init(rawValue: number)
  }
}

extension TemplateNames {
  /// Names of a page template.
  init(pageNames names: [PageName], records: [PageName: TemplateNames] = [:]) {
    self.init(
      names.map(\.text), records: Dictionary(uniqueKeysWithValues: records.map { ($0.key.text, $0.value) }))
  }
}
