/// The names of the months in a language, beginning with January.
package struct MonthNames: Sendable {
  /// The primary language subtag of BCP 47.
  package let language: String
  /// The names as used within a text.
  package let full: [String]
  /// The abbreviated names, with full stops if the language uses them.
  package let short: [String]

  private init(_ language: String, _ full: String, _ short: String) {
    self.language = language
    self.full = full.split(separator: " ").map(String.init)
    self.short = short.split(separator: " ").map(String.init)
  }

  /// Creates the names in a language, or in English if they are not known.
  package init(language: String) { self = Self.all.first { $0.language == language } ?? Self.english }

  static let english = MonthNames(
    "en", "January February March April May June July August September October November December",
    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")

  /// The names in all languages in which dates are read and written.
  ///
  /// Source: Unicode Common Locale Data Repository, months in the forms `wide` and `abbreviated`.
  static let all = [
    english,
    MonthNames(
      "de", "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
      "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."),
    MonthNames(
      "fr", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
    MonthNames(
      "es", "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
      "ene feb mar abr may jun jul ago sept oct nov dic"),
    MonthNames(
      "it", "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
      "gen feb mar apr mag giu lug ago set ott nov dic"),
    MonthNames(
      "nl", "januari februari maart april mei juni juli augustus september oktober november december",
      "jan feb mrt apr mei jun jul aug sep okt nov dec"),
  ]
}
