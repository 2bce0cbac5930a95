import CatalogKit

func buildCatalog(at folder: String, into output: String, unit: String) throws -> BuildReport {
  let builder = CatalogBuilder(at: folder, into: output) { catalog in
    catalog.register("fruit", following: Fingerprint(unit)) { fruit in
      let energy = "\(fruit["energy_kcal"]?.text ?? "?") \(unit)"
      return CellContent(title: fruit.title, body: [.paragraph([.text(energy)])])
    }
  }
  return try builder.build()
}
