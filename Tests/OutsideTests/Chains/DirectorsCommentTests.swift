import TableViews
import Testing

/// Runs the examples of the documentation comments of directors. `DocumentationTests` of the architecture checks that
/// they are here as text.
@Suite struct DirectorsCommentTests {
  private struct Contact: Identifiable, Equatable {
    var id: Int
    var name: String
    var isMine = false
  }

  private struct Advert: Identifiable, Equatable {
    var id: Int
    var picture = ""
  }

  private struct Title: Equatable {
    var text: String
    init(_ text: String) { self.text = text }
  }

  private final class ContactCell: ReusableCell {
    var name = ""
  }

  private final class AdvertCell: ReusableCell {
    var picture = ""
  }

  private final class TitleCell: ReusableCell {
    var text = ""
  }

  private let ada = Contact(id: 1, name: "Ada", isMine: true)
  private let alan = Contact(id: 2, name: "Alan")
  private let grace = Contact(id: 7, name: "Grace")
  private let advert = Advert(id: 1, picture: "∗")

  private func director() throws -> Director<ReusableCell> {
    let director = Director()
    try director.register(Adapter<Contact, ContactCell> { cell, contact in cell.name = contact.name })
    return director
  }

  @Test func adapters() throws {
    let people = ArraySource([ada, alan])
    let cells = CellSource<Contact, ReusableCell>(people)
    var log: [String] = []
    func open(_ contact: Contact) { log.append("open \(contact.name)") }
    func delete(_ contact: Contact) { log.append("delete \(contact.name)") }
    func loadPictures(of contacts: [Contact]) { log.append("load \(contacts.map(\.name))") }
    let contacts = Adapter<Contact, ContactCell> { cell, contact in cell.name = contact.name }
    contacts.on(.didSelectItem) { context in open(context.model) }
    contacts.on(.canEditItem) { context in context.model.isMine }
    contacts.on(.commitEdit) { context, edit in delete(context.model) }
    contacts.on(.prefetchItems) { contexts in loadPictures(of: contexts.map(\.model)) }
    cells.register(contacts)
    let display = CellDisplay(cells)
    try display.select(ItemPath(0, 1))
    try display.commit(.delete, at: ItemPath(0, 0))
    try display.commit(.delete, at: ItemPath(0, 1))
    try display.prefetch(Array(cells.paths))
    #expect(log == ["open Alan", "delete Ada", "load [\"Ada\", \"Alan\"]"])

    log = []
    contacts.onTap { context in
      open(context.model)
      return .deselect
    }
    try display.select(ItemPath(0, 0))
    #expect(log == ["open Ada"] && display.selectedPaths.isEmpty)
    contacts.configure { cell, contact, context in cell.name = "\(context.path.item + 1). \(contact.name)" }
    #expect((display.cell(at: ItemPath(0, 1)) as? ContactCell)?.name == "2. Alan")
  }

  @Test func anEdit() throws {
    let cells = CellSource<Contact, ReusableCell>(ArraySource([ada]))
    var deleted: [Contact] = []
    func delete(_ contact: Contact) { deleted.append(contact) }
    let adapter = Adapter<Contact, ContactCell>()
    adapter.on(.canEditItem) { _ in true }
    adapter.on(.commitEdit) { context, edit in delete(context.model) }
    cells.register(adapter)
    try CellDisplay(cells).commit(.delete, at: ItemPath(0, 0))
    #expect(deleted == [ada])
  }

  @Test func headers() throws {
    let director = try director()
    try director.append(DirectorSection("people", models: [ada]))
    let titles = Adapter<Title, TitleCell> { cell, title in cell.text = title.text }
    titles.on(.heightOfSupplement) { context in context.kind == .header ? 40 : 20 }
    try director.registerSupplement(titles)
    try director.firstSection?.update { section in section.header = SupplementaryCell(Title("Fruits")) }
    var printed: [String] = []
    func print(_ kind: SupplementaryKind, _ model: Title) { printed.append("\(kind) \(model.text)") }
    let adapter = titles
    adapter.on(.willDisplaySupplement) { context in print(context.kind, context.model) }
    let display = CellDisplay(director)
    #expect((display.supplementaryCell(.header, ofSection: 0) as? TitleCell)?.text == "Fruits")
    #expect(printed == ["header Fruits"])
  }

