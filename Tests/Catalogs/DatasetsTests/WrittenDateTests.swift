import Datasets
import TestKit
import Testing

/// The usual spellings of dates, and their days.
@Suite struct WrittenDateTests {
  /// The first and the last possible day of a date, and its precision.
  private func meaning(_ text: String) -> String? {
    func name(_ day: WrittenDate.Day?) -> String { day.map { "\($0.year)-\($0.month)-\($0.day)" } ?? "open" }
    return WrittenDate(text).map { date in
      let signs = (date.isApproximate ? " ~" : "") + (date.isUncertain ? " ?" : "")
      let days =
        date.earliest == date.latest ? name(date.earliest) : "\(name(date.earliest)) \(name(date.latest))"
      return "\(days) \(date.precision)\(signs)"
    }
  }

  @Test(arguments: [
    ("2024-02-29", "2024-2-29 day"), ("2024-02-29T18:30:00Z", "2024-2-29 time"), ("2024-02-29 18:30", "2024-2-29 time"),
    ("2024-02-29 18:30:00.5+02", "2024-2-29 time"), ("1985-04-12T23:20:30+0430", "1985-4-12 time"),
    ("1850-05", "1850-5-1 1850-5-31 month"), ("1850", "1850-1-1 1850-12-31 year"), ("0476", "476-1-1 476-12-31 year"),
    ("2010/01/01 00:00", "2010-1-1 day"), ("16.8.2016 19:22:57", "2016-8-16 day"),
    ("2016-08-16 10:00:00 UTC", "2016-8-16 day"),
    ("13/3/2014 2:27 PM", "2014-3-13 day"), ("5 January 2015, 9:05 am", "2015-1-5 day"),
    ("2024/12/31", "2024-12-31 day"), ("2024-1-1", "2024-1-1 day"), ("2024.1.31", "2024-1-31 day"),
  ])
  func `in numbers`(text: String, days: String) {
    #expect(meaning(text) == days)
  }

  @Test(arguments: [
    ("1984?", "1984-1-1 1984-12-31 year ?"), ("2004-06~", "2004-6-1 2004-6-30 month ~"),
    ("2004-06-11%", "2004-6-11 day ~ ?"), ("2001-21", "2001-3-1 2001-5-31 season"),
    ("2001-24", "2001-12-1 2002-2-28 season"), ("Y170000002", "170000002-1-1 170000002-12-31 year"),
    ("Y-17000", "-17000-1-1 -17000-12-31 year"), ("-1985", "-1985-1-1 -1985-12-31 year"),
    ("-0043-03-15", "-43-3-15 day"), ("201X", "2010-1-1 2019-12-31 decade"), ("201u", "2010-1-1 2019-12-31 decade"),
    ("20XX", "2000-1-1 2099-12-31 century"), ("1XXX", "1000-1-1 1999-12-31 millennium"),
    ("1985-04-XX", "1985-4-1 1985-4-30 month"), ("1985-XX-XX", "1985-1-1 1985-12-31 year"),
    ("156X-12-25", "1560-12-25 1569-12-25 decade"), ("1964/2008", "1964-1-1 2008-12-31 year"),
    ("2004-06/2006-08", "2004-6-1 2006-8-31 month"), ("2004-02-01/2005", "2004-2-1 2005-12-31 year"),
    ("1985-04-12/..", "1985-4-12 open day"), ("1985-04-12/", "1985-4-12 open day"),
    ("../1985", "open 1985-12-31 year"), ("/1985-04", "open 1985-4-30 month"),
    ("1984?/2004-06~", "1984-1-1 2004-6-30 year ~ ?"), ("-0043/-0027", "-43-1-1 -27-12-31 year"),
  ])
  func `in the Extended Date-Time Format`(text: String, days: String) {
    #expect(meaning(text) == days)
  }

