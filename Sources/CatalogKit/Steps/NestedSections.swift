import DataSources
import Rendering

/// The order of sections that stand within others: those within one stand together.
enum NestedSections {
  /// Returns whether one of two sections within the same one has to stand before the other; the count of a section with others in it is the sum
  /// of theirs.
  typealias Order = (SectionInfo, SectionInfo) -> Bool

  /// Ranks sections.
  ///
  /// - Parameters:
  ///   - sections: The sections. Those that are neither before nor after each other stay in this order.
  ///   - order: Returns the order of the sections within a number of others.
  /// - Returns: The place of each among all.
  static func ranks(of sections: [SectionInfo], by order: (_ depth: Int) -> Order) -> [Int] {
    let paths = sections.map { SectionName.components($0.name ?? "") }
    var ranks = [Int](repeating: 0, count: sections.count)
    var next = 0
    func rank(_ members: [Int], _ depth: Int) {
      for group in groups(of: members, paths, depth, sections).stablySorted(by: order(depth)) {
        var inner: [Int] = []
        for member in group.members {
          if paths[member].count > depth + 1 {
            inner.append(member)
          } else {
            ranks[member] = next
            next += 1
          }
        }
        if !inner.isEmpty { rank(inner, depth + 1) }
      }
    }
    rank(Array(sections.indices), 0)
    return ranks
  }

  /// Selects the outermost sections with the most items, those that come first of several with the same number, and all within them.
  ///
  /// - Returns: Whether each section is selected.
  static func largest(_ count: Int, of sections: [SectionInfo]) -> [Bool] {
    let paths = sections.map { SectionName.components($0.name ?? "") }
    var selection = [Bool](repeating: false, count: sections.count)
    let groups = groups(of: Array(sections.indices), paths, 0, sections).stablySorted { $0.count > $1.count }
    for member in groups.prefix(count).flatMap(\.members) { selection[member] = true }
    return selection
  }

  /// Sections that begin with the same names.
  fileprivate struct Group {
    var info: SectionInfo
    var members: [Int]
  }

  private static func groups(
    of members: [Int], _ paths: [[String]], _ depth: Int, _ sections: [SectionInfo]
  ) -> [Group] {
    var groups: [Group] = []
    var places: [String: Int] = [:]
    for member in members {
      let name = paths[member][depth]
      let place = places[name] ?? groups.count
      if place == groups.count {
        places[name] = place
        groups.append(Group(info: SectionInfo(name: name, count: 0), members: []))
      }
      groups[place].members.append(member)
      groups[place].info = SectionInfo(name: name, count: groups[place].info.count + sections[member].count)
    }
    return groups
  }
}

extension [NestedSections.Group] {
  /// Sorts the groups; those that are neither before nor after each other stay in order.
  fileprivate func stablySorted(by areInOrder: NestedSections.Order) -> Self {
    indices.sorted { first, second in
      if areInOrder(self[first].info, self[second].info) { return true }
      return first < second && !areInOrder(self[second].info, self[first].info)
    }.map { self[$0] }
  }
}
