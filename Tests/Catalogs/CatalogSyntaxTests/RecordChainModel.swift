import Datasets

@testable import CatalogSyntax

/// A naive model of the steps of a chain: sections with a name and records.
struct RecordChainModel {
  typealias Section = (name: String?, records: [Record])

  /// The sections of each data set.
  var datasets: [(name: String, section: Section)]

  /// What a chain shows, without empty sections.
  func sections(_ steps: [any CatalogStep], over start: [Section]? = nil) -> [Section] {
    var sections = start ?? datasets.map(\.section)
    for step in steps { sections = applying(step, to: sections) }
    return sections.filter { !$0.records.isEmpty }
  }

  private func applying(_ step: any CatalogStep, to sections: [Section]) -> [Section] {
    func each(_ change: ([Record]) -> [Record]) -> [Section] { sections.map { ($0.name, change($0.records)) } }
    switch step {
    case let step as ConcatenateStep:
      return step.names.compactMap { name in datasets.first { $0.name == name.text }?.section }
    case let step as FilterStep: return each { $0.filter(step.predicate.matches) }
    case let step as IntersectStep: return each { $0.filter { hasMatch($0, step.match) } }
    case let step as ExceptStep: return each { $0.filter { !hasMatch($0, step.match) } }
    case let step as DistinctStep:
      var known: [[Value]] = []
      var seen: Set<Record.ID> = []
      return each { records in
        records.filter { record in
          let values = step.fields.map { record[$0.text] ?? .missing }
          if values.allSatisfy({ $0 == .missing }) { return seen.insert(record.id).inserted }
          defer { known.append(values) }
          return !known.contains(values)
        }
      }
    case let step as GroupStep: return groups(step, sections.flatMap(\.records))
    case let step as FlattenStep: return sections.isEmpty ? [] : [(step.name, sections.flatMap(\.records))]
    case let step as SortStep:
      return each { records in
        // A stable sort by the last field first.
        step.fields.reversed().reduce(records) { records, field in
          records.enumerated().sorted { first, second in
            let (one, other) = (
              first.element[field.name.text] ?? .missing, second.element[field.name.text] ?? .missing
            )
            if one.precedes(other, descending: field.order.isDescending) { return true }
            return first.offset < second.offset && !other.precedes(one, descending: field.order.isDescending)
          }.map(\.element)
        }
      }
    case let step as SortSectionsStep: return sorted(sections, by: step)
    case let step as ReverseStep:
      let reversed = each { $0.reversed() }
      return step.reversesSections ? reversed.reversed() : reversed
    case let step as LimitStep: return each { Array($0.dropFirst(step.skip).prefix(step.count)) }
    default: return sections
    }
  }

  private func hasMatch(_ record: Record, _ match: DatasetMatch) -> Bool {
    let text = record[match.on.text]?.text ?? ""
    let others = datasets.first { $0.name == match.dataset.text }?.section.records ?? []
    return !text.isEmpty && others.contains { $0[match.equals.text]?.text == text }
  }

  private func names(_ record: Record, _ grouping: GroupStep) -> [String?] {
    let value = record[grouping.field.text] ?? .missing
    let text = value.text
    if text.isEmpty { return [nil] }
    switch grouping.key {
    case .value: return [text]
    case .firstLetter: return [text.first.map { $0.isLetter ? $0.uppercased().replacing("É", with: "E") : "#" }]
    case .month: return [value.isDate && text.count > 4 ? String(text.prefix(7)) : nil]
    case .year, .decade, .century:
      // Other values are numbers or words, of which only some whole numbers are years.
      guard let year = value.isDate ? Int(text.prefix(4)) : Int(text) else { return [nil] }
      if grouping.key == .year { return ["\(year)"] }
      if grouping.key == .century { return [year < 100 ? "1st century" : "21st century"] }
      return [year < 100 ? "\(year / 10 * 10)s AD" : "2020s"]
    case .element:
      guard case .list(let elements, _) = value else { return [text] }
      return elements.indices.filter { index in !elements[..<index].contains(elements[index]) }.map {
        elements[$0].text
      }
    }
  }

