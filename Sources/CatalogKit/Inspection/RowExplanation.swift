/// Where a row of a data set is shown and by which links of the chain, or which link hides it: as values for people and programs.
package struct RowExplanation: Encodable, Sendable {
  /// A link of the chain that the row gets to, and where it stands there.
  package struct Step: Encodable, Hashable, Sendable {
    /// The link's name: for a step of the configuration, what is written there.
    package var link: String
    /// The section, from 0.
    package var section: Int
    /// The section's title, if it has one.
    package var title: String?
    /// The row's place in the section, from 0.
    package var item: Int
    /// How many rows or cells the section has.
    package var count: Int
  }

  /// One of the ways that the row takes through the chain.
  package struct Way: Encodable, Hashable, Sendable {
    /// The links that the row gets to, from its data set on.
    package var steps: [Step]
    /// The link that hides the row; nothing if it gets to the end.
    package var hiddenBy: String?
    /// The link that uses the row for the rows of other data sets, and shows it no further, such as a join; nothing if there is none.
    package var usedBy: String?

    /// Whether the row gets to the end.
    package var isShown: Bool { hiddenBy == nil && usedBy == nil }
  }

  /// The ways to a listing.
  package struct Route: Encodable, Hashable, Sendable {
    /// The title of the index that the ways lead to; nothing for the home page and the pages of the sections.
    package var index: String?
    /// The ways; none where the chain does not begin with the row's data set.
    package var ways: [Way]
  }

  /// A file in which the row is met.
  package struct Appearance: Encodable, Hashable, Sendable {
    /// What the file has of the row: `article`, `card`, `preview`, `redirect` or `export`.
    package var kind: String
    /// The format of a page; nothing for other files.
    package var format: String?
    /// The file, relative to the catalog's root.
    package var file: String
    /// The title of the section that the row's card stands in.
    package var section: String?
    /// The card's place in the section, from 0.
    package var item: Int?
    /// How many cells the section has.
    package var count: Int?
    /// Which of the section's numbered pages it is, from 1.
    package var page: Int?
    /// From where to where the page goes, where pages are not numbered.
    package var guide: [String]?
    /// The file that decides where the row's own page stands; nil where that follows from its key.
    package var decidedBy: String?
  }

  /// The data set.
  package var dataset: String
  /// The key of the row.
  package var key: String
  /// What people call it.
  package var title: String
  /// The data file.
  package var file: String
  /// The row as a spreadsheet shows it.
  package var row: Int
  /// How the row gets to the home page and the sections, then to the other indexes.
  package var routes: [Route] = []
  /// The files in which it is met.
  package var appearances: [Appearance] = []

  /// Whether any page shows the row.
  package var isShown: Bool { !appearances.isEmpty }
}
