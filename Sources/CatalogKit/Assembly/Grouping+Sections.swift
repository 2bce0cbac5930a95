import DataSources
import Datasets

extension Grouping {
  /// The name of the section of a value; nothing for that of the rest.
  func section(of value: Value) -> String? {
    let text = value.text
    guard !text.isEmpty else { return nil }
    switch key {
    case .value, .element: return text
    case .firstLetter: return text.firstLetter
    case .year: return text.isDate ? String(text.utf8.prefix(4)) : nil
    case .month: return text.isDate && text.utf8.count >= 7 ? String(text.utf8.prefix(7)) : nil
    }
  }

  /// The transform that makes the sections.
  ///
  /// - Parameter key: The name of an item's section; nothing for that of the rest.
  func group<Item>(by key: @escaping (Item) -> String?) -> Group<Item> {
    let order: Group<Item>.Order =
      switch order {
      case .appearance: .firstAppearance
      case .sorted: .sorted { $0.sectionKey.precedes($1.sectionKey) }
      case .listed(let names): .listed(names)
      }
    return Group(order: order, nameOfRest: rest, by: key)
  }
}

extension Value {
  /// The texts of a list's elements, each once; that of any other value.
  var distinctElements: [String] {
    let texts = (elements ?? [self]).map(\.text).filter { !$0.isEmpty }
    guard texts.count > 1 else { return texts }
    var known: Set<String> = []
    return texts.filter { known.insert($0).inserted }
  }
}

extension SectionOrder {
  /// The transform that sorts the sections.
  var transform: SectionSort<Record> {
    let descending = descending
    switch key {
    case .size:
      return SectionSort { descending ? $0.count > $1.count : $0.count < $1.count }
    case .name:
      return .byName { $0.sectionKey.precedes($1.sectionKey, descending: descending) }
    case .listed(let names):
      let ranks = Dictionary(zip(names, names.indices), uniquingKeysWith: min)
      return .byName { first, second in
        let (first, second) = (ranks[first] ?? names.count, ranks[second] ?? names.count)
        return descending ? first > second : first < second
      }
    }
  }
}

extension String {
  /// What the name of a section is sorted by: numbers are sorted as such.
  fileprivate var sectionKey: Value.SortKey { (Number(self).map(Value.number) ?? .text(self)).sortKey }

  /// The first letter as a heading: without diacritics, in upper case; `#` where the text begins with anything else.
  fileprivate var firstLetter: String {
    guard let scalar = prefix(1).description.sortKey.unicodeScalars.first, scalar.properties.isAlphabetic else {
      return "#"
    }
    return String(scalar).uppercased()
  }

  /// Whether the text is a year, or begins with a year and goes on as an ISO 8601 date does.
  fileprivate var isDate: Bool {
    let bytes = utf8.prefix(5)
    return bytes.count >= 4 && bytes.prefix(4).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && (bytes.count == 4 || bytes.last == UInt8(ascii: "-"))
  }
}