  @Test(arguments: [
    ("12–14 April 1985", "1985-4-12 1985-4-14 day"), ("12. März 1985", "1985-3-12 day"),
    ("12 août 1985", "1985-8-12 day"),
    ("12 de abril de 1985", "1985-4-12 day"), ("1er janvier 1985", "1985-1-1 day"),
    ("um 1850", "1850-1-1 1850-12-31 year ~"),
    ("maggio 1985", "1985-5-1 1985-5-31 month"), ("19. Jahrhundert", "1800-1-1 1899-12-31 century"),
    ("12 April 1985", "1985-4-12 day"), ("12. April 1985", "1985-4-12 day"), ("12th of April 1985", "1985-4-12 day"),
    ("April 12, 1985", "1985-4-12 day"), ("APRIL 12 1985", "1985-4-12 day"), ("12-Apr-1985", "1985-4-12 day"),
    ("Apr 1985", "1985-4-1 1985-4-30 month"), ("Sept. 1985", "1985-9-1 1985-9-30 month"),
    ("May 1985", "1985-5-1 1985-5-31 month"), ("Spring 1985", "1985-3-1 1985-5-31 season"),
    ("15 March 44 BC", "-43-3-15 day"), ("April 1985 – May 1986", "1985-4-1 1986-5-31 month"),
  ])
  func `with months`(text: String, days: String) {
    #expect(meaning(text) == days)
  }

  @Test(arguments: [
    ("c. 1850", "1850-1-1 1850-12-31 year ~"), ("c.1850", "1850-1-1 1850-12-31 year ~"),
    ("c1850", "1850-1-1 1850-12-31 year ~"), ("ca 1850", "1850-1-1 1850-12-31 year ~"),
    ("ca. 1850?", "1850-1-1 1850-12-31 year ~ ?"), ("Circa 1850", "1850-1-1 1850-12-31 year ~"),
    ("1850 (?)", "1850-1-1 1850-12-31 year ?"), ("1849/1851", "1849-1-1 1851-12-31 year"),
    ("1849-1851", "1849-1-1 1851-12-31 year"), ("1849 – 1851", "1849-1-1 1851-12-31 year"),
    ("1849-51", "1849-1-1 1851-12-31 year"), ("1849–51", "1849-1-1 1851-12-31 year"),
    ("1850 to 1860", "1850-1-1 1860-12-31 year"), ("before 1850", "open 1849-12-31 year"),
    ("after 1850", "1851-1-1 open year"), ("since 1850", "1850-1-1 open year"), ("until 1850", "open 1850-12-31 year"),
    ("born 1930", "1930-1-1 1930-12-31 year"), ("d. 1930", "1930-1-1 1930-12-31 year"), ("1930–", "1930-1-1 open year"),
    ("1850s", "1850-1-1 1859-12-31 decade"), ("early 1850s", "1850-1-1 1853-12-31 decade"),
    ("mid-1850s", "1854-1-1 1856-12-31 decade"), ("late 1850s", "1857-1-1 1859-12-31 decade"),
    ("late 1850", "1850-9-1 1850-12-31 year"), ("19th century", "1800-1-1 1899-12-31 century"),
    ("4th millennium BCE", "-3998-1-1 -2999-12-31 millennium"), ("2nd millennium", "1000-1-1 1999-12-31 millennium"),
    ("4th–3rd millennium BC", "-3998-1-1 -1999-12-31 millennium"), ("3. Jahrtausend", "2000-1-1 2999-12-31 millennium"),
    ("early 19th century", "1800-1-1 1833-12-31 century"), ("late 19th c.", "1867-1-1 1899-12-31 century"),
    ("18th/19th century", "1700-1-1 1899-12-31 century"),
    ("late 18th–early 19th century", "1767-1-1 1833-12-31 century"), ("1st century", "1-1-1 99-12-31 century"),
  ])
  func `in words`(text: String, days: String) {
    #expect(meaning(text) == days)
  }

  @Test(arguments: [
    ("20240229", "2024-2-29 day"), ("20240200", "2024-2-1 2024-2-29 month"), ("20240000", "2024-1-1 2024-12-31 year"),
  ])
  func `of eight digits`(text: String, days: String) {
    #expect(meaning(text) == days)
  }

  @Test(arguments: [
    ("476", "476-1-1 476-12-31 year"), ("44 BC", "-43-1-1 -43-12-31 year"), ("44 B.C.E.", "-43-1-1 -43-12-31 year"),
    ("1 BC", "0-1-1 0-12-31 year"), ("AD 14", "14-1-1 14-12-31 year"), ("14 CE", "14-1-1 14-12-31 year"),
    ("100–44 BC", "-99-1-1 -43-12-31 year"), ("27 BC – AD 14", "-26-1-1 14-12-31 year"),
    ("40s BC", "-48-1-1 -39-12-31 decade"), ("2nd–1st century BC", "-198-1-1 0-12-31 century"),
  ])
  func `of early times`(text: String, days: String) {
    #expect(meaning(text) == days)
  }

