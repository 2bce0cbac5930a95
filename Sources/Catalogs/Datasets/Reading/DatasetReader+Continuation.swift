import Diagnostics

/// Rows that continue the object of a row before them, as in exports of shops: they repeat its key, or leave it empty,
/// and have values of its parts only.
struct Continuation {
  let key: Int
  /// The columns of the objects, in which no row that continues one has another value.
  var object: [Int] = []
  var lists: [ColumnList] = []

  /// Whether a row continues the object that begins with another row.
  func continues(_ values: [RawField], _ first: [RawField], _ bytes: Bytes) -> Bool {
    guard first[key].kind != .missing else { return false }
    return ([key] + object).allSatisfy { values[$0].isMissing(orLike: first[$0], in: bytes) }
  }
}

/// Counts rows that continue others.
private struct ContinuationSurvey {
  /// The number of objects that rows continue, and of those whose key an earlier one has.
  var objects = 0
  var repeatedKeys = 0
  /// The number of rows that continue an object, and of those that leave its key empty.
  var rows = 0
  var rowsWithoutKey = 0
  /// For each field: how many of the objects have a value in their first row, how many rows continue these; how many of
  /// the rows have a value, and how many have another one than the first row.
  var first: [Int]
  var following: [Int]
  var filled: [Int]
  var own: [Int]
  /// The numbers of rows that have values in columns with the same marks.
  var patterns: [UInt64: Int] = [:]

  init(fieldCount: Int) {
    first = Array(repeating: 0, count: fieldCount)
    (following, filled, own) = (first, first, first)
  }

  /// Whether a column is one of the objects: most of these have a value, and hardly any row that continues one.
  func isOfObject(_ field: Int) -> Bool { first[field] * 2 >= objects && filled[field] * 20 <= rows }

  /// Whether hardly any row that continues an object has a value again.
  func isLeftEmpty(_ field: Int) -> Bool { first[field] > 2 && filled[field] * 20 <= following[field] }

  /// Whether the counts are beyond doubt, if some columns are those of the objects. A missing key says less than a
  /// repeated one: most of what the objects have must be missing with it.
  ///
  /// - Parameter minimum: The number of objects that is enough.
  func isConvincing(_ object: [Int], from minimum: Int = 5) -> Bool {
    guard objects >= minimum, repeatedKeys * 20 <= objects else { return false }
    if rowsWithoutKey * 2 <= rows { return object.count > 2 && object.count * 4 >= first.count { $0 * 2 >= objects } }
    return object.count > 1 && filled.reduce(0, +) * 5 <= following.reduce(0, +) * 2
  }

  /// The number of rows with values in columns that have any of some marks, and all of some others.
  func count(_ marks: UInt64, and others: UInt64 = .max) -> Int {
    patterns.reduce(0) { $1.key & marks != 0 && $1.key & others != 0 ? $0 + $1.value : $0 }
  }
}

extension DatasetReader {
  /// The maximum number of rows, and of consecutive ones, in the sample that suggests a closer look.
  private static let sample = (rows: 512, run: 16)
  /// The number of first columns that may be the key of objects.
  private static let keyColumns = 3
  private static let objectMark: UInt64 = 1 << 63

  /// Determines whether rows continue others.
  mutating func continuation(at file: String?) -> Continuation? {
    let columns = fields.kept
    guard let chosen = options.continued else { return columns.count < 4 ? nil : continuation(among: columns) }
    guard let name = chosen.first else { return nil }
    if let key = columns.first(where: { fields.names[$0] == name }) { return continuation(of: key, columns) }
    reportUnknownField(name, fields: columns.map { fields.names[$0] }, file: file)
    return nil
  }

  private func continuation(among columns: [Int]) -> Continuation? {
    let keys = Array(columns.prefix(Self.keyColumns))
    return keys.filter(repeatingKeys(keys).contains).lazy.filter { key in
      // A look at a few rows saves one at all of them.
      let survey = survey(Continuation(key: key), among: sample(of:))
      return survey.isConvincing(columns.filter { $0 != key && survey.isOfObject($0) }, from: 2)
    }.compactMap { continuation(of: $0, columns) }.first
  }

