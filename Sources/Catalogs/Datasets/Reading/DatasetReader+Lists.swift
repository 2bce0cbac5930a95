import Diagnostics
import JSONValues

/// Columns that become a list: those that rows which continue an object fill, or those of a family, which are numbered.
///
///     Handle  Title  Variant SKU  Variant Price        Handle  Title  Variant
///     mug     Mug    M-1          9                 ▶  mug     Mug    [{SKU: M-1, Price: 9}, {SKU: M-2, Price: 11}]
///     mug            M-2          11
///
///     title   author_1  author_2                       title   author
///     Faust   Goethe                                ▶  Faust   [Goethe]
struct ColumnList {
  /// A column whose values are elements, or members of them.
  struct Member {
    /// The name in the objects; `nil` if the values are the elements.
    let name: String?
    let field: Int
    /// Whether the values are texts, whatever they look like.
    let areTexts: Bool
  }

  var name: String
  /// The columns of each element that a row has.
  let elements: [[Member]]
  /// The number of the field with the list.
  var field = -1

  var columns: [Int] { elements.flatMap { $0.map(\.field) } }
}

extension DatasetReader {
  /// Makes lists of columns where rows continue others, and where columns are families. The options decide, or else all
  /// rows do. The rows are then written as objects, as those of a database are; see ``WrittenRows``.
  mutating func makeLists(at file: String?) {
    let formats = Set(files.map(\.source.format))
    let areDelimited = formats.allSatisfy(\.isDelimited)
    guard areDelimited || formats == [.sqlite] else { return }
    let continuation = areDelimited ? continuation(at: file) : nil
    let parts = continuation?.lists ?? []
    let families = families(besides: Set(parts.flatMap(\.columns)), at: file)
    guard continuation != nil || !families.isEmpty else { return }
    let firstName = families.first.map { fields.names[$0.columns[0]] }
    let key = continuation.map { fields.names[$0.key] }
    var lists = parts + families
    // Pages and cards show the pictures of fields only, so the first one remains a field.
    let columns = Set(lists.flatMap(\.columns))
    let replaced = columns.subtracting([columns.filter { fields.columns[$0].type == .image }.min()].compactMap(\.self))
    var taken = Set(fields.kept.filter { !replaced.contains($0) }.map { ExactName(fields.names[$0]) })
    for index in lists.indices {
      var number = 2
      let name = lists[index].name
      if !taken.insert(ExactName(name)).inserted { lists[index].name = name.numbered(from: &number, besides: &taken) }
    }
    for index in lists.indices {
      let columns = lists[index].columns.filter(replaced.contains)
      fields.remove(Array(columns.dropFirst()))
      if let first = columns.first { fields.reuse(first, as: lists[index].name) }
      lists[index].field = columns.first ?? fields.index(of: lists[index].name)
      fields.columns[lists[index].field].noteList()
    }
    let rowCount = files.reduce(0) { $0 + $1.starts.count }
    files = files.map { rewritten($0, lists, continuation) }
    (continuedField, self.families) = (key, lists.dropFirst(parts.count).map(\.name))
    if let key, options.continued == nil {
      let objects = files.reduce(0) { $0 + $1.starts.count }
      warn(
        "csv/continued",
        "\(rowCount.counted("row")) are \(objects.counted("object")): rows that repeat “\(key)” or leave it empty continue others",
        at: .init(file: file),
        hint: "If each row stands for itself, write `continued: false` at the data set in catalog.yml.")
    }
    if let firstName, options.families == nil {
      let others = self.families.dropFirst().map { "“\($0)”" }.joined(separator: ", ")
      warn(
        "datasets/family",
        "“\(firstName)” and the same columns with other numbers are the list “\(self.families[0])”"
          + (others.isEmpty ? "" : "; so are others the lists \(others)"),
        at: .init(file: file),
        hint: "If each column means something else, write `families: false` at the data set in catalog.yml.")
    }
  }

  /// Calls a closure with the values of rows, by the numbers of their fields.
  ///
  /// - Parameters:
  ///   - rows: The rows; all of the file if `nil`.
  ///   - last: The last field that is needed; `nil` for all of them.
  func forEachRow(
    of file: ReadFile, among rows: [Int]? = nil, upTo last: Int? = nil,
    _ body: (Bytes, _ row: Int, _ values: [RawField]) -> Void
  ) {
    let none = Array(repeating: RawField.missing, count: fields.names.count)
    file.bytes.withUnsafeBufferPointer { bytes in
      for row in rows ?? Array(0..<file.starts.count) {
        var values = none
        file.layout.forEachField(in: bytes, file.starts.range(of: row)) { field, value in
          values[field] = value
          return field != last
        }
        body(bytes, row, values)
      }
    }
  }