  @Test func aDirector() throws {
    let director = Director()
    try director.register(Adapter<Contact, ContactCell> { cell, contact in cell.name = contact.name })
    try director.register(Adapter<Advert, AdvertCell> { cell, advert in cell.picture = advert.picture })
    try director.append(DirectorSection("contacts", models: [ada, advert, alan], headerTitle: "Contacts"))

    try director.reload {
      try director.move(from: ItemPath(0, 2), to: ItemPath(0, 0))
      try director.append(grace, toSection: 0)
    }
    #expect(director.items.map { ($0 as? ContactCell)?.name ?? "∗" } == ["Alan", "Ada", "∗", "Grace"])
    let path = director.path(of: Contact.self, id: 7)
    #expect(path == ItemPath(0, 3))
  }

  @Test func sections() throws {
    let director = try director()
    let (apple, pear) = (ada, alan)
    var section = DirectorSection("fruits", models: [apple, pear])
    section.headerTitle = "Fruits"
    try director.append(section)
    #expect((0..<director.numberOfSections).map(director.name(ofSection:)) == ["Fruits"] && director.numberOfItems == 2)
    var opened: [Contact] = []
    func open(_ model: Any?) { opened += [model as? Contact].compactMap(\.self) }
    director.on(.didSelectItem, in: .section(identifiedBy: "fruits")) { director, path in open(director.model(at: path))
    }
    try director.append(DirectorSection("others", models: [grace]))
    let display = CellDisplay(director)
    for path in director.paths { try display.select(path) }
    #expect(opened == [ada, alan])
  }

  @Test func sectionsThatAreEdited() throws {
    let director = try director()
    let print = { (count: Int) in #expect(count == 3) }
    do {
      let contacts = try director.append(models: [ada, alan])
      try contacts.append(grace)
      try contacts.update { section in section.headerTitle = "Contacts" }
      print(contacts.models.count)
    }
    #expect((0..<director.numberOfSections).map(director.name(ofSection:)) == ["Contacts"])
    try director.append(Contact(id: 9, name: "Edsger"), toSection: 0)
    try director.updateSection(at: 0) { section in
      section.models.swapAt(0, 3)
      section.isCollapsed = false
    }
    #expect(director.items.map { ($0 as? ContactCell)?.name } == ["Edsger", "Alan", "Grace", "Ada"])
    try director.removeAll()
    try director.append(models: [ada, alan]).append(grace)
    #expect(director.numberOfItems == 3)
  }

  @Test func sessions() throws {
    let director = try director()
    try director.append(DirectorSection("people", models: [ada]))
    let load = { [ada, alan] in [DirectorSection("people", models: [ada, alan])] }
    var printed: [String] = []
    let print = { printed.append($0) }
    var batches: [UpdateBatch] = []
    let token = director.addObserver(director) { _, event in
      if case .didUpdate(let batch, _) = event { batches.append(batch) }
    }
    try director.reload {
      try director.removeAll()
      for section in load() { try director.append(section) }  // what was there before stays
    } completion: { isMade in
      print(isMade ? "done" : "rolled back")
    }
    token.cancel()
    #expect(printed == ["done"] && batches == [UpdateBatch(items: Edits(inserts: [ItemPath(0, 1)]))])
  }

  @Test func animations() throws {
    let director = try director()
    try director.append(DirectorSection("people", models: [ada]))
    let fruits = ArraySource(["fig"])
    var animations: [UpdateAnimations] = []
    let note = { (event: UpdateEvent) in if case .didUpdate(_, let animated) = event { animations.append(animated) } }
    let tokens = [
      director.addObserver(director) { _, event in note(event) },
      fruits.addObserver(fruits) { _, event in note(event) },
    ]
    try director.reload(animated: UpdateAnimations(insertedItems: .left, deletedItems: .fade)) {
      try director.firstSection?.remove(at: 0)
    }
    fruits.transaction(animated: false) { fruits.removeAll() }
    #expect(animations.map(\.deletedItems) == [.fade, .none] && tokens.count == 2)
  }

  @Test func cellsOfSeveralClasses() {
    let fruits = CellSource<String, ContactCell>(ArraySource(["fig"]))
    fruits.register { cell, name in cell.name = name }
    let ads = CellSource<String, AdvertCell>(ArraySource(["∗"]))
    ads.register { cell, picture in cell.picture = picture }
    let page = Transform(of: [fruits.asReusableCells(), ads.asReusableCells()], by: .concatenate())
    let display = CellDisplay(page)
    #expect(display.cell(at: ItemPath(0, 0)) is ContactCell && display.cell(at: ItemPath(1, 0)) is AdvertCell)
  }
}
