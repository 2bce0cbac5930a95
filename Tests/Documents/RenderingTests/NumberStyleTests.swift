import Testing

@testable import Rendering

/// Numbers in the style of a language.
@Suite struct NumberStyleTests {
  @Test(arguments: [
    ("en", "1,234.5", "1,234,567"), ("en-GB", "1,234.5", "1,234,567"), ("", "1,234.5", "1,234,567"),
    ("xx", "1,234.5", "1,234,567"), ("de", "1.234,5", "1.234.567"), ("DE-at", "1.234,5", "1.234.567"),
    ("de-CH", "1’234.5", "1’234’567"), ("de-Latn-CH", "1’234.5", "1’234’567"), ("de_CH", "1’234.5", "1’234’567"),
    ("de-u-ch", "1.234,5", "1.234.567"), ("fr", "1\u{202F}234,5", "1\u{202F}234\u{202F}567"),
    ("fr-CA", "1\u{A0}234,5", "1\u{A0}234\u{A0}567"), ("es", "1234,5", "1.234.567"), ("es-MX", "1,234.5", "1,234,567"),
    ("es-419", "1,234.5", "1,234,567"), ("it", "1234,5", "1.234.567"), ("pt", "1.234,5", "1.234.567"),
    ("pt-BR", "1.234,5", "1.234.567"), ("pt-PT", "1234,5", "1\u{A0}234\u{A0}567"), ("nl", "1.234,5", "1.234.567"),
    ("pl", "1234,5", "1\u{A0}234\u{A0}567"), ("ru", "1\u{A0}234,5", "1\u{A0}234\u{A0}567"),
    ("sv", "1\u{A0}234,5", "1\u{A0}234\u{A0}567"), ("ja", "1,234.5", "1,234,567"),
  ])
  func languages(tag: String, short: String, long: String) {
    let style = NumberStyle(language: tag)
    #expect(style.text("1234.5") == short)
    #expect(style.text(1_234_567) == long)
  }

  @Test(arguments: [
    ("0", "0"), ("999", "999"), ("1000", "1.000"), ("-1234.50", "-1.234,50"), ("+12345", "+12.345"), ("2.50", "2,50"),
    ("1.5e10", "1,5e10"), ("12345E-3", "12345E-3"), ("00123456", "00123456"), ("0.00001", "0,00001"),
    ("12345678901234567890.5", "12.345.678.901.234.567.890,5"),
    // Texts that are no numbers are unchanged.
    ("", ""), ("-", "-"), ("1,5", "1,5"), ("1.", "1."), (".5", ".5"), ("1.2.3", "1.2.3"), ("12 cm", "12 cm"),
    ("٣", "٣"),
    ("--5", "--5"), ("1e5x", "1e5x"),
  ])
  func digitsAreThoseOfTheData(number: String, text: String) {
    #expect(NumberStyle(language: "de").text(number) == text)
  }

  @Test func anExponentIsUnchanged() { #expect(NumberStyle(language: "de").text("12e3", decimals: 2) == "12e3") }

  @Test(arguments: [
    ("2", 2, "2.00"), ("2.5", 0, "3"), ("2.4999", 0, "2"), ("-2.5", 0, "-3"), ("0.125", 2, "0.13"),
    ("99.995", 2, "100.00"),
    ("999.5", 0, "1,000"), ("1234.5", 3, "1,234.500"), ("-0.004", 2, "0.00"), ("0.5", 0, "1"), ("9.99", 1, "10.0"),
  ])
  func decimals(number: String, decimals: Int, text: String) {
    #expect(NumberStyle(language: "en").text(number, decimals: decimals) == text)
  }

  @Test(arguments: [
    ("0.25", "25%"), ("1", "100%"), ("0.125", "12.5%"), ("0", "0%"), ("-0.05", "-5%"), ("12.5", "1,250%"),
    ("2.5e-1", "25%"),
    ("0.250", "25.0%"), ("1e3", "100,000%"), ("1e99", "1e99"), ("x", "x"),
  ])
  func percents(number: String, text: String) {
    #expect(NumberStyle(language: "en").text(number, as: .percent) == text)
  }

  @Test(arguments: [
    ("0", "0 B"), ("1", "1 B"), ("999", "999 B"), ("1000", "1 kB"), ("1536", "1.5 kB"), ("1950", "2 kB"),
    ("999949", "999.9 kB"),
    ("999950", "1 MB"), ("2500000000", "2.5 GB"), ("-1500", "-1.5 kB"), ("1.5e6", "1.5 MB"), ("12.34", "12.3 B"),
    ("1234567890123456789", "1,234.6 PB"), ("x", "x"),
  ])
  func bytes(number: String, text: String) {
    #expect(NumberStyle(language: "en").text(number, as: .bytes) == text)
  }

  @Test(arguments: ["plain", "grouped", "percent", "bytes", "long", "short", "iso", "year", "0", "20"])
  func formatsHaveNames(name: String) { #expect(ValueFormat(name)?.name == name) }

  @Test(arguments: ["", "21", "-1", "02", "+2", "Long", "2.0"])
  func unknownFormats(name: String) { #expect(ValueFormat(name) == nil) }

  @Test(arguments: [
    ("en", "12", "cm", "12 cm"), ("en", "5", "€", "€5"), ("en", "-5", "$", "-$5"), ("en", "5", "US$", "US$5"),
    ("en", "5", "USD", "5 USD"), ("en", "5", "€/kg", "5 €/kg"), ("de", "5", "€", "5\u{A0}€"),
    ("nl", "-5", "€", "-€\u{A0}5"),
    ("fr", "5", "%", "5 %"), ("en", "5", "%", "5%"), ("de-AT", "5", "%", "5 %"), ("it", "5", "%", "5%"),
    ("en", "5", "°", "5°"),
    ("en", "5", "°C", "5 °C"),
  ])
  func units(tag: String, number: String, unit: String, text: String) {
    #expect(NumberStyle(language: tag).text(number, unit: unit) == text)
  }

  @Test func onlySomeLanguagesGroupFourDigits() {
    #expect(["en", "de", "es", "pl"].map { NumberStyle(language: $0).groupsThousands } == [true, true, false, false])
  }

  @Test func aTemplateShowsNumbersInTextAndDigitsInAddresses() throws {
    let source = "{{price}} [more](https://example.org/{{price}}) `{{price}}`{{#price}} yes{{/price}}"
    let template = try CellTemplate(source, file: "card.md", fields: ["price"])
    let text = template.blocks { _ in .number("1234.5", shown: "1.234,5") }.rendered(as: .markdown)
    #expect(text == "1.234,5 [more](https://example.org/1234.5) `1234.5` yes\n")
  }

  @Test func pagesWriteCountsInTheLanguageOfTheirCatalog() {
    let german = NumberStyle(language: "de")
    #expect(PageStrings.entries(1, german) == "1 entry")
    #expect(PageStrings.entries(12345, german) == "12.345 entries")
    #expect(PageStrings.position(Page.Position(number: 1200, count: 3000), german) == "Page 1.200 of 3.000")
    #expect(CatalogInfo(title: "", language: "de-CH").numberStyle.text(1000) == "1’000")
  }
}