  /// Returns the rows of a file that suggest whether to look at all of them.
  private func sample(of file: ReadFile) -> [Int] {
    let all = file.starts.count
    let step = max(Self.sample.run, all * Self.sample.run / Self.sample.rows)
    return stride(from: 0, to: all, by: step).flatMap { $0..<min($0 + Self.sample.run, all) }
  }

  /// Returns the keys that several rows of a sample repeat or leave empty. Mostly there are none.
  private func repeatingKeys(_ keys: [Int]) -> Set<Int> {
    var counts: [Int: Int] = [:]
    for file in files {
      var previous: (row: Int, values: [RawField])?
      forEachRow(of: file, among: sample(of: file), upTo: keys.last) { bytes, row, values in
        if let previous, previous.row == row - 1 {
          for key in keys where values[key].isMissing(orLike: previous.values[key], in: bytes) {
            counts[key, default: 0] += 1
          }
        }
        previous = (row, values)
      }
    }
    return Set(counts.filter { $0.value > 1 }.keys)
  }

  private func continuation(of key: Int, _ columns: [Int]) -> Continuation? {
    let isChosen = options.continued != nil
    let survey = survey(Continuation(key: key))
    let rest = columns.filter { $0 != key }
    // Columns with a common first word are about the same, so those that few rows fill belong to the others. If several
    // of them are always filled together, they are parts even if few rows have them.
    let groups = Dictionary(grouping: rest) { fields.names[$0].headAndRest.head }
    var parts = Set(rest.filter { survey.own[$0] > 0 && !survey.isLeftEmpty($0) })
    for group in groups.values {
      let own = group.filter { survey.own[$0] > 2 && survey.own[$0] == survey.filled[$0] }
      if own.count > 1, Set(own.map { survey.own[$0] }).count == 1 { parts.formUnion(own) }
      if group.contains(where: parts.contains) { parts.formUnion(group.filter { !survey.isLeftEmpty($0) }) }
    }
    var result = Continuation(key: key, object: rest.filter { !parts.contains($0) })
    let usual = result.object.filter(survey.isOfObject)
    guard isChosen || !parts.isEmpty && !parts.contains(where: isNamed) && survey.isConvincing(usual) else {
      return nil
    }
    let alike = groups.values.map { $0.filter(parts.contains) }
    let others = rest.filter(Set(alike.filter { $0.count == 1 }.joined()).contains)
    let kinds = (alike.filter { $0.count > 1 } + [others]).filter { !$0.isEmpty }
      .sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
    var marks = Dictionary(uniqueKeysWithValues: usual.map { ($0, Self.objectMark) })
    for (index, kind) in kinds.enumerated() { for field in kind { marks[field] = 1 << UInt64(min(index, 62)) } }
    let counts = self.survey(result, marks)
    guard counts.rows > 0 else { return nil }
    // Nearly all rows that repeat the key continue its object, and have none of its usual values.
    guard isChosen || counts.rows * 20 >= survey.rows * 19 && counts.count(Self.objectMark) * 20 <= counts.rows else {
      return nil
    }
    result.lists = lists(of: kinds, marks, counts)
    return result
  }