  @Test(arguments: [
    "", "May", "March", "1/2", "1.2.3", "10-12", "1.2", "12:30", "978-3-16-148410-0", "0043-1-1234", "1-800-555",
    "May 12", "12 April", "2023-02-29", "29.2.2023", "99.99.2024", "31.12.24", "90s", "50%", "12?", "before 12",
    "AB-123",
    "B 12", "1850 apples", "1850x", "19th", "century", "2024-13-01", "0000-00-00", "2024-01-01T24:00", "1851-1849",
    "4/1985", "0 BC", "1.234", "1,5", "20241301", "20240230", "99990101", "-", "/", "..", "../..", "early April 1985",
    "Y1234", "1985 to", "c.",
    "5 BC – 10 BC", "1985-04-12/1984", "٢٠٢٤", "4/12/1985", "Maybe 1985", "1985 1986",
  ])
  func `texts that are no dates`(text: String) {
    #expect(WrittenDate(text) == nil)
  }

  @Test func `every day is read in every form`() throws {
    var random = SeededGenerator(seed: 11)
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for _ in 0..<2000 {
      let (year, month, day) = (
        Int.random(in: 1000...9999, using: &random), Int.random(in: 1...12, using: &random),
        Int.random(in: 1...31, using: &random)
      )
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let exists = day <= lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
      func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let forms = [
        "\(year)-\(padded(month))-\(padded(day))", "\(padded(day)).\(padded(month)).\(year)", "\(day).\(month).\(year)",
        "\(day) \(months[month - 1]) \(year)", "\(months[month - 1].prefix(3)) \(day), \(year)",
        "\(year)/\(month)/\(day)",
      ]
      for form in forms {
        let expected = exists ? "\(year)-\(month)-\(day) day" : nil
        #expect(meaning(form) == expected, "seed 11: \(form)")
      }
    }
  }

  @Test func `garbage is no date, and does not trap`() {
    var random = SeededGenerator(seed: 12)
    let pieces = [
      "1850", "12", "4", "-", "–", "/", ".", " ", "..", "c.", "BC", "th", "century", "May", "s", "X", "?", "~", "Y",
      "early",
      "before", "é", "\u{A0}", ",", "T10:00", "0",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      guard let date = WrittenDate(text) else { continue }
      #expect(date.text == text)
      if let first = date.earliest, let last = date.latest { #expect(first <= last, "seed 12: \(text)") }
      #expect(date.earliest != nil || date.latest != nil, "seed 12: \(text)")
    }
  }
}

/// The order of dates.
@Suite struct WrittenDateOrderTests {
  @Test func `dates are sorted by their days`() {
    let dates: [WrittenDate] = [
      "2nd century BC", "100–44 BC", "44 BC", "AD 14", "476", "1849/1851", "before 1850", "c. 1850", "1850s",
      "12 March 1851", "after 1851", "12.04.1985", "2024-02-29", "2024-02-29T10:00",
    ]
    var random = SeededGenerator(seed: 13)
    let sorted = dates.shuffled(using: &random).map(Value.date).sorted { $0.precedes($1) }
    #expect(sorted.map(\.text) == dates.map(\.text))
    let reversed = sorted.shuffled(using: &random).sorted { $0.precedes($1, descending: true) }
    #expect(reversed == sorted.reversed())
  }

  @Test func `the order is strict and total`() {
    var random = SeededGenerator(seed: 14)
    let texts = [
      "1850", "1850?", "c. 1850", "1850s", "before 1850", "until 1850", "after 1850", "1850-01-01", "1850-12-31",
      "44 BC",
      "-0043", "1850/..", "../1850", "19th century",
    ]
    let values = texts.compactMap { WrittenDate($0) }.map(Value.date)
    #expect(values.count == texts.count)
    for descending in [false, true] {
      let sorted = values.shuffled(using: &random).sorted { $0.precedes($1, descending: descending) }
      for (index, value) in sorted.enumerated() {
        for later in sorted[index...] {
          #expect(!later.precedes(value, descending: descending), "seed 14: \(later.text) after \(value.text)")
        }
      }
    }
  }
}
