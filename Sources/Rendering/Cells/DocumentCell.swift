public import Cells
public import Fingerprints

/// The cell of a document: a titled body of blocks that serves every format.
public final class DocumentCell: ReusableCell {
  /// The title; empty for a cell without one.
  public var title = ""
  /// The object whose page the cell leads to; nothing for a cell that leads nowhere, such as a banner.
  public var target: ObjectID?
  /// A colour that decorates the cell.
  public var accent: Accent?
  /// The body. Headings in it are relative to the cell: level 1 is the highest.
  public var body: CellBody = []

  /// Forgets the title, target, accent and body.
  public override func prepareForReuse() {
    title = ""
    target = nil
    accent = nil
    body = []
  }
}

/// What a cell shows of its object: a value, for cells that declare what they follow from.
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
  /// The fingerprint with the place of the closure that it is declared of: another closure of the program is another one.
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
  /// Registers what the cells of a kind show, and declares what that follows from: a document need not make them to know that a page is the
  /// same. A later registration of the kind replaces it.
  ///
  /// ```swift
  /// cells.register("fruit", following: template.fingerprint) { fruit in
  ///   CellContent(title: fruit.name, body: template.body { .text(fruit[$0]) })
  /// }
  /// ```
  ///
  /// The cells lead to the pages of their objects. Where the ``DocumentObject/fingerprint`` of an object is nil, its cells are made after all.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - origin: The fingerprint of all that a cell follows from beside its object and the program: of whatever the closure captures.
  ///   - file: The file of the closure, which tells it from others of the program.
  ///   - line: The line of the closure.
  ///   - content: Returns what the cell of an object shows.
  public func register(
    _ identifier: CellIdentifier, following origin: Fingerprint, file: String = #fileID, line: Int = #line,
    content: @escaping (Object) -> CellContent
  ) {
    let origin = origin.declared(inFile: file, line)
    register(identifier, following: { _ in origin }, content: content)
  }

  /// Registers what the cells of a kind show, and declares what that follows from, for each object.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - origin: Returns the fingerprint of all that the cell of an object follows from beside the object and the program, and of which of
  ///     several closures of the program it is.
  ///   - content: Returns what the cell of an object shows.
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
  /// The colour as CSS writes it: `#` and six lower-case hexadecimal digits, and nothing else.
  public let css: String

  /// Reads a colour.
  ///
  /// - Parameter text: `#rrggbb`, in either case. Anything else is not a colour: it never reaches a style.
  public init?(_ text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
    else { return nil }
    css = text.lowercased()
  }
}