  /// Counts the rows that continue others.
  ///
  /// - Parameters:
  ///   - marks: The marks of columns.
  ///   - rows: Returns the rows of a file that are counted, or `nil` for all.
  private func survey(
    _ continuation: Continuation, _ marks: [Int: UInt64] = [:], among rows: (ReadFile) -> [Int]? = { _ in nil }
  ) -> ContinuationSurvey {
    var survey = ContinuationSurvey(fieldCount: fields.names.count)
    var keys: Set<String> = []
    for file in files {
      var first: [RawField]?
      var isContinued = false
      // After a gap it is not known whether a row begins an object.
      var isKnown = true
      var last = -1
      forEachRow(of: file, among: rows(file)) { bytes, row, values in
        defer { last = row }
        guard row == last + 1, let object = first, continuation.continues(values, object, bytes) else {
          (first, isContinued, isKnown) = (values, false, row == last + 1)
          return
        }
        if !isKnown { return }
        if !isContinued {
          isContinued = true
          survey.objects += 1
          for field in object.indices where object[field].kind != .missing { survey.first[field] += 1 }
          if !keys.insert(object[continuation.key].text(in: bytes)).inserted { survey.repeatedKeys += 1 }
        }
        survey.rows += 1
        if values[continuation.key].kind == .missing { survey.rowsWithoutKey += 1 }
        var pattern: UInt64 = 0
        for field in object.indices where object[field].kind != .missing { survey.following[field] += 1 }
        for field in values.indices where values[field].kind != .missing {
          survey.filled[field] += 1
          if !values[field].isMissing(orLike: object[field], in: bytes) { survey.own[field] += 1 }
          pattern |= marks[field] ?? 0
        }
        survey.patterns[pattern, default: 0] += 1
      }
    }
    return survey
  }

  /// Returns the lists of parts: one for the largest kind, and one for each other that rows fill independently of it.
  /// Of pictures, it is enough that they are not in the same rows.
  private func lists(of kinds: [[Int]], _ marks: [Int: UInt64], _ survey: ContinuationSurvey) -> [ColumnList] {
    var lists: [[Int]] = []
    for kind in kinds {
      guard let mark = marks[kind[0]], let main = lists.first.flatMap({ marks[$0[0]] }) else {
        lists.append(kind)
        continue
      }
      let (all, both) = (survey.count(mark | main), survey.count(mark, and: main))
      let (alone, others) = (survey.count(mark) - both, survey.count(main) - both)
      let arePictures = [kind, lists[0]].contains { Label(fields.names[$0[0]].headAndRest.head).isOfPictures }
      let difference = arePictures ? alone + others : min(alone, others)
      if difference * 10 > all { lists.append(kind) } else { lists[0] += kind }
    }
    return lists.map { $0.sorted() }.sorted { $0[0] < $1[0] }.map { columns in
      if columns.count == 1 {
        return ColumnList(name: fields.names[columns[0]], elements: [members(named: nil, of: columns)])
      }
      let names = columns.map { fields.names[$0].headAndRest }
      let counts = Dictionary(grouping: names, by: \.head).mapValues(\.count)
      let most = counts.filter { $0.value > 1 && $0.value == counts.values.max() }
      let head = most.count == 1 ? most.first?.key : nil
      var taken: Set<ExactName> = []
      let element = zip(columns, names).map { field, name in
        let isShort = name.head == head && !name.rest.isEmpty && taken.insert(ExactName(name.rest)).inserted
        return members(named: isShort ? name.rest : fields.names[field], of: [field])[0]
      }
      return ColumnList(name: head ?? "parts", elements: [element])
    }
  }

  /// Whether a column is needed as it is, because the options name it.
  func isNamed(_ field: Int) -> Bool {
    let name = fields.names[field]
    return options.namedFields.contains(name) || options.chosenTypes[name] != nil || options.titles.contains(name)
      || options.key?.fields.contains(name) == true
  }
}

extension String {
  /// The first word of the name, and what follows it: `Variant` and `SKU` of `Variant SKU`, `variant_sku` or
  /// `variantSku`. There is no rest if the name is one word.
  fileprivate var headAndRest: (head: String, rest: String) {
    let head = prefix { !" _-.".contains($0) }
    let rest = self[head.endIndex...].drop { " _-.".contains($0) }
    if !rest.isEmpty { return (String(head), String(rest)) }
    guard first?.isLowercase == true, let capital = firstIndex(where: \.isUppercase) else { return (self, "") }
    return (String(self[..<capital]), self[capital].lowercased() + self[index(after: capital)...])
  }
}
