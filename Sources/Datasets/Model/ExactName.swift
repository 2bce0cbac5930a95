/// A name that only equals names of the same bytes.
///
/// Texts are equal to Swift where they are canonically equivalent: “é” as one character, and as a letter with an accent. JSON and TOML
/// tell such names apart, and so do data sets.
struct ExactName: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactName, right: ExactName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
