import Changesets

extension ChainStep {
  /// The step in one line, by which a person recognises it: `sort: kind, price descending`.
  var label: String { "\(kind.rawValue): \(subject)" }

  private var subject: String {
    switch self {
    case .concatenate(let names), .distinct(let names): names.map(\.text).joined(separator: ", ")
    case .filter(let predicate): predicate.label
    case .intersect(let match), .except(let match): "\(match.on.text) = \(match.dataset.text).\(match.equals.text)"
    case .group(let grouping): grouping.label
    case .flatten(let name): name
    case .sort(let fields):
      fields.map { $0.descending ? "\($0.field.text) descending" : $0.field.text }.joined(separator: ", ")
    case .sortSections(let order): order.label
    case .reverse(let sections): sections ? "all" : "rows"
    case .limit(let count, let skip): skip == 0 ? "\(count)" : "\(count), skip \(skip)"
    case .step(let name): name.text
    case .insert(let cell, let path): "\(cell.text) at \(path.section), \(path.item)"
    case .placeholder(let cell): cell.text
    }
  }
}

extension Grouping {
  fileprivate var label: String {
    let order =
      switch order {
      case .appearance: ""
      case .sorted: ", sorted"
      case .listed: ", as listed"
      }
    return field.text + (key == .value ? "" : " by \(key.rawValue)") + order
  }
}

extension SectionOrder {
  fileprivate var label: String {
    let name =
      switch key {
      case .name: "name"
      case .size: "size"
      case .listed: "as listed"
      }
    return descending ? "\(name) descending" : name
  }
}
