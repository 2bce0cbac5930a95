public import DataSources

/// Attaches to each record the records of another source that have the same text in a field.
///
/// ```swift
/// let fruits = join(left: fruits, right: recipes, as: "recipes", on: "name", equals: "ingredients")
/// fruits.item(at: path)["recipes"]   // the recipes with the fruit among their ingredients
/// ```
///
/// A field that is a list has the text of each of its elements. Where nothing goes with a record, its value is missing. Places and
/// sections are those of the left source; where what goes with a record changes, it is updated.
///
/// - Parameters:
///   - left: The records that get one more field.
///   - right: The records that are attached.
///   - name: The name of the field. A field of the left records that has the same name is found before it.
///   - leftField: The field of the left records that is compared.
///   - rightField: The field of the right records that is compared.
/// - Complexity: O(*n*) on average, *n* being the number of records of both sources; updates cost as with `Join`.
public func join(
  left: any DataSource<Record>, right: any DataSource<Record>, as name: String, on leftField: String,
  equals rightField: String
) -> some DataSource<Record> {
  Transform(of: [left, right], by: RecordJoin(name: name, leftField: leftField, rightField: rightField))
}
