import Datasets
import DocumentModel
import Fingerprints
import Rendering

/// How the values of a field are shown.
struct FieldStyle: Hashable, Fingerprintable, Sendable {
  /// What people call the field.
  var label: String
  /// What its values are measured in.
  var unit: String?
  /// How the language writes numbers and dates.
  var language: LanguageStyle
  /// How its numbers or dates are written; numbers as the language has them, and dates as the data has them, unless given.
  var format: ValueFormat?
  /// The addresses that its values lead to.
  var link: LinkTemplate?
  /// Where the sections are that its values name, and lead to unless there are other addresses; of rows that refer to one, where the section
  /// with all of them is.
  var terms: TermFolders.Place?

  func combine(into parts: inout Fingerprinter) {
    parts.combine(label)
    parts.combine(unit)
    combineForTemplates(into: &parts)
    parts.combine(link != nil)
    link?.combine(into: &parts)
  }

  /// Adds what decides how a template shows the field.
  func combineForTemplates(into parts: inout Fingerprinter) {
    parts.combine(terms != nil)
    terms?.combine(into: &parts)
    language.combine(into: &parts)
    parts.combine(format?.name)
  }

  /// How what stands within the values is shown: its numbers as the data has them, for nothing tells years from amounts there.
  var ofMembers: FieldStyle { FieldStyle(label: label, language: language, format: .plain) }

  /// A number as it is shown, without its unit.
  func text(_ number: Number) -> String { language.text(number, as: format) }

  /// A date as it is shown.
  func text(_ date: WrittenDate) -> String { language.text(date, as: format) }

  /// A value with its unit and link, as a run of inlines.
  ///
  /// - Parameters:
  ///   - title: What people call the record.
  ///   - missing: The pictures that are not there.
  func inlines(of value: Value, title: @autoclosure () -> String, without missing: Set<String>) -> [Inline] {
    switch value {
    case .list(let elements, _) where link != nil || terms != nil || !value.allRecords.isEmpty:
      let links = elements.filter { !$0.isBlank }.map { element in
        if case .record(let record) = element { record.link } else { linked([.text(element.text)], to: element) }
      }
      return Array(links.joined(separator: [.text(", ")])) + unitBehind
    case .record(let record): return record.link
    case .records(let records): return Array(records.map(\.link).joined(separator: [.text(", ")]))
    case .number(let number):
      let text = text(number)
      return linked([.text(unit.map { language.numbers.text(text, unit: $0) } ?? text)], to: value)
    case .text, .list:
      return linked(value.templateValue(title: title(), style: self, without: missing).inlines, to: value) + unitBehind
    case .date, .boolean:
      return linked(value.templateValue(title: title(), style: self, without: missing).inlines, to: value)
    case .url: return linked([.text(value.text)], to: value)
    case .missing, .markdown, .image, .object:
      return value.templateValue(title: title(), style: self, without: missing).inlines
    }
  }

  /// A value as a template sees it, as a link to the section that it names, or with such links where it is a list.
  func linkingTerms(of value: Value, in shown: TemplateValue) -> TemplateValue {
    guard let terms, value.allRecords.isEmpty else { return shown }
    switch (value, shown) {
    case (.list(let elements, _), .list(let links, _)):
      return .list(
        zip(elements.filter { !$0.isBlank }, links).map { $1.linked(to: terms.section(of: $0.text)) })
    case (.missing, _), (.markdown, _), (.image, _), (.object, _): return shown
    default: return shown.linked(to: terms.section(of: value.text))
    }
  }

  /// The unit behind values that are no numbers.
  private var unitBehind: [Inline] { unit.map { [.text(" " + $0)] } ?? [] }

  /// The inlines as a link to where the value leads. An address leads to itself unless something else is said.
  private func linked(_ inlines: [Inline], to value: Value) -> [Inline] {
    if let terms, link == nil, !value.text.isEmpty {
      return [.link(to: terms.section(of: value.text), inlines)]
    }
    if let link { return [.link(destination: link.address(of: value.text), title: "", inlines)] }
    if case .url(let address) = value { return [.link(destination: address, title: "", inlines)] }
    return inlines
  }
}

/// How the fields of a data set are shown.
struct FieldStyles: Hashable, Sendable {
  /// For each number of the schema's fields that may be a year or an amount, as its values tell: whether they are years.
  private(set) var decisions: [String: Bool] = [:]
  private let schema: Schema
  private var styles: [FieldStyle] = []

  /// Decides how fields are shown.
  ///
  /// Numbers are written as the language writes them, but for those that tell things apart and for years: by their names, or where nearly
  /// all values of four digits or more may be years.
  ///
  /// - Parameters:
  ///   - schema: The fields.
  ///   - entries: What is said of some of them.
  ///   - labels: What people call fields, where that is not said, and does not follow from their names.
  ///   - terms: Where the sections are that the values of fields name.
  ///   - folded: For fields whose values come from those of other rows, how these are shown: in the same units and formats.
  ///   - keyFields: The fields that tell the records apart.
  ///   - survey: What the values are like.
  ///   - language: How the language of the catalog writes numbers and dates.
  init(
    _ schema: Schema, _ entries: [FieldEntry], labels: [String: String] = [:],
    terms: [String: TermFolders.Place] = [:], folded: [String: FieldStyle] = [:], keyFields: [String],
    survey: FieldSurvey, language: LanguageStyle
  ) {
    self.schema = schema
    let areCapitals = schema.fields.count { $0.name.isInCapitals } * 2 > schema.fields.count
    for (index, field) in schema.fields.enumerated() {
      let entry = entries.first { $0.field.text == field.name }
      var style = FieldStyle(
        label: entry?.label ?? labels[field.name] ?? Label(field.name, isAmongCapitals: areCapitals).text,
        unit: entry?.unit ?? folded[field.name]?.unit, language: language, format: entry?.format,
        link: entry?.link, terms: terms[field.name])
      if style.format == nil {
        if let folded = folded[field.name] {
          style.format = folded.format
        } else if keyFields.contains(field.name) || field.isIdentifier || field.isYear || field.type == .records {
          // A value beside records is the key of none.
          style.format = .plain
        } else if field.type == .number, language.numbers.groupsThousands, survey[index].values > 0 {
          // Where four digits are not grouped, years look like any other number.
          style.format = survey[index].areYears ? .plain : nil
          decisions[field.name] = survey[index].areYears
        }
      }
      styles.append(style)
    }
  }

  /// The style of a field.
  subscript(_ index: Int) -> FieldStyle { styles[index] }

  /// The style of a field by its name.
  subscript(_ name: String) -> FieldStyle? { schema.index(of: name).map { styles[$0] } }

  /// Adds what decides how templates show the fields of some names.
  func combineForTemplates(of names: [String], into parts: inout Fingerprinter) {
    combineForTemplates(of: names.compactMap { schema.place(ofTemplateName: $0)?.field }, into: &parts)
  }

  /// Adds what decides how templates show some of the fields.
  func combineForTemplates(of fields: [Int], into parts: inout Fingerprinter) {
    parts.combine(fields) { styles[$1].combineForTemplates(into: &$0) }
  }
}