  /// Returns the rows of a file as objects with lists.
  private func rewritten(_ file: ReadFile, _ lists: [ColumnList], _ continuation: Continuation?) -> ReadFile {
    let fields = fields.kept.enumerated().map { place, field in
      (name: WrittenRows.name(ofColumn: place), field: field, list: lists.first { $0.field == field })
    }
    let partCount = continuation?.lists.count ?? 0
    let parts = Set(lists.prefix(partCount).map(\.field))
    var tree = FieldTree()
    for field in fields {
      var name = field.name
      let node = name.withUTF8 { tree.add($0, to: FieldTree.root) }
      tree.setField(field.field, of: node)
      guard let list = field.list else { continue }
      tree.setHasList(node)
      let elements = tree.elements(of: node)
      for case var name? in list.elements[0].map(\.name) { _ = name.withUTF8 { tree.add($0, to: elements) } }
    }
    var result = ReadFile(
      source: file.source, bytes: [], areWritten: true, layout: .object(tree, nameField: nil),
      starts: RowStarts(byteCount: .max))
    var writer = JSONRowWriter()
    var object: [[RawField]] = []
    func endObject(_ bytes: Bytes) {
      guard let first = object.first else { return }
      result.starts.append(writer.count)
      writer.beginRow()
      writer.open("{")
      for (name, field, list) in fields {
        if let list {
          writer.write(list, of: parts.contains(field) ? object : [first], bytes, name: name)
        } else if first[field].kind != .missing {
          writer.name(name)
          writer.value(first[field], in: bytes, isTyped: first[field].kind == .string)
        }
      }
      writer.close("}")
    }
    forEachRow(of: file) { bytes, row, values in
      if let continuation, let first = object.first, continuation.continues(values, first, bytes) {
        return object.append(values)
      }
      endObject(bytes)
      object = [values]
      result.numbers.append(file.numbers[row])
      if !file.areWritten { result.places.append(.offset(file.starts[row])) }
    }
    file.bytes.withUnsafeBufferPointer(endObject)
    result.bytes = writer.bytes
    result.starts.end = writer.count
    return result
  }

  /// Returns the members of a name for columns, whose values are texts unless all of them are numbers, or booleans.
  func members(named name: String?, of columns: [Int]) -> [ColumnList.Member] {
    let types = Set(columns.map { fields.columns[$0] }.filter(\.hasValues).map(\.type))
    return columns.map { .init(name: name, field: $0, areTexts: types != [.number] && types != [.boolean]) }
  }
}

extension RawField {
  /// Whether there is no value, or one with the text of another, apart from white space at both ends.
  func isMissing(orLike other: RawField, in bytes: Bytes) -> Bool {
    if kind == .missing { return true }
    if other.kind == .missing { return false }
    return withContent(in: bytes) { own in other.withContent(in: bytes) { own.trimmed.hasSameBytes(as: $0.trimmed) } }
  }
}

extension JSONRowWriter {
  /// Writes the elements of a list that rows have, unless there are none.
  fileprivate mutating func write(_ list: ColumnList, of rows: [[RawField]], _ bytes: Bytes, name: String) {
    let start = count
    for values in rows {
      for element in list.elements where element.contains(where: { values[$0.field].kind != .missing }) {
        if count == start {
          self.name(name)
          open("[")
        }
        let isObject = element[0].name != nil
        if isObject { open("{") }
        for member in element where values[member.field].kind != .missing {
          if let name = member.name { self.name(name) }
          value(values[member.field], in: bytes, isTyped: member.areTexts || values[member.field].kind == .string)
        }
        if isObject { close("}") }
      }
    }
    if count > start { close("]") }
  }
}

// MARK: - Families of columns

/// Columns whose names differ by a number only, or by a number and a name behind it: `author_1`, `author_2`;
/// `Image 1 Src`, `Image 1 Alt`.
private struct NumberedColumns {
  /// What is asked, measured or divided step by step, so that each number means something else.
  private static let otherNouns: Set = [
    "answer", "col", "column", "field", "item", "level", "question", "tier", "unnamed", "var", "variable",
  ]

  let name: String
  private(set) var members: [String] = []
  /// The columns of the members, by number.
  private var columns: [Int: [String: Int]] = [:]
  private var areDifferent = true

  init(name: String) { self.name = name }

  mutating func add(_ column: Int, number: Int, member: String) {
    if !members.contains(member) { members.append(member) }
    if columns[number, default: [:]].updateValue(column, forKey: member) != nil { areDifferent = false }
  }

  private var numbers: [Int] { columns.keys.sorted() }

  /// Whether each number from 0 or 1 to the last, which are several, has all members.
  var areComplete: Bool {
    guard areDifferent, columns.count > 1, let first = numbers.first, first < 2 else { return false }
    return numbers == Array(first..<first + columns.count) && columns.values.allSatisfy { $0.count == members.count }
  }

