// Written by `pomona types`; what is changed here is lost when it is written again.
// swift-format-ignore-file

import PomonaKit

/// A row of the data set "odd".
struct Odd: DatasetRow {
  /// The key, which no other row has.
  let id: String
  /// What people call the row.
  let title: String
  /// The field "class".
  let `class`: String
  /// The field "self".
  let self2: String
  /// The field "init".
  let init2: String
  /// The field "Title".
  let title2: String
  /// The field "TITLE".
  let title3: String
  /// The field "hashValue".
  let hashValue2: String
  /// The field "2023".
  let _2023: String
  /// The field "%".
  let field: String
  /// The field "a b".
  let aB: String
  /// The field "a-b".
  let aB2: String
  /// The field "aB".
  let aB3: String
  /// The field "é".
  let é: String
  /// The field "é".
  let é2: String
  /// The field "\"); fatalError(); (\"".
  let fatalError: String
  /// The field "\\(1 + 1)".
  let _11: String
  /// The field "*/ evil /*".
  let evil: String
  /// The field "line\u{a}break".
  let lineBreak: String
  /// The field "carriage\u{d}return".
  let carriageReturn: String
  /// The field "\u{2028}separator\u{2029}".
  let separator: String
  /// The field "nul\u{0}".
  let nul: String
  /// The field "\u{202e}gnidaeh".
  let gnidaeh: String
  /// The field "zero\u{200b}width".
  let zeroWidth: String
  /// The field "`ticks`".
  let ticks: String
  /// The field "日本語".
  let 日本語: String
  /// The field "🍎".
  let field2: String
  /// The field "HTMLTitle".
  let htmlTitle: String
  /// The field "x²".
  let x: String
  /// The field "𝟘double".
  let _𝟘double: String
  /// The field "await".
  let `await`: String
  /// The field "$0".
  let _0: String
  /// The field "_".
  let field3: String
  /// The field "#if".
  let `if`: String
  /// The field "id".
  let id2: String

  static let dataset = "odd"

  static let options = Dataset.Options(
    name: "odd",
    key: "class",
    titles: ["title"],
    types: [
      "class": .text,
      "self": .text,
      "init": .text,
      "title": .text,
      "Title": .text,
      "TITLE": .text,
      "hashValue": .text,
      "2023": .text,
      "%": .text,
      "a b": .text,
      "a-b": .text,
      "aB": .text,
      "é": .text,
      "\"); fatalError(); (\"": .text,
      "\\(1 + 1)": .text,
      "*/ evil /*": .text,
      "line\u{a}break": .text,
      "carriage\u{d}return": .text,
      "\u{2028}separator\u{2029}": .text,
      "nul\u{0}": .text,
      "\u{202e}gnidaeh": .text,
      "zero\u{200b}width": .text,
      "`ticks`": .text,
      "日本語": .text,
      "🍎": .text,
      "HTMLTitle": .text,
      "x²": .text,
      "𝟘double": .text,
      "await": .text,
      "$0": .text,
      "_": .text,
      "#if": .text,
      "id": .text,
    ])

  var fieldValues: [any FieldValue] {
    [
      `class`,
      self2,
      init2,
      title2,
      title3,
      hashValue2,
      _2023,
      field,
      aB,
      aB2,
      aB3,
      é,
      é2,
      fatalError,
      _11,
      evil,
      lineBreak,
      carriageReturn,
      separator,
      nul,
      gnidaeh,
      zeroWidth,
      ticks,
      日本語,
      field2,
      htmlTitle,
      x,
      _𝟘double,
      `await`,
      _0,
      field3,
      `if`,
      id2
    ]
  }
}

extension Odd {
  init(_ record: Record) throws(DiagnosticsError) {
    let row = RecordDecoder(record)
    self.id = record.id.key
    self.title = record.title
    self.class = try row.decode("class")
    self.self2 = try row.decode("self")
    self.init2 = try row.decode("init")
    self.title2 = try row.decode("Title")
    self.title3 = try row.decode("TITLE")
    self.hashValue2 = try row.decode("hashValue")
    self._2023 = try row.decode("2023")
    self.field = try row.decode("%")
    self.aB = try row.decode("a b")
    self.aB2 = try row.decode("a-b")
    self.aB3 = try row.decode("aB")
    self.é = try row.decode("é")
    self.é2 = try row.decode("é")
    self.fatalError = try row.decode("\"); fatalError(); (\"")
    self._11 = try row.decode("\\(1 + 1)")
    self.evil = try row.decode("*/ evil /*")
    self.lineBreak = try row.decode("line\u{a}break")
    self.carriageReturn = try row.decode("carriage\u{d}return")
    self.separator = try row.decode("\u{2028}separator\u{2029}")
    self.nul = try row.decode("nul\u{0}")
    self.gnidaeh = try row.decode("\u{202e}gnidaeh")
    self.zeroWidth = try row.decode("zero\u{200b}width")
    self.ticks = try row.decode("`ticks`")
    self.日本語 = try row.decode("日本語")
    self.field2 = try row.decode("🍎")
    self.htmlTitle = try row.decode("HTMLTitle")
    self.x = try row.decode("x²")
    self._𝟘double = try row.decode("𝟘double")
    self.await = try row.decode("await")
    self._0 = try row.decode("$0")
    self.field3 = try row.decode("_")
    self.if = try row.decode("#if")
    self.id2 = try row.decode("id")
  }
}
