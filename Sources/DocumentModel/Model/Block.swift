/// A part of a document that stands on lines of its own.
public enum Block: Hashable, Sendable {
  /// Running text.
  case paragraph([Inline])
  /// A heading; level 1 is the highest, 6 the lowest.
  case heading(level: Int, [Inline])
  /// A list.
  case list(List)
  /// What somebody else has written.
  case quote([Block])
  /// Lines of a program, and the language that they are written in.
  case code(String, info: String)
  /// A line between two thoughts.
  case thematicBreak
  /// Names and their values.
  case properties([Property])
  /// Rows of cells.
  case table(Table)
}

extension Block {
  /// A list of items.
  public struct List: Hashable, Sendable {
    /// How the items are marked.
    public enum Kind: Hashable, Sendable {
      /// With bullets.
      case bullet
      /// With numbers.
      case ordered(start: Int, delimiter: Delimiter = .period)
    }

    /// What stands behind the number of an item.
    public enum Delimiter: Hashable, Sendable {
      /// `1.`
      case period
      /// `1)`
      case parenthesis
    }

    /// How the items are marked.
    public var kind: Kind
    /// Whether the items stand close together.
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
    /// The side of a column that its cells keep to.
    public enum Alignment: Hashable, Sendable {
      case left, center, right
    }

    /// The cells of the header; they decide how many columns there are.
    public var header: [[Inline]]
    /// The rows. A short one is filled with empty cells; of a long one the cells beyond the header are not shown.
    public var rows: [[[Inline]]]
    /// The alignment of the columns; left where there is none.
    public var alignments: [Alignment]

    /// Creates a table.
    public init(header: [[Inline]], rows: [[[Inline]]], alignments: [Alignment] = []) {
      self.header = header
      self.rows = rows
      self.alignments = alignments
    }

    /// The alignment of a column.
    func alignment(_ column: Int) -> Alignment {
      alignments.indices.contains(column) ? alignments[column] : .left
    }

    /// The rows, each with as many cells as the header.
    var filledRows: [[[Inline]]] {
      rows.map { row in header.indices.map { row.indices.contains($0) ? row[$0] : [] } }
    }
  }
}

extension [Block] {
  /// The characters that a reader sees, a line for each part.
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
