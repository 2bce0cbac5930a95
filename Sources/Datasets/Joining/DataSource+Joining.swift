public import DataSources

extension DataSource<Record> {
  /// Attaches to each record the records of another source that have the same text in a field.
  ///
  /// ```swift
  /// let joined = fruits.joined(with: recipes, as: "recipes", on: "name", equals: "ingredients")
  /// let value = joined.item(at: path)["recipes"]   // the recipes with the fruit among their ingredients
  /// ```
  ///
  /// A field that is a list has the text of each of its elements. Where no record goes with one, its value is missing. Places and
  /// sections are those of this source; where what goes with a record changes, it is updated.
  ///
  /// - Parameters:
  ///   - right: The records that are attached.
  ///   - name: The name of the field. It stands in the place of one that has the same name.
  ///   - leftField: The field of these records that is compared.
  ///   - rightField: The field of the other records that is compared.
  /// - Complexity: O(*n*) on average, *n* being the number of records of both sources; updates cost as with ``Mappings/Join``.
  public func joined(
    with right: any DataSource<Record>, as name: String, on leftField: String, equals rightField: String
  ) -> some DataSource<Record> {
    Transform(
      of: [self, right],
      by: RecordRelations([RecordRelation(name, .join, own: .field(leftField), other: .field(rightField))]))
  }
}
