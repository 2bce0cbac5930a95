/// A block-level element of a document: a paragraph, a heading, a list and so on.
public enum Block: Hashable, Sendable {
  /// Running text.
  case paragraph([Inline])
  /// A heading; level 1 is the highest, 6 the lowest.
  case heading(level: Int, [Inline])
  /// A list.
  case list(List)
  /// A quotation.
  case quote([Block])
  /// Lines of code, and their language.
  case code(String, info: String)
  /// A thematic break, shown as a horizontal line.
  case thematicBreak
  /// A list of names and their values.
  case properties([Property])
  /// A table.
  case table(Table)

  /// A list of items.
  public struct List: Hashable, Sendable {
    /// How the items are marked.
    public enum Kind: Hashable, Sendable {
      /// With bullets.
      case bullet
      /// With numbers.
      case ordered(start: Int, delimiter: Delimiter = .period)
    }

    /// The character after the number of an item.
    public enum Delimiter: Hashable, Sendable {
      /// `1.`
      case period
      /// `1)`
      case parenthesis
    }

    /// How the items are marked.
    public var kind: Kind
    /// Whether the items are shown without space between them.
    public var isTight: Bool
    /// The items.
    public var items: [[Block]]

    /// Creates a list.
    public init(_ kind: Kind = .bullet, isTight: Bool = true, items: [[Block]]) {
      self.kind = kind
      self.isTight = isTight
      self.items = items
    }
  }

  /// A name and its value.
  public struct Property: Hashable, Sendable {
    /// The name, without a colon.
    public var label: [Inline]
    /// The value.
    public var value: [Inline]

    /// Creates a property.
    public init(label: [Inline], value: [Inline]) {
      self.label = label
      self.value = value
    }
  }

  /// Rows of cells under a header.
  public struct Table: Hashable, Sendable {
    /// The horizontal alignment of the cells of a column.
    public enum Alignment: Hashable, Sendable {
      case left, center, right
    }

    /// The cells of the header. Their number is the number of columns.
    /// A table without a header is not shown, nor are its rows. For a table with only rows, use empty cells.
    public var header: [[Inline]]
    /// The rows. A row that is shorter than the header is padded with empty cells; extra cells of a longer row are not
    /// shown.
    public var rows: [[[Inline]]]
    /// The alignments of the columns. A column without one is aligned to the left.
    public var alignments: [Alignment]
    /// Whether the cells of the first column are the names of the rows, as those of the header are the names of the
    /// columns. Its own head may be empty.
    public var namesRows: Bool

    /// Creates a table.
    public init(header: [[Inline]], rows: [[[Inline]]], alignments: [Alignment] = [], namesRows: Bool = false) {
      self.header = header
      self.rows = rows
      self.alignments = alignments
      self.namesRows = namesRows
    }

    /// Returns the alignment of a column: left if the table does not specify one.
    func alignment(_ column: Int) -> Alignment { alignments.indices.contains(column) ? alignments[column] : .left }

    /// The rows, padded or shortened to the number of cells of the header.
    var filledRows: [[[Inline]]] {
      rows.map { row in header.indices.map { row.indices.contains($0) ? row[$0] : [] } }
    }
  }
}

extension [Block] {
  /// The visible characters without their formatting, with each block, list item and table row on its own line.
  ///
  /// The name and value of a property are separated by a colon, and the cells of a table row by tabs.
  public var plainText: String {
    map { block in
      switch block {
      case .paragraph(let inlines), .heading(_, let inlines): inlines.plainText
      case .list(let list): list.items.map(\.plainText).joined(separator: "\n")
      case .quote(let blocks): blocks.plainText
      case .code(let text, _): text
      case .thematicBreak: ""
      case .properties(let properties):
        properties.map { "\($0.label.plainText): \($0.value.plainText)" }.joined(separator: "\n")
      case .table(let table):
        ([table.header] + table.filledRows).map { $0.map(\.plainText).joined(separator: "\t") }.joined(separator: "\n")
      }
    }.joined(separator: "\n")
  }
}
