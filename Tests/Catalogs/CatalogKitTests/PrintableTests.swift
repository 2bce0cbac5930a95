import Diagnostics
import Testing

/// Text that is printed on terminals, from any author.
@Suite struct PrintableTests {
  @Test func printableTextIsUnchanged() {
    for text in ["", "plain ~ text", "Äpfel – 柿 👨‍👩‍👧", "e\u{301}"] { #expect(text.printable == text) }
  }

  // In one test, so that the characters do not reach the terminal as arguments.
  @Test func controlCharactersAreEscaped() {
    let texts = [
      ("a\u{1B}[31mb", "a\\u{1b}[31mb"), ("a\nb\tc\r\n", "a\\u{a}b\\u{9}c\\u{d}\\u{a}"),
      ("\u{7F}\u{9B}2J", "\\u{7f}\\u{9b}2J"), ("\u{202E}x\u{2066}", "\\u{202e}x\\u{2066}"),
      ("a\u{2028}b", "a\\u{2028}b"), ("\u{1B}\u{301}", "\\u{1b}\u{301}"),
    ]
    for (text, printed) in texts { #expect(text.printable.unicodeScalars.elementsEqual(printed.unicodeScalars)) }
  }

  @Test func findingsAreSafeForATerminal() {
    let finding = Diagnostic(
      code: "a/b", "“\u{1B}[2J” is wrong", at: .init(file: "a\u{7}", field: "x\ny"), hint: "Delete “\u{9B}”.")
    #expect(
      finding.description == """
        error: a\\u{7}, field “x\\u{a}y”: “\\u{1b}[2J” is wrong.
          Delete “\\u{9b}”.
        """)
    #expect(finding.message == "“\u{1B}[2J” is wrong", "programs get what was written")
  }

  @Test func aHintOfSeveralFindingsFollowsTheLastOfThem() {
    let finding = { Diagnostic(code: "a/b", $0, hint: $1) }
    let findings = [
      finding("a is not there", "Put the file there."), finding("b is not there", "Put the file there."),
      finding("c is wrong", "Correct it."), finding("d is odd", nil),
    ]
    #expect(
      findings.text == """
        error: a is not there.
        error: b is not there.
          Put the file there.
        error: c is wrong.
          Correct it.
        error: d is odd.
        """)
  }
}
