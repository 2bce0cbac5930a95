import Datasets

extension Dataset.Options {
  /// Takes over how files are to be read.
  mutating func apply(_ reading: ReadingOptions) {
    format = reading.format.flatMap { DatasetFormat(rawValue: $0.text) }
    delimiter = reading.separator
    path = reading.path?.text
    table = reading.table?.text
    query = reading.query?.text
    for limit in reading.limits { limits[limit.kind] = limit.amount }
  }
}
