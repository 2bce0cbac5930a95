public import DataSources

extension DataSource<Record> {
  /// Adds to each record a field with the records of another source that have the same text in a field.
  ///
  /// ```swift
  /// let joined = fruits.joined(with: recipes, as: "recipes", on: "name", equals: "ingredients")
  /// let value = joined.item(at: path)["recipes"]   // the recipes with the fruit among their ingredients
  /// ```
  ///
  /// If a field is a list, the text of each element counts. The value is missing if no record matches. Items and
  /// sections are those of this source; an item is updated when its matching records change.
  ///
  /// A misspelled name of a field is no error: the records have no text in it, so none of them match.
  ///
  /// - Parameters:
  ///   - right: The records to add.
  ///   - name: The name of the new field. It replaces a field of the same name.
  ///   - leftField: The field of these records that is compared.
  ///   - rightField: The field of the other records that is compared.
  /// - Complexity: O(*n*) on average, *n* being the number of records of both sources; updates cost as with
  ///   ``Mappings/Join``.
  public func joined(
    with right: any DataSource<Record>, as name: String, on leftField: String, equals rightField: String
  ) -> some DataSource<Record> {
    Transform(
      of: [self, right],
      by: RecordRelations([RecordRelation(name, .join, own: .field(leftField), other: .field(rightField))]))
  }
}
