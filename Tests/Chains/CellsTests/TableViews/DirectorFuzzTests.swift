import Cells
import Changesets
import DataSources
import DataSourcesTesting
import TableViews
import TestKit
import Testing

/// Random sessions, edits and transactions of a director, compared with arrays.
@Suite struct DirectorFuzzTests {
  @Test func aDirectorEqualsItsModel() throws {
    var (batches, failures) = (0, 0)
    let seeds = Seeds.fixed(13, fresh: 12)
    for seed in seeds {
      let scene = try DirectorScene(seed: seed)
      for step in 0..<25 {
        scene.act()
        guard scene.problems.isEmpty else {
          Issue.record("seed \(seed), step \(step): \(scene.problems.joined(separator: "; "))")
          return
        }
      }
      batches += scene.batches
      failures += scene.failures
    }
    #expect(batches > 8 * seeds.count && failures >= seeds.count)
  }
}

/// A director and its model.
private final class DirectorScene {
  struct Section: Equatable {
    var name: String
    var title: String?
    var isCollapsed = false
    var models: [String]

    var shown: [String] { isCollapsed ? [] : models }
  }

  private struct Failure: Error {}

  private(set) var problems: [String] = []
  private(set) var batches = 0
  private(set) var failures = 0
  private let director = Director()
  private let display: CellDisplay<ReusableCell>
  private var random: SeededGenerator
  private var oracles: [Oracle] = []
  /// The contents of the director, and those that it shows.
  private var model: [Section] = []
  private var shown: [[String]] = []
  /// The cell of each model, by identity.
  private var cells: [String: ReusableCell] = [:]
  private var completions: [Int: [Bool]] = [:]
  private var sessions = 0
  private var next = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    display = CellDisplay(director)
    try director.register(Adapter<Fruit, FruitCell> { cell, fruit in cell.show(Self.text(of: fruit)) })
    try director.register(Adapter<Nut, TextCell> { cell, nut in cell.show(Self.text(of: nut)) }, id: \.name)
    for source in [director.cells.objects]
      + director.cells.upstreamSources.compactMap({ $0.upstreamSources.first })
    {
      guard let source = source as? any DataSource<Any> else { continue }
      watch(source)
    }
    if oracles.count != 2 { problems.append("\(oracles.count) sources are watched") }
    _ = director.addObserver(self) { scene, event in
      if case .didUpdate(let batch, _) = event { scene.check(batch) }
    }
  }

  private func watch(_ source: some DataSource<Any>) {
    oracles.append(
      Oracle(source, demands: .strict, id: Self.identity(of:), content: Self.text(of:)) { [unowned self] in
        problems.append("\($0)")
      })
  }

  /// A model as a text: its identity, and its content.
  private static func text(of model: Any) -> String {
    switch model {
    case let fruit as Fruit: "F\(fruit.id).\(fruit.name)"
    case let nut as Nut: "N\(nut.name)"
    default: "?"
    }
  }

  private static func identity(of model: Any) -> String { identity(ofText: text(of: model)) }

  private static func identity(ofText text: String) -> String { String(text.prefix { $0 != "." }) }

  private func value(of text: String) -> Any {
    if text.hasPrefix("N") { return Nut(name: String(text.dropFirst())) }
    let parts = text.dropFirst().split(separator: ".")
    return Fruit(id: Int(parts[0]) ?? 0, name: String(parts[1]))
  }

  private func value(of section: Section) -> DirectorSection {
    var result = DirectorSection(section.name, models: section.models.map(value(of:)), headerTitle: section.title)
    result.isCollapsed = section.isCollapsed
    return result
  }

  private func number(_ end: Int) -> Int { Int.random(in: 0..<max(1, end), using: &random) }

  private func newModel() -> String {
    next += 1
    return number(3) == 0 ? "N\(next)" : "F\(next).0"
  }

  private func newSection() -> Section {
    next += 1
    return Section(
      name: "S\(next)", title: number(2) == 0 ? nil : "T\(number(3))", isCollapsed: number(4) == 0,
      models: (0..<number(5)).map { _ in newModel() })
  }
}

// MARK: - Actions

extension DirectorScene {
  func act() {
    let before = batches
    switch number(4) {
    case 0: group(depth: 0)
    case 1: director.transaction { for _ in 0..<number(4) { editOnce() } }
    default: editOnce()
    }
    if batches > before + 1 { problems.append("\(batches - before) batches") }
    compare()
    let isOnce = completions.values.allSatisfy { $0.count == 1 } && completions.count == sessions
    if !isOnce { problems.append("completions: \(completions.values.map(\.count)) of \(sessions)") }
    show()
  }

