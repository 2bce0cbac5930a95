import TableViews

private struct Contact: Identifiable, Equatable {
  var name: String
  var phone = ""
  var id: String { name }
}

private struct ContactGroup: Identifiable, Equatable {
  var title: String
  var id: String { title }
}

private final class ContactCell: ReusableCell {
  var name = "", phone = ""
}

private final class GroupCell: ReusableCell {
  var title = ""
}

extension Screen {
  static let contacts = Screen("contacts", "Models of several types, shown by the cells of their adapters.") { stage in
    let contacts = Adapter<Contact, ContactCell> { cell, contact in
      (cell.name, cell.phone) = (contact.name, contact.phone)
    }
    contacts.onTap { context in
      stage.note("\(context.model.name) at \(context.path) is called")
      return .deselect
    }
    let groups = Adapter<ContactGroup, GroupCell> { cell, group in cell.title = group.title }
    groups.on(.shouldHighlightItem) { _ in false }

    let director = Director<ReusableCell>()
    try director.register(contacts)
    try director.register(groups)
    let table = CellDisplay(director)
    stage.show(table) { cell in
      switch cell {
      case let cell as ContactCell: "\(cell.name) \(cell.phone)"
      case let cell as GroupCell: "[\(cell.title)]"
      default: "?"
      }
    }

    try stage.step("A section of groups, and one of people") {
      try director.reload {
        try director.append(DirectorSection("groups", models: [ContactGroup(title: "Friends")], headerTitle: "Groups"))
        let people = [Contact(name: "Ada", phone: "12"), Contact(name: "Alan", phone: "34")]
        try director.append(DirectorSection("people", models: people, headerTitle: "People"))
      }
    }
    try stage.step("Ada is tapped") { try table.select(ItemPath(1, 0)) }
    try stage.step("A group cannot be") { try table.select(ItemPath(0, 0)) }
    try stage.step("An editing session: a section comes, the first one goes, and Ada swaps with the last") {
      try director.reload(animated: UpdateAnimations(insertedSections: .fade)) {
        try director.append(DirectorSection("work", models: [Contact(name: "Grace")], headerTitle: "Work"))
        try director.removeSection(at: 0)
        try director.swap(ItemPath(0, 0), ItemPath(1, 0))
      }
    }
    try stage.step("A session that fails leaves everything as it was") {
      do {
        try director.reload {
          try director.removeAll()
          try director.append(models: [1])
        }
      } catch {
        stage.note("\(error)")
      }
    }
  }
}
