import Datasets
import DocumentModel
import Rendering

/// The presentation of a field's values.
struct FieldStyle: Hashable, Sendable {
  var label: String
  var unit: String?
  /// The conventions of the language for numbers and dates.
  var language: LanguageStyle
  /// The format of its numbers or dates. Without one, numbers follow the language, and dates are shown as they are
  /// written.
  var format: ValueFormat?
  var link: LinkTemplate?
  /// The place of the sections that its values name, and link to unless they have a ``link``; for a list of referring
  /// rows, the place of the section with all of them.
  var terms: TermPlaces.Place?

  /// The style of nested values. Their numbers are shown as they are written, because years cannot be distinguished
  /// from amounts there.
  var ofMembers: FieldStyle { FieldStyle(label: label, language: language, format: .plain) }

  /// Returns the text of a number, without its unit.
  func text(_ number: Value.Number) -> String { language.text(number, as: format) }

  func text(_ date: WrittenDate) -> String { language.text(date, as: format) }

  /// Returns a value with its unit and its link, as inlines.
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

  /// Returns the template value of a value with a link to the section that the value names. The elements of a list each
  /// get their own link.
  func linkingTerms(of value: Value, in shown: TemplateValue) -> TemplateValue {
    guard let terms, value.allRecords.isEmpty else { return shown }
    switch (value, shown) {
    case (.list(let elements, _), .list(let links, _)):
      return .list(zip(elements.filter { !$0.isBlank }, links).map { $1.linked(to: terms.section(of: $0.text)) })
    case (.missing, _), (.markdown, _), (.image, _), (.object, _): return shown
    default: return shown.linked(to: terms.section(of: value.text))
    }
  }

  /// The unit to append to values that are not numbers.
  private var unitBehind: [Inline] { unit.map { [.text(" " + $0)] } ?? [] }

  /// Returns inlines as a link to the section or address of a value. A value that is an address links to itself unless
  /// the style says otherwise.
  private func linked(_ inlines: [Inline], to value: Value) -> [Inline] {
    if let terms, link == nil, !value.text.isEmpty { return [.link(to: terms.section(of: value.text), inlines)] }
    if let link { return [.link(destination: link.address(of: value.text), title: "", inlines)] }
    if case .url(let address) = value { return [.link(destination: address, title: "", inlines)] }
    return inlines
  }
}

/// The styles of the fields of a data set.
struct FieldStyles: Hashable, Sendable {
  /// What numbers stand for. Only amounts are grouped in thousands.
  enum NumberKind: String { case years, codes, amounts }

  /// What the numbers stand for that their values decided about, by the name of the field.
  private(set) var decisions: [String: NumberKind] = [:]
  private let schema: Schema
  private var styles: [FieldStyle] = []
  /// The fields of numbers that may be years, codes or amounts, which their values decide.
  private var undecided: [Int] = []

  /// Creates the styles of fields, without the decisions that their values make.
  ///
  /// Numbers are written in the way of the language, except for identifiers and years. These are recognized by the
  /// names of fields; years also if nearly all values of four digits or more may be years, and codes if the values are
  /// different whole numbers with the same number of digits, and the name is not one of amounts.
  ///
  /// - Parameters:
  ///   - labels: The labels of fields that are not configured and do not follow from their names.
  ///   - terms: The places of the sections that the values of fields name.
  ///   - folded: The styles of fields that fold values of other rows: they have the same units and formats.
  init(
    _ schema: Schema, _ entries: [FieldEntry], labels: [String: String] = [:], terms: [String: TermPlaces.Place] = [:],
    folded: [String: FieldStyle] = [:], keyFields: [String], language: LanguageStyle
  ) {
    self.schema = schema
    let areCapitals = schema.fields.count { $0.name.isInCapitals } * 2 > schema.fields.count
    for (index, field) in schema.fields.enumerated() {
      let entry = entries.first { $0.field.text == field.name }
      let name = Label(field.name, isAmongCapitals: areCapitals)
      var style = FieldStyle(
        label: entry?.label ?? labels[field.name] ?? name.text, unit: entry?.unit ?? folded[field.name]?.unit,
        language: language, format: entry?.format, link: entry?.link, terms: terms[field.name])
      if style.format == nil {
        if let folded = folded[field.name] {
          style.format = folded.format
        } else if keyFields.contains(field.name) || name.isOfIdentifiers || name.isOfYears || name.isOfRanks
          || field.type == .records
        {
          // A field of records may contain values that are keys of no record.
          style.format = .plain
        } else if field.type == .number, language.numbers.groupsThousands {
          // In a language that does not group four digits, years look like any other number.
          undecided.append(index)
        }
      }
      styles.append(style)
    }
  }

