public import Cells
public import Fingerprints

/// The cell of a document: a title and a body of blocks, independent of formats.
public final class DocumentCell: ReusableCell {
  /// The title; empty for a cell without one.
  public var title = ""
  /// The object whose page the cell leads to; `nil` for a cell that leads nowhere, such as a banner.
  public var target: ObjectID?
  /// A colour that decorates the cell.
  public var accent: Accent?
  /// The body. Headings in it are relative to the cell: level 1 is the highest.
  public var body: CellBody = []

  /// Resets the title, the target, the accent and the body.
  public override func prepareForReuse() {
    title = ""
    target = nil
    accent = nil
    body = []
  }
}

/// The content of a cell as a value, for cells whose registrations declare their origins.
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
  /// Returns the fingerprint combined with the location of the closure for which it is declared, so that it differs from those of other
  /// closures.
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
  /// Registers the content of the cells of a kind, and declares its origin. A document need not create these cells to determine that a page
  /// has not changed. A later registration of the kind replaces this one.
  ///
  /// ```swift
  /// cells.register("fruit", following: template.fingerprint) { fruit in
  ///   CellContent(title: fruit.name, body: template.body { .text(fruit[$0]) })
  /// }
  /// ```
  ///
  /// The cells lead to the pages of their objects. If the ``DocumentObject/fingerprint`` of an object is `nil`, its cells are always created.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - origin: The fingerprint of everything that a cell depends on beside its object and the code: the values that the closure captures.
  ///   - file: The file of the closure, which identifies the closure together with the line.
  ///   - line: The line of the closure.
  ///   - content: Returns the content of the cell of an object.
  public func register(
    _ identifier: CellIdentifier, following origin: Fingerprint, file: String = #fileID, line: Int = #line,
    content: @escaping (Object) -> CellContent
  ) {
    let origin = origin.declared(inFile: file, line)
    register(identifier, following: { _ in origin }, content: content)
  }

  /// Registers the content of the cells of a kind, and declares its origin for each object.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - origin: Returns the fingerprint of everything that the cell of an object depends on beside the object and the code. It also has to
  ///     identify the closure among others of the program.
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

/// A colour that decorates a cell in formats with colours.
public struct Accent: Hashable, Sendable {
  /// The colour in the notation of CSS: `#` and six lower-case hexadecimal digits.
  public let css: String

  /// Creates a colour from text, or returns `nil` if the text has another form. Other text never becomes part of a style.
  ///
  /// - Parameter text: `#rrggbb`, in upper or lower case.
  public init?(_ text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
    else { return nil }
    css = text.lowercased()
  }
}
