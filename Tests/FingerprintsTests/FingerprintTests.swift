import Fingerprints
import Testing

@Suite struct FingerprintTests {
  @Test func isTheCanonicalXXH3OnAnyMachine() {
    // What `xxh128sum` prints.
    #expect(Fingerprint("").description == "99aa06d3014798d86001c324468d497f")
    #expect(Fingerprint("pomona").description.count == 32)
    #expect(Fingerprint("pomona") == Fingerprint(Array("pomona".utf8)))
    #expect(Fingerprint("pomona") != Fingerprint("pomone"))
  }

  @Test func partsAreKeptApart() {
    func fingerprint(_ parts: String?...) -> Fingerprint {
      var all = Fingerprinter()
      for part in parts { all.combine(part) }
      return all.finish()
    }
    let different = [
      fingerprint("ab", "c"), fingerprint("a", "bc"), fingerprint("abc"), fingerprint("abc", ""),
      fingerprint("abc", nil), fingerprint(nil, "abc"), fingerprint(),
    ]
    #expect(Set(different).count == different.count)
  }

  @Test func spellingsOfALetterAreDifferentInputs() {
    #expect("é" == "e\u{301}")
    #expect(Fingerprint("é") != Fingerprint("e\u{301}"))
  }

  @Test func startsAnewWhenFinished() {
    var parts = Fingerprinter()
    parts.combine(3)
    parts.combine(true)
    let first = parts.finish()
    parts.combine(3)
    parts.combine(true)
    #expect(parts.finish() == first)
    #expect(parts.finish() == Fingerprint(""))
  }
}