  /// Returns the styles with the decisions that follow from a survey of the values.
  func decided(by survey: FieldSurvey) -> FieldStyles {
    var result = self
    result.decisions = [:]
    for index in undecided {
      let field = schema.fields[index]
      let kind = survey[index].numbers(of: field)
      result.styles[index].format = kind == .amounts ? nil : .plain
      if survey[index].values > 0 { result.decisions[field.name] = kind }
    }
    return result
  }

  subscript(_ index: Int) -> FieldStyle { styles[index] }

  subscript(_ name: String) -> FieldStyle? { schema.index(of: name).map { styles[$0] } }

  func styles(ofTemplateNames names: [String]) -> [String: FieldStyle] {
    names.reduce(into: [:]) { all, name in
      if let index = schema.place(ofTemplateName: name)?.field { all[schema.fields[index].name] = styles[index] }
    }
  }
}

/// The conventions of a catalog's language for numbers and dates.
struct LanguageStyle: Hashable, Sendable {
  let numbers: NumberStyle
  /// The order of day, month and year, and the language of the names of months.
  private let dates: DateOrder

  /// Creates the style of a language, or that of English if the language is not supported.
  ///
  /// - Parameter language: A BCP 47 tag, such as `de` or `en-US`.
  init(language: String) {
    numbers = NumberStyle(language: language)
    dates = DateOrder(language: language)
  }

  /// Returns a number in a format, or in the language's own way if `format` is `nil`.
  func text(_ number: Value.Number, as format: ValueFormat?) -> String { numbers.text(number.text, as: format) }

  /// Returns a date in a format, with no more precision than it has. A date without a format, or one that is no day,
  /// month or year, is returned as it is written.
  func text(_ date: WrittenDate, as format: ValueFormat?) -> String {
    switch format {
    case .long, .short: words(of: date, isShort: format == .short) ?? date.text
    case .iso: date.calendarDate.map(Self.digits) ?? date.text
    case .year: date.calendarYear ?? date.text
    default: date.text
    }
  }

  private func words(of date: WrittenDate, isShort: Bool) -> String? {
    // A year is written as it is.
    guard let (start, precision) = date.calendarDate, start.year > 0, precision != .year else { return nil }
    let months = MonthNames(language: dates.language)
    let month = (isShort ? months.short : months.full)[start.month - 1]
    return dates.text(month: month, day: precision == .day ? start.day : nil, year: start.year, isShort: isShort)
  }

  /// Returns a date in the form of ISO 8601 and EDTF: `1985-04-12`, `1985-04`, `1985`, `-0043`.
  private static func digits(of start: WrittenDate.Day, _ precision: WrittenDate.Precision) -> String {
    let parts = [start.month.digits(2), start.day.digits(2)].prefix(precision == .day ? 2 : precision == .month ? 1 : 0)
    return (start.year < 0 ? "-" : "") + ([start.year.digits(4)] + parts).joined(separator: "-")
  }
}

extension Int {
  /// Returns the digits of the number, with zeros before them if they are fewer than some count.
  func digits(_ count: Int) -> String {
    let digits = String(magnitude)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }
}

