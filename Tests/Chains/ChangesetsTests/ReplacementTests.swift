import Changesets
import TestKit
import Testing

/// Deletes and inserts between the same neighbours, as replacements.
@Suite struct ReplacementTests {
  @Test func anElementWithoutAnIdentityIsReplaced() throws {
    let (old, new) = (["New York", "Imagine City", "London"], ["New York", "Oslo", "London"])
    let edits = diff(from: old, to: new, id: \.self)
    #expect("\(edits)" == "delete 1; insert 1")
    let changes = try edits.pairingReplacements().changes(from: old, to: new)
    #expect(changes == [.replace(old: "Imagine City", new: "Oslo", from: 1, to: 1)])
  }

  @Test func onlyWhatIsBetweenTheSameNeighboursIsPaired() {
    func edits(_ old: String, _ new: String) -> String {
      "\(diff(from: Array(old), to: Array(new), id: \.self).pairingReplacements())"
    }
    #expect(edits("abc", "axyc") == "insert 2; update 1")
    #expect(edits("abxc", "ayc") == "delete 2; update 1")
    #expect(edits("xabc", "abcy") == "delete 0; insert 3")
    #expect(edits("abc", "xyz") == "update 0, 1, 2")
    #expect(edits("", "ab") == "insert 0, 1")
  }

  @Test func aReloadStaysAReload() { #expect(Edits<Int>.reload.pairingReplacements() == .reload) }

  @Test(arguments: Seeds.fixed(17, fresh: 17)) func replacementsLeadToTheSameState(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<20 {
      func list() -> [Int] {
        (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0..<15, using: &random) }
      }
      let old = list(), new = list()
      let edits = diff(from: old, to: new, id: \.self)
      let paired = edits.pairingReplacements()
      let result = try paired.applied(to: old, count: new.count) { new[$0] }
      let text = "seed \(seed), round \(round): \(edits) to \(paired), from \(old) to \(new)"
      #expect(result == new && paired.count <= edits.count, "\(text)")
      #expect(paired == paired.pairingReplacements() && paired.moves == edits.moves, "\(text)")
    }
  }
}
