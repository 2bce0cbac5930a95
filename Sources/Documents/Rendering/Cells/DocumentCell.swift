public import Cells
public import Fingerprints

/// A cell of a document: a body of blocks with a title, for all formats.
///
/// Cells are reused. Do not keep one beyond the closure that configures it, as it shows another object later.
public final class DocumentCell: ReusableCell {
  /// The title; empty for a cell without one.
  public var title = ""
  /// The object whose page the cell links to; `nil` for a cell without a link, such as a banner.
  public var target: ObjectID?
  /// A colour that decorates the cell.
  public var accent: Accent?
  /// The body. Headings in it are relative to the cell: level 1 is the highest.
  public var body: CellBody = []

  /// Resets the title, target, accent and body.
  public override func prepareForReuse() {
    title = ""
    target = nil
    accent = nil
    body = []
  }
}

/// The content of a cell as a value, for cells whose registration declares what they depend on.
public struct CellContent: Hashable, Sendable {
  /// The title; empty for a cell without one.
  public var title: String
  /// A colour that decorates the cell.
  public var accent: Accent?
  /// The body. Headings in it are relative to the cell: level 1 is the highest.
  public var body: CellBody

  /// Creates the content of a cell.
  public init(title: String = "", accent: Accent? = nil, body: CellBody = []) {
    self.title = title
    self.accent = accent
    self.body = body
  }
}

extension Fingerprint {
  /// Returns the fingerprint combined with the source location of a closure, so that different closures of the program
  /// have different fingerprints.
  package func declared(inFile file: String, _ line: Int) -> Fingerprint {
    var parts = Fingerprinter()
    parts.combine(self)
    parts.combine(file)
    parts.combine(line)
    return parts.finish()
  }
}

extension CellOrigin {
  fileprivate init(_ fingerprint: Fingerprint) { self.init(high: fingerprint.high, low: fingerprint.low) }
}

extension CellSource where Cell == DocumentCell, Object: DocumentObject {
  /// Registers the content of the cells of a kind, and declares what it depends on, so that a document can determine
  /// that a page is unchanged without creating its cells. A later registration of the kind replaces it.
  ///
  /// ```swift
  /// cells.register("fruit", following: Fingerprint(unit)) { fruit in
  ///   CellContent(title: fruit.name, body: [.paragraph([.text("\(fruit.weight) \(unit)")])])
  /// }
  /// ```
  ///
  /// The cells link to the pages of their objects. The cells of an object whose ``DocumentObject/fingerprint`` is `nil`
  /// are created every time.
  ///
  /// - Warning: A value that the closure captures, and that the fingerprint leaves out, may change without any page
  ///   being rendered again.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - origin: The fingerprint of everything that a cell depends on apart from its object and the program: of the
  ///     values that the closure captures.
  ///   - file: The file of the closure, which distinguishes it from other closures of the program.
  ///   - line: The line of the closure.
  ///   - content: Returns the content of the cell of an object.
  public func register(
    _ identifier: CellIdentifier, following origin: Fingerprint, file: String = #fileID, line: Int = #line,
    content: @escaping (Object) -> CellContent
  ) {
    let origin = origin.declared(inFile: file, line)
    register(identifier, following: { _ in origin }, content: content)
  }

  /// Registers the content of the cells of a kind, and declares what it depends on separately for each object. A later
  /// registration of the kind replaces it.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - origin: Returns the fingerprint of everything that the cell of an object depends on apart from the object and
  ///     the program. It has to differ between closures of the program.
  ///   - content: Returns the content of the cell of an object.
  public func register(
    _ identifier: CellIdentifier, following origin: @escaping (Object) -> Fingerprint,
    content: @escaping (Object) -> CellContent
  ) {
    register(identifier, following: { CellOrigin(origin($0)) }) { cell, object in
      let content = content(object)
      cell.title = content.title
      cell.target = object.objectID
      cell.accent = content.accent
      cell.body = content.body
    }
  }
}

/// A colour that decorates a cell, where the format has colours.
public struct Accent: Hashable, Sendable {
  /// The colour in CSS: `#` and six lower-case hexadecimal digits, and nothing else.
  public let css: String

  /// Creates a colour from `#rrggbb`, with digits in either case.
  ///
  /// - Parameter text: The colour. For any other text the result is `nil`, so that no such text ever reaches a style
  ///   sheet.
  public init?(_ text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
    else { return nil }
    css = text.lowercased()
  }
}
