import Fingerprints
import Testing

@Suite struct FingerprintTests {
  @Test func isTheCanonicalXXH3OnAnyMachine() {
    // The output of `xxh128sum`.
    #expect(Fingerprint("").description == "99aa06d3014798d86001c324468d497f")
    #expect(Fingerprint("pomona").description.count == 32)
    #expect(Fingerprint("pomona") == Fingerprint(Array("pomona".utf8)))
    #expect(Fingerprint("pomona") != Fingerprint("pomone"))
  }

  @Test func partsAreSeparated() {
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

  /// For any number of parts, each of them changes the fingerprint, and so do their number and their boundaries.
  @Test(arguments: [1, 7, 40, 64, 65, 300])
  func eachOfManyPartsChangesTheFingerprint(length: Int) {
    func fingerprint(_ parts: [String]) -> Fingerprint {
      var all = Fingerprinter()
      for part in parts { all.combine(part) }
      return all.finish()
    }
    let parts = (0..<60).map { String(String(repeating: "\($0) ", count: length).prefix(length)) }
    let begun = parts.indices.map { fingerprint(Array(parts[...$0])) }
    let changed = parts.indices.map { index in
      var others = parts
      others[index].append("x")
      return fingerprint(others)
    }
    let joined = parts.indices.dropLast().map { index in
      fingerprint(parts[..<index] + [parts[index] + parts[index + 1]] + parts[(index + 2)...])
    }
    let all = begun + changed + joined
    #expect(Set(all).count == all.count)
    #expect(fingerprint(parts) == begun.last)
  }

  @Test func spellingsOfALetterAreDifferentInputs() {
    #expect("é" == "e\u{301}")
    #expect(Fingerprint("é") != Fingerprint("e\u{301}"))
  }

  @Test func finishingStartsAgain() {
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

/// The fingerprint of a value is that of its stored properties.
@Suite struct StoredPropertyTests {
  private enum Kind: Equatable {
    case plain, number(Int), pair(left: Int, right: Int)
  }

  private struct Part: Hashable {
    var text = "a"
    var flag = false
  }

  private struct Whole {
    var part = Part()
    var parts = [Part(), Part(text: "b")]
    var names: Set = ["x", "y", "z"]
    var places: [String: Part] = ["one": Part(), "two": Part(text: "c")]
    var kind = Kind.plain
    var number: Int?
    var shape: (width: Int, height: Double) = (1, 0.5)
    var digest = Fingerprint("a")
  }

  private func fingerprint(_ value: Any) -> Fingerprint { Fingerprint(storedPropertiesOf: value) }

  @Test func everyStoredPropertyChangesTheFingerprint() {
    let changes: [(inout Whole) -> Void] = [
      { _ in }, { $0.part.text = "b" }, { $0.part.flag = true }, { $0.parts.reverse() }, { $0.parts.removeLast() },
      { $0.parts[1].flag = true }, { $0.names.remove("x") }, { $0.names.insert("w") }, { $0.places["one"]?.text = "d" },
      { $0.places["three"] = $0.places.removeValue(forKey: "two") }, { $0.kind = .number(1) }, { $0.kind = .number(2) },
      { $0.kind = .pair(left: 1, right: 2) }, { $0.kind = .pair(left: 2, right: 1) }, { $0.number = 0 },
      { $0.number = 1 }, { $0.shape.width = 2 }, { $0.shape.height = 0.25 }, { $0.digest = Fingerprint("b") },
      { $0.places["one"] = Part(text: "c") },
      { ($0.places["one"], $0.places["two"]) = ($0.places["two"], $0.places["one"]) },
    ]
    let fingerprints = changes.map { change in
      var whole = Whole()
      change(&whole)
      return fingerprint(whole)
    }
    #expect(Set(fingerprints).count == changes.count)
  }

  @Test func theOrderOfSetsAndDictionariesHasNoEffect() {
    let names = (0..<50).map { "name \($0)" }
    let pairs = names.map { ($0, $0.count) }
    #expect(fingerprint(Set(names)) == fingerprint(Set(names.reversed())))
    #expect(
      fingerprint(Dictionary(uniqueKeysWithValues: pairs))
        == fingerprint(Dictionary(uniqueKeysWithValues: pairs.reversed())))
  }
}
