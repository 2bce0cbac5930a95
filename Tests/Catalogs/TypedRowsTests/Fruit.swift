// Written by `pomona types`; what is changed here is lost when it is written again.
// swift-format-ignore-file

import PomonaKit

/// A row of the data set "fruits".
struct Fruit: DatasetRow {
  /// The key, which no other row has.
  let id: String
  /// What people call the row.
  let title: String
  /// The field "name".
  let name: String
  /// The field "scientific name".
  let scientificName: String?
  /// The field "energy_kcal".
  let energyKcal: Int
  /// The field "sugars".
  let sugars: Double
  /// The field "season".
  let season: [String]
  /// The field "edible".
  let edible: Bool
  /// The field "picked", a date as it is written.
  let picked: String
  /// The field "image", the address of a picture.
  let image: String?
  /// The field "website", a web address.
  let website: String?
  /// The field "notes_md", in Markdown.
  let notesMd: String?
  /// The field "Empty".
  let empty: String?

  static let dataset = "fruits"

  static let options = Dataset.Options(
    name: "fruits",
    key: "id",
    titles: ["name"],
    types: [
      "name": .text,
      "scientific name": .text,
      "energy_kcal": .number,
      "sugars": .number,
      "season": .list,
      "edible": .boolean,
      "picked": .date,
      "image": .image,
      "website": .url,
      "notes_md": .markdown,
      "id": .text,
      "Empty": .text,
    ])

  var fieldValues: [any FieldValue] {
    [
      name,
      scientificName,
      energyKcal,
      sugars,
      season,
      edible,
      picked,
      image,
      website,
      notesMd,
      empty
    ]
  }
}

extension Fruit {
  init(_ record: Record) throws(DiagnosticsError) {
    let row = RecordDecoder(record)
    self.id = record.id.key
    self.title = record.title
    self.name = try row.decode("name")
    self.scientificName = try row.decode("scientific name")
    self.energyKcal = try row.decode("energy_kcal")
    self.sugars = try row.decode("sugars")
    self.season = try row.decode("season")
    self.edible = try row.decode("edible")
    self.picked = try row.decode("picked")
    self.image = try row.decode("image")
    self.website = try row.decode("website")
    self.notesMd = try row.decode("notes_md")
    self.empty = try row.decode("Empty")
  }
}