  var areSuggested: Bool {
    areComplete && columns.count + members.count > 3 && name.count > 1 && !Self.otherNouns.contains(name.lowercased())
  }

  func columns(of member: String) -> [Int] { numbers.compactMap { columns[$0]?[member] } }
}

extension DatasetReader {
  /// Determines which columns are families, and become a list each.
  ///
  /// - Parameter parts: The columns of parts, which are none.
  mutating func families(besides parts: Set<Int>, at file: String?) -> [ColumnList] {
    let columns = fields.kept.filter { !parts.contains($0) }
    var found: [NumberedColumns] = []
    var places: [String: Int] = [:]
    for column in columns where options.families != [] {
      guard let (stem, number, member) = fields.names[column].numberedParts else { continue }
      let place = places[stem] ?? found.count
      places[stem] = place
      if place == found.count { found.append(NumberedColumns(name: stem.trimmingSeparators)) }
      found[place].add(column, number: number, member: member)
    }
    if let chosen = options.families {
      found.removeAll { !$0.areComplete || !chosen.contains($0.name) }
      for name in chosen where !found.contains(where: { $0.name == name }) {
        report(
          "datasets/no-family", "there are no columns “\(name) 1”, “\(name) 2” and so on", at: .init(file: file),
          hint: "A family has the same columns for each number from 0 or 1 on.")
      }
    } else {
      let names = Set(columns.map { ExactName(fields.names[$0]) })
      found.removeAll { !$0.areSuggested || names.contains(ExactName($0.name)) || !mayBeList($0) }
    }
    let lists = found.map { family in
      let members = family.members.map { name in
        self.members(
          named: family.members == [""] ? nil : name.isEmpty ? family.name : name, of: family.columns(of: name))
      }
      return ColumnList(name: family.name, elements: members[0].indices.map { number in members.map { $0[number] } })
    }
    return options.families != nil || lists.isEmpty ? lists : zip(lists, areFilled(lists)).filter(\.1).map(\.0)
  }

  /// Whether the columns of a member have texts, addresses or dates, and none is needed as it is. Numbers mostly have
  /// meanings of their own, and pictures are shown if they are fields.
  private func mayBeList(_ family: NumberedColumns) -> Bool {
    let members = family.members.map(family.columns(of:))
    return !members.joined().contains(where: isNamed)
      && members.contains { columns in
        let types = columns.map { fields.columns[$0] }.filter(\.hasValues).map(\.type)
        return !types.isEmpty && types.allSatisfy { [.text, .markdown, .url, .date].contains($0) }
      }
  }

  /// Whether each list is filled as lists are: from its beginning, with numbers of values that differ, and no value
  /// twice in a row.
  private func areFilled(_ lists: [ColumnList]) -> [Bool] {
    // Columns without any value do not count.
    let lists = lists.map { list in
      list.elements.filter { $0.contains { fields.columns[$0.field].hasValues } }
    }
    var counts = Array(repeating: (rows: 0, several: 0, full: 0, odd: 0), count: lists.count)
    for file in files {
      forEachRow(of: file) { bytes, _, values in
        for (index, elements) in lists.enumerated() {
          let areFilled = elements.map { $0.contains { values[$0.field].kind != .missing } }
          let length = areFilled.count { $0 }
          if length == 0 { continue }
          let isRepeated =
            elements[0].count == 1
            && zip(elements, elements.dropFirst()).contains { one, next in
              let value = values[next[0].field]
              return value.kind != .missing && value.isMissing(orLike: values[one[0].field], in: bytes)
            }
          counts[index].rows += 1
          if length > 1 { counts[index].several += 1 }
          if length == elements.count { counts[index].full += 1 }
          if isRepeated || areFilled.prefix(length).contains(false) { counts[index].odd += 1 }
        }
      }
    }
    return counts.map { $0.several > 2 && $0.full * 5 <= $0.rows * 4 && $0.odd * 20 <= $0.rows }
  }
}

extension String {
  /// The parts of a name with a number at its end or before another name: `Image `, 1 and `Src` of `Image 1 Src`.
  fileprivate var numberedParts: (stem: String, number: Int, member: String)? {
    guard let start = utf8.firstIndex(where: \.isDigit), self[..<start].contains(where: \.isLetter) else { return nil }
    let digits = self[start...].prefix { $0.isASCII && $0.isNumber }
    let rest = self[digits.endIndex...]
    let member = rest.drop { " _-.".contains($0) }
    guard digits.count <= 3, let number = Int(digits), rest.isEmpty || !member.isEmpty && member.count < rest.count
    else { return nil }
    return (String(self[..<start]), number, String(member))
  }

  /// The name without separators of words at its end.
  fileprivate var trimmingSeparators: String { String(reversed().drop { " _-.".contains($0) }.reversed()) }
}
