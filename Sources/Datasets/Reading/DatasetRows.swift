/// The rows of all files of a data set, one after the other.
struct DatasetRows {
  let files: [FileRows]
  let schema: Schema
  /// For each file, how many rows there are before it; then the number of all.
  private let counts: [Int]

  init(_ files: [FileRows], _ schema: Schema) {
    self.files = files
    self.schema = schema
    counts = files.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.starts.count) }
  }

  var count: Int { counts.last ?? 0 }

  /// The file that a row is in, and its place there.
  ///
  /// - Complexity: O(log *n*), *n* being the number of files.
  func place(of row: Int) -> (file: Int, row: Int) {
    var low = 0, high = files.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if counts[middle] <= row { low = middle } else { high = middle - 1 }
    }
    return (low, row - counts[low])
  }

  /// Gives a closure the bytes of a field's text, without white space at its ends.
  func withKeyText<Result>(_ field: Int, ofRow row: Int, _ body: (Bytes) -> Result) -> Result {
    let place = place(of: row)
    return files[place.file].withKeyText(field, ofRow: place.row, body)
  }

  /// The same rows, with keys and titles from elsewhere.
  func settled(key: FileRows.Key, titleField: Int?) -> DatasetRows {
    DatasetRows(files.map { $0.settled(key: key, titleField: titleField) }, schema)
  }
}