  /// A session, or a transaction, which may hold others, and may fail.
  private func group(depth: Int) {
    let before = model
    let fails = number(4) == 0
    do {
      let body = { [self] () throws in
        for _ in 0..<number(5) {
          if depth < 2, number(5) == 0 { group(depth: depth + 1) } else { editOnce() }
        }
        let content = director.sections.map { $0.models.map(Self.text(of:)) }
        if content != model.map(\.models) { problems.append("\(content) is visible in between, not \(model)") }
        if fails { throw Failure() }
      }
      if number(3) > 0 {
        sessions += 1
        let number = sessions
        try director.reload(after: body) { [unowned self] in completions[number, default: []].append($0) }
      } else {
        try director.transaction(body)
      }
    } catch {
      model = before
      failures += 1
    }
  }

  /// Applies an edit to the director and the arrays; some edits are refused by both.
  private func editOnce() {
    let before = model
    do {
      try edit()
      if Set(model.flatMap(\.models).map(Self.identity(ofText:))).count != model.reduce(0, { $0 + $1.models.count }) {
        problems.append("an identity occurs twice: \(model)")
      }
    } catch {
      guard error is UpdateError else { return problems.append("\(error)") }
      model = before
      failures += 1
    }
  }

  private func edit() throws {
    let section = number(model.count)
    guard !model.isEmpty else { return try insert(newSection(), at: 0) }
    let count = model[section].models.count
    let path = ItemPath(section: section, item: number(count))
    switch number(19) {
    case 0: try insert(newSection(), at: number(model.count + 1))
    case 1:
      try director.removeSection(at: section)
      model.remove(at: section)
    case 2:
      let target = number(model.count)
      try director.moveSection(from: section, to: target)
      model.insert(model.remove(at: section), at: target)
    case 3:
      let other = number(model.count)
      try director.swapSections(section, other)
      model.swapAt(section, other)
    case 4:
      var changed = model[section]
      changed.models.shuffle(using: &random)
      changed.models.append(newModel())
      if number(2) == 0 { changed.models.removeFirst() }
      (changed.title, changed.isCollapsed) = ("T\(number(3))", number(2) == 0)
      try director.updateSection(at: section) { [self] in $0 = value(of: changed) }
      model[section] = changed
    case 5:
      try director.setCollapsed(!model[section].isCollapsed, section: section)
      model[section].isCollapsed.toggle()
    case 6:
      var sections = model.shuffled(using: &random)
      if number(2) == 0 { sections.removeLast() }
      sections.append(newSection())
      try director.setSections(sections.map(value(of:)))
      model = sections
    case 7:
      // Existing identities are refused.
      let twin = model.lazy.flatMap(\.models).first ?? newModel()
      let new = [newModel(), twin]
      try director.append(contentsOf: new.map(value(of:)), toSection: section)
      if model.contains(where: { $0.models.contains(twin) }) { problems.append("\(twin) is there twice") }
      model[section].models.append(contentsOf: new)
    case 8: try editSeveral()
    case 9 where count > 0: try editByHandle(section, count)
    default: try editModels(path, count)
    }
  }

  /// Inserts or removes several sections, or several models, at once.
  private func editSeveral() throws {
    switch number(3) {
    case 0:
      let (sections, index) = ([newSection(), newSection()], number(model.count + 1))
      try director.insert(contentsOf: sections.map(value(of:)), at: index)
      model.insert(contentsOf: sections, at: index)
    case 1:
      let indexes = model.indices.filter { _ in number(3) == 0 }.shuffled(using: &random)
      try director.removeSections(at: indexes + indexes.prefix(1))
      model = model.enumerated().filter { !indexes.contains($0.offset) }.map(\.element)
    default:
      let all = model.indices.flatMap { section in
        model[section].models.indices.map { ItemPath(section: section, item: $0) }
      }
      let paths = Set(all.filter { _ in number(3) == 0 })
      try director.remove(at: paths.shuffled(using: &random))
      for path in paths.sorted(by: >) { model[path.section].models.remove(at: path.item) }
    }
  }

