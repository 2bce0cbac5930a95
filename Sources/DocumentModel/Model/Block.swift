/// A part of a document that begins on a new line.
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
  /// A horizontal line that separates topics.
  case thematicBreak
  /// A list of labels with values.
  case properties([Property])
  /// A table.
  case table(Table)
}

extension Block {
  /// A list of items.
  public struct List: Hashable, Sendable {
    /// The markers of the items.
    public enum Kind: Hashable, Sendable {
      /// Bullets.
      case bullet
      /// Consecutive numbers.
      case ordered(start: Int, delimiter: Delimiter = .period)
    }

    /// The character after the number of an item.
    public enum Delimiter: Hashable, Sendable {
      /// `1.`
      case period
      /// `1)`
      case parenthesis
    }

    /// The markers of the items.
    public var kind: Kind
    /// Whether the items have no space between them.
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

  /// A label and its value.
  public struct Property: Hashable, Sendable {
    /// The label, without a colon.
    public var label: [Inline]
    /// The value.
    public var value: [Inline]

    /// Creates a property.
    public init(label: [Inline], value: [Inline]) {
      self.label = label
      self.value = value
    }
  }

  /// A table: rows of cells below a header.
  public struct Table: Hashable, Sendable {
    /// The alignment of the cells of a column.
    public enum Alignment: Hashable, Sendable {
      case left, center, right
    }

    /// The cells of the header. Their number is the number of columns.
    public var header: [[Inline]]
    /// The rows. A shorter row is filled with empty cells. The cells of a longer row that exceed the header are not shown.
    public var rows: [[[Inline]]]
    /// The alignments of the columns. Columns without an alignment are aligned to the left.
    public var alignments: [Alignment]

    /// Creates a table.
    public init(header: [[Inline]], rows: [[[Inline]]], alignments: [Alignment] = []) {
      self.header = header
      self.rows = rows
      self.alignments = alignments
    }

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
  /// The characters that a reader sees, without formatting. Each block begins a line.
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
