/// The rows of the reference data set, with typical edits.
struct PackageTable {
  /// The file's bytes.
  let bytes: [UInt8]
  /// The offset of each row, without the header.
  private let starts: [Int]

  /// The row that an insertion adds: a package that is sorted first in the largest section.
  private let newRow: String

  /// Creates a table from a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - newRow: The row that an insertion adds.
  /// - Throws: A `Failure` if there are fewer than three rows.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(_ bytes: [UInt8], newRow: String) throws {
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
    self.newRow = newRow
  }

  /// The number of rows.
  var count: Int { starts.count }

  /// Returns the table's bytes after an edit of the row in the middle, or an insertion at the top.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func bytes(after edit: PackageEdit) -> [UInt8] {
    var edited = bytes
    let start = starts[count / 2], end = starts[count / 2 + 1]
    switch edit {
    case .nothing: break
    case .description:
      // The description is the last field of a row, and quoted.
      edited.insert(contentsOf: Array(" Changed.".utf8), at: end - 2)
    case .deletion:
      edited.removeSubrange(start..<end)
    case .renaming:
      let comma = edited[start..<end].firstIndex(of: UInt8(ascii: ",")) ?? start
      edited.insert(contentsOf: Array("-renamed".utf8), at: comma)
    case .insertion:
      edited.insert(contentsOf: Array(newRow.utf8), at: starts[0])
    }
    return edited
  }

  /// The fields of all rows, by their names in the header.
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
        // A quotation mark within quotes is doubled.
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
}

/// An edit of at most one row.
enum PackageEdit: String, CaseIterable {
  case nothing, description, insertion, deletion, renaming

  /// The name of the edit in the results.
  var name: String {
    switch self {
    case .nothing: "no change"
    case .description: "a changed description"
    case .insertion: "a row inserted at the top"
    case .deletion: "a deleted row"
    case .renaming: "a renamed row"
    }
  }
}
