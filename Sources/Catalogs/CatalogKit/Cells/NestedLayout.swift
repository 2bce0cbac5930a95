import Datasets
import DocumentModel
import Rendering

/// The part of the default layout that shows nested values: an object as properties, similar objects as a table, and
/// everything else as a list.
struct NestedLayout {
  /// The number of columns beyond which a table is too wide for a page. Its rows become lists of properties.
  static let columnLimit = 8
  /// The number of characters beyond which a list of numbers, such as the outline of a country, is cut off.
  private static let numbersLength = 400

  /// The maximum number of characters of an address in a column.
  private static let addressLength = 24

  /// The title of the record, which is the alternative text of its pictures.
  let title: String
  let style: FieldStyle
  /// The labels of members by their names, as far as they are known. They are determined once for a data set, and not
  /// for each row.
  let labels: [String: String]
  /// The pictures that do not exist.
  let missing: Set<String>

  func blocks(of value: Value, level: Int) -> [Block] {
    switch value {
    case .object(let members): blocks(of: members, level: level)
    case .list(let elements, _): blocks(of: elements.filter { !$0.isBlank }, level: level)
    default: value.isMissing ? [] : [.paragraph(inlines(of: value))]
    }
  }

  private func blocks(of members: [Value.Member], level: Int) -> [Block] {
    var properties: [Block.Property] = []
    var others: [Value.Member] = []
    for member in members {
      if member.value.isPlain {
        properties.append(Block.Property(label: [.text(label(of: member.name))], value: inlines(of: member.value)))
      } else {
        others.append(member)
      }
    }
    let table = others.count > 1 ? table(of: others.map(\.value), named: others.map(\.name)) : nil
    let sections =
      table.map { [.table($0)] }
      ?? others.flatMap { member in
        [Block.heading(level: min(level, 6), [.text(label(of: member.name))])]
          + blocks(of: member.value, level: level + 1)
      }
    return (properties.isEmpty ? [] : [.properties(properties)]) + sections
  }

  private func blocks(of elements: [Value], level: Int) -> [Block] {
    if elements.count == 1, case .object(let members) = elements[0] { return blocks(of: members, level: level) }
    if let table = table(of: elements) { return [.table(table)] }
    // What all objects have in common leaves room for what differs.
    let (shared, others) = elements.sharedMembers
    if !shared.isEmpty, let table = table(of: others) { return blocks(of: shared, level: level) + [.table(table)] }
    if elements.allSatisfy(\.hasOnlyNumbers) {
      let text = elements.map(\.text).joined(separator: ", ")
      if text.utf8.count > Self.numbersLength { return [.paragraph([.text(text.prefix(Self.numbersLength) + " …")])] }
    }
    guard Value.list(elements).isNested || elements.areSentences else {
      return [.paragraph(inlines(of: .list(elements)))]
    }
    return [.list(Block.List(items: elements.map { blocks(of: $0, level: level) }))]
  }

  /// Returns a table of objects, or `nil` if they do not fit in one. The members of the objects must be plain values,
  /// or objects of plain values. The columns are in the order in which the names first appear.
  ///
  /// - Parameter heads: The names of the objects, which form the first column. Named objects have a table only if
  ///   mostly the same members occur in each.
  private func table(of elements: [Value], named heads: [String]? = nil) -> Block.Table? {
    let rows = elements.compactMap { element -> [Value.Member]? in
      guard case .object(let members) = element, case let row = members.flatMap(\.flattened),
        row.allSatisfy({ !$0.value.isNested })
      else { return nil }
      return row
    }
    guard rows.count == elements.count else { return nil }
    var names: [String] = []
    for row in rows { for member in row where !names.contains(member.name) { names.append(member.name) } }
    guard (1...Self.columnLimit).contains(names.count + (heads == nil ? 0 : 1)) else { return nil }
    if heads != nil, rows.reduce(0, { $0 + $1.count }) * 4 < rows.count * names.count * 3 { return nil }
    func value(of name: String, in row: [Value.Member]) -> Value? { row.first { $0.name == name }?.value }
    var table = Block.Table(
      header: names.map { [.text(label(of: $0))] },
      rows: rows.map { row in names.map { value(of: $0, in: row).map(cell) ?? [] } },
      alignments: names.map { name in
        rows.allSatisfy { value(of: name, in: $0)?.hasOnlyNumbers ?? true } ? .right : .left
      })
    if let heads {
      table.header.insert([], at: 0)
      for (index, head) in heads.enumerated() { table.rows[index].insert([.text(label(of: head))], at: 0) }
      table.alignments.insert(.left, at: 0)
      table.namesRows = true
    }
    return table
  }

  /// Returns a value in a column, in which addresses are abbreviated.
  private func cell(of value: Value) -> [Inline] {
    guard case .url(let address) = value else { return inlines(of: value) }
    let name = address.split(separator: "/", maxSplits: 1).last.map { $0.drop { $0 == "/" } } ?? ""
    let shown = name.count > Self.addressLength ? name.prefix(Self.addressLength) + "…" : name
    return [.link(destination: address, title: "", [.text(String(shown))])]
  }

  private func label(of name: String) -> String { labels[name] ?? Label(name).text }

  private func inlines(of value: Value) -> [Inline] {
    // The closure that returns the title holds the title alone, instead of a copy of the layout.
    let title = title
    return value.templateValue(title: title, style: style, without: missing).inlines
  }
}

extension Value.Member {
  /// The member itself or, if it is an object, its members, with its name prepended to theirs.
  fileprivate var flattened: [Value.Member] {
    guard case .object(let members) = value else { return [self] }
    return members.flatMap(\.flattened).map { Value.Member(name: "\(name).\($0.name)", value: $0.value) }
  }
}

extension [Value] {
  /// The members that all elements have alike, and the elements without these.
  fileprivate var sharedMembers: (shared: [Value.Member], others: [Value]) {
    let rows = compactMap { element -> [Value.Member]? in if case .object(let row) = element { row } else { nil } }
    guard let first = rows.first, rows.count == count else { return ([], self) }
    let shared = first.filter { member in rows.allSatisfy { $0.contains(member) } }
    return (shared, rows.map { row in .object(row.filter { !shared.contains($0) }) })
  }

  /// Whether the elements are sentences or verses, which appear one below the other: one of them is long, or most of
  /// them end in punctuation.
  var areSentences: Bool {
    guard count > 1 else { return false }
    let ends = count { $0.text.last.map { ".,;:!?…".contains($0) } ?? false }
    return ends * 2 > count || contains { $0.text.count > 60 }
  }
}

extension Value {
  /// Whether the value is an object, or a list that contains objects or lists.
  var isNested: Bool {
    switch self {
    case .object: true
    case .list(let elements, _):
      elements.contains { element in
        switch element {
        case .object, .list: true
        default: false
        }
      }
    default: false
    }
  }

  /// Whether the value fits in a property: it is neither nested nor a list of sentences.
  fileprivate var isPlain: Bool {
    if isNested { return false }
    if case .list(let elements, nil) = self { return !elements.areSentences }
    return true
  }

  fileprivate var hasOnlyNumbers: Bool {
    switch self {
    case .missing, .number: true
    case .list(let elements, _): elements.allSatisfy(\.hasOnlyNumbers)
    default: false
    }
  }
}
