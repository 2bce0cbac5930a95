/// The rows of the reference data set, for edits as somebody would make them.
struct PackageTable {
  /// The file's bytes.
  let bytes: [UInt8]
  /// Where each row starts, the header not counted.
  private let starts: [Int]

  /// Finds the rows in a file's bytes.
  ///
  /// - Throws: A `Failure` if there are not even three.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(_ bytes: [UInt8]) throws {
    var starts: [Int] = []
    var isQuoted = false
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "\n"), !isQuoted { starts.append(index + 1) }
    }
    guard starts.count > 3 else { throw Failure("the data set has no rows") }
    starts.removeLast()
    self.bytes = bytes
    self.starts = starts
  }

  /// The number of rows.
  var count: Int { starts.count }

  /// The table's bytes after an edit of the row in the middle, or at the top.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func bytes(after edit: PackageEdit) -> [UInt8] {
    var edited = bytes
    let start = starts[count / 2], end = starts[count / 2 + 1]
    switch edit {
    case .nothing: break
    case .description:
      // The description is a row's last field, and quoted.
      edited.insert(contentsOf: Array(" Changed.".utf8), at: end - 2)
    case .deletion:
      edited.removeSubrange(start..<end)
    case .renaming:
      let comma = edited[start..<end].firstIndex(of: UInt8(ascii: ",")) ?? start
      edited.insert(contentsOf: Array("-renamed".utf8), at: comma)
    case .insertion:
      edited.insert(contentsOf: Array(Self.firstRow.utf8), at: starts[0])
    }
    return edited
  }

  /// The fields of all rows, by the names in the header.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  var rows: [[String: String]] {
    let names = Self.fields(bytes[..<starts[0]])
    return starts.indices.map { index in
      let end = index + 1 < count ? starts[index + 1] : bytes.count
      return Dictionary(zip(names, Self.fields(bytes[starts[index]..<end]))) { first, _ in first }
    }
  }

  private static func fields(_ row: ArraySlice<UInt8>) -> [String] {
    var fields: [[UInt8]] = [[]]
    var isQuoted = false, isDoubled = false
    for byte in row.dropLast() {
      if byte == UInt8(ascii: "\"") {
        // A quotation mark within quotes is written twice.
        if !isQuoted, isDoubled { fields[fields.count - 1].append(byte) }
        isDoubled = isQuoted
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        fields.append([])
        isDoubled = false
      } else {
        fields[fields.count - 1].append(byte)
      }
    }
    return fields.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A package that comes first in the largest section.
  private static let firstRow = """
    0-first,1.0-1,libs,optional,Somebody <somebody@example.org>,,1,all,"","first of all","It stands before the others."

    """
}

/// An edit of one row at the most.
enum PackageEdit: String, CaseIterable {
  case nothing, description, insertion, deletion, renaming

  /// The edit, for a reader.
  var name: String {
    switch self {
    case .nothing: "no change"
    case .description: "a changed description"
    case .insertion: "a row inserted at the top"
    case .deletion: "a deleted row"
    case .renaming: "a renamed row"
    }
  }

  /// How many files of a catalog with stable pages may be made, changed or deleted for it: the page, and for rows that come or go
  /// also two neighbours, a listing page, the section's index, home, a part of the search index, and of the sitemap. A renamed
  /// row goes and comes.
  var goal: Double {
    switch self {
    case .nothing: 0
    case .description: 2
    case .insertion, .deletion: 8
    case .renaming: 12
    }
  }
}
