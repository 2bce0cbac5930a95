import CatalogKit

/// A catalog of what is ripe in autumn, of the folder of another one.
func autumnCatalog(at folder: String, into output: String, unit: String) -> CatalogBuilder {
  CatalogBuilder(at: folder, into: output) { catalog in
    // A configurator. Its cells are created in each build, and the pages that show other content are written.
    catalog.register("fruit-card") { cell, fruit in
      cell.title = fruit.title
      cell.target = fruit.objectID
      cell.body = [.paragraph([.text("from \(fruit["origin"]?.text ?? "somewhere")")])]
    }
    // A declaration. Its cells depend on the row and the unit, and are created only if one of them has changed.
    catalog.register("energy", following: Fingerprint(unit)) { fruit in
      let energy = "\(fruit["energy_kcal"]?.text ?? "") \(unit)"
      return CellContent(
        title: fruit.title, body: [.properties([Block.Property(label: ["Energy"], value: [.text(energy)])])])
    }
    // A rule, which takes precedence over those of the catalog.
    catalog.show(.page, by: "energy") { $0["energy_kcal"]?.isMissing == false }
    // A step of the chain.
    catalog.addStep("autumn") { rows in
      rows.applying(.filter { $0["season"]?.text.contains("autumn") ?? false })
    }
    // A renderer, for `formats: [html, text]`.
    catalog.register(PlainText())
  }
}

/// Renders the titles of a page as plain text.
struct PlainText: PageRenderer {
  let format = "text"
  /// Its files depend on the pages and the program only.
  let fingerprint: Fingerprint? = Fingerprint("")

  let fileExtension = "txt"

  func render(_ page: Page) -> [UInt8] {
    let titles = [page.title] + page.sections.flatMap(\.cells).map { "- \($0.title)" }
    return Array((titles.joined(separator: "\n") + "\n").utf8)
  }
}
