/// How the values of a field are written, beyond what its reading says.
///
/// It is a class because each value that is read needs one.
final class FieldNotation: Sendable {
  /// Whether the reading also applies to values that the file states to be of another type, such as a number in quotes:
  /// a person chose it, or all values agree.
  let isExplicit: Bool
  /// The separator of list elements within one text, or `nil` if a text is one element.
  let separator: String?
  /// The texts that stand for no value, besides those that do among numbers, dates and so on.
  let nones: NoneTexts
  /// Whether texts may be formulas of a spreadsheet that only keep it from reading a number: `="0123"`.
  let hasFormulas: Bool

  init(isExplicit: Bool, separator: String?, nones: NoneTexts = NoneTexts(), hasFormulas: Bool = false) {
    self.isExplicit = isExplicit
    self.separator = separator
    self.nones = nones
    self.hasFormulas = hasFormulas
  }

  /// Returns what a formula contains, or the value as it is if it is not one.
  @inline(__always)
  func content(of raw: RawField, in bytes: Bytes) -> RawField { hasFormulas ? raw.withoutFormula(in: bytes) : raw }
}

/// Texts that stand for no value.
struct NoneTexts: Sendable {
  /// The texts, in order.
  let texts: [String]
  private let bytes: [[UInt8]]
  private let longest: Int

  /// Creates a list of texts. White space around them does not count.
  init(_ texts: [String] = []) {
    self.texts = texts
    bytes = texts.map { Array($0.trimmed.utf8) }
    longest = bytes.map(\.count).max() ?? 0
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// Whether a value without white space at both ends is one of the texts. An empty value is none anyway.
  @inline(__always)
  func contains(_ content: Bytes) -> Bool {
    !bytes.isEmpty && content.count <= longest && bytes.contains { $0.elementsEqual(content) }
  }
}

extension RawField {
  /// The text within a formula of a spreadsheet, `="0123"`; the value itself if it is not one.
  fileprivate func withoutFormula(in bytes: Bytes) -> RawField {
    guard kind.isCharacters, end - start > 2, bytes[start] == UInt8(ascii: "=") else { return self }
    // The quotes are escaped as those of the file are.
    let length = escaping == .none ? 1 : 2
    let content = bytes.part(start + 1, end)
    guard content.count >= 2 * length, content[length - 1] == .quote, content[content.count - 1] == .quote else {
      return self
    }
    var inner = self
    inner.start += 1 + length
    inner.end -= length
    if inner.start == inner.end { inner.kind = .missing }
    return inner
  }
}

extension Bytes {
  /// The text within a formula of a spreadsheet, `="0123"`; `nil` for any other text.
  var contentOfFormula: Bytes? {
    guard count > 2, first == UInt8(ascii: "="), self[1] == .quote, self[count - 1] == .quote else { return nil }
    return part(2, count - 1)
  }
}

// MARK: - What stands for no value among texts

extension Bytes {
  /// The length of the longest text that is known to stand for no value wherever it occurs.
  static let noneLength = 4

  /// Whether this is known to stand for no value among texts, too: as a program writes it, `NA`, `n/a`, `NULL`, `\N`,
  /// or only dashes, points or question marks. A name may be “Na”, “Null” or “None”.
  var isNoneText: Bool {
    guard isPlaceholder, first != UInt8(ascii: "*") else { return false }
    guard let first, first | 0x20 == UInt8(ascii: "n"), self[count - 1].isLetterOrDigit else { return true }
    let isNone = count == 4 && equals(ignoringCase: "none")
    return !isNone
      && (first != UInt8(ascii: "N") || self[1] == UInt8(ascii: "/") || self[1] == UInt8(ascii: "A")
        || self[1] == UInt8(ascii: "U") || self == "NaN")
  }

  fileprivate static func == (left: Bytes, right: StaticString) -> Bool {
    left.count == right.utf8CodeUnitCount && left.has(right, at: 0)
  }
}

extension String {
  /// Whether the text says in words that there is no value: “not available”, “sem local”.
  var saysNone: Bool {
    let words = lowercased().split { !$0.isLetter }.map(String.init)
    return Self.nones.contains(words.joined(separator: " "))
      || words.count == 2 && Self.withouts.contains(words[0]) && Self.facts.contains(words[1])
  }

  /// Whether the text may say so, or be a value: a maker may well be “unknown”. If most values of a field are the same,
  /// it is none.
  var maySayNone: Bool { Self.doubtfulNones.contains(lowercased().split { !$0.isLetter }.joined(separator: " ")) }

  private static let withouts: Set = [
    "no", "ohne", "sans", "senza", "sem", "sin", "uden", "utan", "uten", "zonder", "bez",
  ]

  /// What a value without it is none: “sem local”, but not “sem açúcar”.
  private static let facts: Set = [
    "angabe", "angaben", "artist", "artista", "author", "autor", "autore", "auteur", "dados", "data", "date", "datos",
    "datum", "dato", "description", "descrição", "descripción", "eintrag", "entry", "fecha", "info", "informação",
    "información", "information", "informations", "lieu", "local", "location", "lugar", "luogo", "name", "namen",
    "naam",
    "nom", "nome", "nombre", "ort", "place", "plaats", "record", "registo", "registro", "sted", "stelle", "titel",
    "title", "título", "titolo", "titre", "valeur", "valor", "value", "wert",
  ]

  private static let nones: Set = [
    "n a", "n d", "no data", "not applicable", "not available", "not given", "not recorded", "not specified",
    "not stated", "tba", "tbc", "tbd",
    "k a", "keine angabe", "keine angaben", "nicht angegeben", "nicht verfügbar", "nicht vorhanden",
    "non applicable", "non communiqué", "non disponible", "non précisé", "non renseigné", "sans objet",
    "no aplica", "no consta", "no disponible", "no procede", "non applicabile", "non definito", "non disponibile",
    "non indicato",
    "indisponível", "não aplicável", "não consta", "não disponível", "não especificado", "não informado",
    "não se aplica", "n v t", "niet beschikbaar", "niet van toepassing",
    "ej angivet", "ikke angivet", "ikke oplyst", "uppgift saknas", "uoppgitt", "brak danych", "nie dotyczy",
    "нет данных",
  ]

  private static let doubtfulNones: Set = [
    "empty", "missing", "nil", "none", "not known", "null", "unassigned", "undefined", "undetermined", "unknown",
    "unspecified",
    "keine", "leer", "nicht bekannt", "unbekannt", "aucun", "aucune", "inconnu", "inconnue", "indéterminé", "néant",
    "non connu", "vide",
    "desconocida", "desconocido", "ninguna", "ninguno", "vacío", "nessuna", "nessuno", "non noto", "sconosciuta",
    "sconosciuto", "vuoto",
    "desconhecida", "desconhecido", "nenhum", "nenhuma", "vazio", "geen", "leeg", "niet bekend", "onbekend",
    "ingen", "okänd", "okänt", "saknas", "ukendt", "ukjent", "brak", "nieznana", "nieznane", "nieznany", "neznámé",
    "neznámý", "нет", "неизвестно", "不明", "无", "なし", "未知",
  ]
}