/// The order of day, month and year in a language.
private enum DateOrder: String {
  /// 12 April 1985
  case english = "en"
  /// April 12, 1985
  case american = "en-us"
  /// 12. April 1985
  case german = "de"
  /// 12 avril 1985, 1er avril 1985
  case french = "fr"
  /// 12 de abril de 1985
  case spanish = "es"
  /// 12 aprile 1985
  case italian = "it"
  /// 12 april 1985
  case dutch = "nl"

  init(language: String) {
    let tag = language.lowercased().replacing("_", with: "-")
    self = tag == Self.american.rawValue ? .american : Self(rawValue: String(tag.prefix { $0 != "-" })) ?? .english
  }

  /// The primary subtag of the language.
  var language: String { String(rawValue.prefix(2)) }

  func text(month: String, day: Int?, year: Int, isShort: Bool) -> String {
    let of = self == .spanish && !isShort ? " de " : " "
    guard let day else { return "\(month)\(of)\(year)" }
    return switch self {
    case .american: "\(month) \(day), \(year)"
    case .german: "\(day). \(month) \(year)"
    case .french: "\(day)\(day == 1 ? "er" : "") \(month) \(year)"
    case .english, .spanish, .italian, .dutch: "\(day)\(of)\(month)\(of)\(year)"
    }
  }
}

extension Value {
  /// Returns the value for a template.
  ///
  /// - Parameters:
  ///   - title: The title of the record, which is the alternative text of its pictures.
  ///   - style: The style of the value.
  ///   - names: The fields that the template uses of a record in the value.
  ///   - others: The styles of the fields of a record in the value.
  ///   - missing: The pictures that do not exist: their names are shown as text.
  func templateValue(
    title: @autoclosure () -> String, style: FieldStyle, showing names: TemplateNames = .title,
    styled others: [String: FieldStyle]? = nil, without missing: Set<String>
  ) -> TemplateValue {
    switch self {
    case .missing: .missing
    case .text: .text(text)
    case .number(let number): .number(number.text, shown: style.text(number))
    case .date(let date): .date(date.text, shown: style.text(date))
    case .markdown(let markdown): .markdown(markdown)
    case .boolean(let isTrue): .boolean(isTrue)
    case .url(let address): .link(address)
    case .image(let source):
      ImageFiles.isShown(source, besides: missing) ? .image(source: source, alternative: title()) : .text(source)
    case .list(let elements, let written):
      .list(
        elements.filter { !$0.isBlank }.map {
          $0.templateValue(title: title(), style: style.ofMembers, showing: names, styled: others, without: missing)
        }, written: written)
    case .object(let members):
      if names.areOfEntries {
        .list(
          members.map { member in
            let value = member.value.templateValue(title: title(), style: style.ofMembers, without: missing)
            return .record([
              "key": .text(member.name), "value": value, "title": .text("\(member.name): \(value.plainText)"),
            ])
          })
      } else {
        .record(
          members.reduce(into: ["title": .text(text)]) { fields, member in
            fields[member.name] = member.value.templateValue(
              title: title(), style: style.ofMembers, showing: names.records[member.name] ?? .title, without: missing)
          }.merging(members.formatted(for: names, style: style)) { own, _ in own })
      }
    case .record(let record): record.templateValue(showing: names, styled: others, or: style, without: missing)
    case .records(let records):
      .list(records.map { $0.templateValue(showing: names, styled: others, or: style, without: missing) })
    }
  }

  /// Returns a number or a date in the format that a template requests; `nil` without a format, and for any other
  /// value.
  func templateValue(as format: ValueFormat?, style: FieldStyle) -> TemplateValue? {
    guard let format else { return nil }
    switch self {
    case .number(let number): return .text(style.language.text(number, as: format))
    case .date(let date): return .text(style.language.text(date, as: format))
    // Members of objects are not recognized as dates.
    case .text(let text) where format.subject == .date:
      return WrittenDate(text).map { .text(style.language.text($0, as: format)) }
    default: return nil
    }
  }
}