  /// Sections within sections: those of each outer value, one after the other.
  private func nestedGroups(_ levels: [GroupStep], _ records: [Record]) -> [Section] {
    guard let level = levels.first else { return [("", records)] }
    // A row in several sections of a level is grouped further in each.
    let all = groups(level, records)
    return all.flatMap { outer in
      nestedGroups(Array(levels.dropFirst()), outer.records).map { inner in
        (levels.count == 1 ? outer.name : "\(outer.name ?? "")\u{1F}\(inner.name ?? "")", inner.records)
      }
    }
  }

  private func groups(_ grouping: GroupStep, _ records: [Record]) -> [Section] {
    if !grouping.inner.isEmpty { return nestedGroups(grouping.levels, records) }
    var sections: [Section] = []
    for record in records {
      for name in names(record, grouping) {
        if let index = sections.firstIndex(where: { $0.name == name }) {
          sections[index].records.append(record)
        } else {
          sections.append((name, [record]))
        }
      }
    }
    switch grouping.order {
    case .appearance, .text: break
    case .sorted:
      sections.sort { first, second in
        guard let first = first.name, let second = second.name else { return first.name != nil && second.name == nil }
        return value(first).precedes(value(second))
      }
    case .listed(let names):
      sections = stableSort(sections) { $0.name.flatMap(names.firstIndex) ?? names.count }
    }
    return sections.map { ($0.name ?? grouping.rest, $0.records) }
  }

  private func sorted(_ sections: [Section], by order: SortSectionsStep) -> [Section] {
    if sections.contains(where: { $0.name?.contains("\u{1F}") ?? false }) { return nestedSorted(sections, by: order) }
    let sign = order.sortOrder.isDescending ? -1 : 1
    switch order.key {
    case .size: return stableSort(sections) { sign * $0.records.count }
    case .listed(let names): return stableSort(sections) { sign * ($0.name.flatMap(names.firstIndex) ?? names.count) }
    case .name:
      let names = sections.compactMap(\.name).sorted {
        value($0).precedes(value($1), descending: order.sortOrder.isDescending)
      }
      return stableSort(sections) { $0.name.flatMap(names.firstIndex) ?? names.count }
    }
  }

  /// The outer sections sorted as if each were one, and so those within each.
  private func nestedSorted(_ sections: [Section], by order: SortSectionsStep) -> [Section] {
    var outer: [(name: String?, records: [Record])] = []
    func names(_ section: Section) -> [String] {
      (section.name ?? "").split(separator: "\u{1F}", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    for section in sections {
      if let index = outer.firstIndex(where: { $0.name == names(section)[0] }) {
        outer[index].records += section.records
      } else {
        outer.append((names(section)[0], section.records))
      }
    }
    return sorted(outer, by: order).flatMap { group in
      let inner = sections.filter { names($0)[0] == group.name }
      if names(inner[0]).count == 1 { return inner }
      return sorted(inner.map { (names($0)[1], $0.records) }, by: order).map {
        ("\(group.name ?? "")\u{1F}\($0.name ?? "")", $0.records)
      }
    }
  }

  /// The sections whose outermost names have the most rows.
  func largest(_ count: Int, of sections: [Section]) -> [Section] {
    let names = sections.map { String(($0.name ?? "").prefix { $0 != "\u{1F}" }) }
    var outer: [String] = []
    for name in names where !outer.contains(name) { outer.append(name) }
    let sizes = outer.map { name in zip(names, sections).reduce(0) { $0 + ($1.0 == name ? $1.1.records.count : 0) } }
    let kept = outer.indices.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }.prefix(count).map { outer[$0] }
    return zip(names, sections).filter { kept.contains($0.0) }.map(\.1)
  }

  private func stableSort(_ sections: [Section], by rank: (Section) -> Int) -> [Section] {
    sections.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }

  private func value(_ name: String) -> Value { Value.Number(name).map(Value.number) ?? .text(name) }
}

extension Value {
  fileprivate var isDate: Bool { if case .date = self { true } else { false } }
}