  /// Edits a section by a handle obtained before it was moved.
  private func editByHandle(_ index: Int, _ count: Int) throws {
    guard let section = director.section(at: index) else { return problems.append("there is no section \(index)") }
    let target = number(model.count)
    let (new, from, to) = (newModel(), number(count), number(count))
    try director.transaction {
      try director.moveSection(from: index, to: target)
      if section.index != target { problems.append("the section is at \(section.index ?? -1), not at \(target)") }
      try section.append(value(of: new))
      try section.move(from: from, to: to)
      try section.swap(from, count)
    }
    model.insert(model.remove(at: index), at: target)
    model[target].models.append(new)
    model[target].models.insert(model[target].models.remove(at: from), at: to)
    model[target].models.swapAt(from, count)
  }

  private func insert(_ section: Section, at index: Int) throws {
    try director.insert(value(of: section), at: index)
    model.insert(section, at: index)
  }

  private func editModels(_ path: ItemPath, _ count: Int) throws {
    guard count > 0 else {
      let new = newModel()
      try director.append(value(of: new), toSection: path.section)
      return model[path.section].models.append(new)
    }
    let section = number(model.count)
    switch number(5) {
    case 0:
      let new = newModel()
      try director.insert(value(of: new), at: path)
      model[path.section].models.insert(new, at: path.item)
    case 1:
      try director.remove(at: path)
      model[path.section].models.remove(at: path.item)
    case 2:
      let end = model[section].models.count + (section == path.section ? 0 : 1)
      let target = ItemPath(section: section, item: number(end))
      try director.move(from: path, to: target)
      model[target.section].models.insert(model[path.section].models.remove(at: path.item), at: target.item)
    case 3:
      // An item that does not exist is refused.
      let other = ItemPath(section: section, item: number(model[section].models.count))
      try director.swap(path, other)
      let (first, second) = (model[path.section].models[path.item], model[section].models[other.item])
      model[path.section].models[path.item] = second
      model[section].models[other.item] = first
    default:
      let old = model[path.section].models[path.item]
      let new = old.hasPrefix("N") || number(4) == 0 ? newModel() : "\(Self.identity(ofText: old)).\(number(3))"
      try director.update(value(of: new), at: path)
      model[path.section].models[path.item] = new
    }
  }
}

// MARK: - Checks

extension DirectorScene {
  private var present: [[String]] {
    (0..<director.numberOfSections).map { section in
      (0..<director.numberOfItems(inSection: section)).map {
        Self.text(of: director.cellObject(at: ItemPath(section: section, item: $0)))
      }
    }
  }

  /// Compares a batch with the states before and after it.
  private func check(_ batch: UpdateBatch) {
    let before = shown
    shown = present
    if batch.isEmpty {
      if before != shown { problems.append("no update reports \(before) → \(shown)") }
      return
    }
    batches += 1
    if batch.isReload { problems.append("everything is reloaded") }
    let result = try? batch.applied(to: before, counts: shown.map(\.count)) { [shown] in shown[$0.section][$0.item] }
    if result != shown { problems.append("\(batch) leads from \(before) to \(result ?? []), not to \(shown)") }
  }

  private func compare() {
    if present != model.map(\.shown) { problems.append("\(present) is shown, not \(model)") }
    let content = director.sections
    if content.map(\.identifier) != model.map(\.name) || content.map(\.headerTitle) != model.map(\.title)
      || content.map(\.isCollapsed) != model.map(\.isCollapsed)
      || content.map({ $0.models.map(Self.text(of:)) }) != model.map(\.models)
    {
      problems.append("\(content.map(\.value)) is there, not \(model)")
    }
    let section = number(model.count)
    if !model.isEmpty, let item = model[section].models.indices.randomElement(using: &random) {
      let path = director.path(of: value(of: model[section].models[item]))
      if path != ItemPath(section: section, item: item) {
        problems.append("\(item) of \(model) is not at \(path as Any)")
      }
    }
    if director.sectionNames != model.map(\.title) { problems.append("the names are \(director.sectionNames)") }
  }

  /// Displays some cells, and checks that earlier ones moved with their models.
  private func show() {
    var present: [String: ItemPath] = [:]
    for (section, models) in shown.enumerated() {
      for (item, model) in models.enumerated() {
        present[Self.identity(ofText: model)] = ItemPath(section: section, item: item)
      }
    }
    for (id, cell) in cells {
      guard let path = present[id] else { continue }
      if display.path(of: cell) == path, (cell as? TextCell)?.text == shown[path.section][path.item] { continue }
      // It was hidden and shown again in this step.
      if display.path(of: cell) != nil { problems.append("the cell of \(id) is elsewhere") }
    }
    for path in present.values.sorted() where number(2) == 0 { _ = display.cell(at: path) }
    cells = [:]
    for (id, path) in present { cells[id] = display.existingCell(at: path) }
  }
}
