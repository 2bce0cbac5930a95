import Foundation
import Rendering
import TestKit
import Testing

/// Addresses, tested by the pages of a document.
@Suite struct AddressTests {
  private func addresses(_ titles: [String]) -> [String] {
    document(titles).pages.filter { $0.kind == .object }.map { $0.path.file("html") }
  }

  @Test(arguments: [
    ("Apple", "apple"), ("Reine Claude d’Oullins", "reine-claude-doullins"), ("Açaí", "acai"), ("Ærø", "ærø"),
    ("Straße", "strasse"), ("りんご", "りんご"), ("आम", "आम"), ("хурма", "хурма"), ("100 % juice", "100-juice"),
    ("  a -- b  ", "a-b"), ("ﬁg", "fig"), ("İstanbul", "istanbul"), ("C", "c"), ("C++", "c-plus-plus"),
    ("C#", "c-sharp"),
    ("g++-14", "g-plus-plus-14"), ("1+1", "1-plus-1"), ("Salt & Pepper", "salt-and-pepper"), ("AT&T", "at-and-t"),
    ("Issue #15", "issue-15"), ("#15", "15"), (".net", "dot-net"), ("node.js", "node-js"), ("...and", "and"),
    ("Müller＆Söhne", "muller-and-sohne"), ("é#", "e-sharp"), (".é", "dot-e"), ("é.", "e"), ("é #5", "e-5"),
  ])
  func aNameIsReadableInItsAddress(name: String, slug: String) {
    #expect(addresses([name]) == ["things/\(slug.precomposedStringWithCanonicalMapping).html"])
  }

  @Test(arguments: [
    "", "🍎", "...", "index", "page-2", "CON", "nul", "LPT1", "../../etc/x", "/", "a\u{0}b", "\u{202E}evil",
  ])
  func aNameThatIsNoAddressHasADigest(name: String) throws {
    let address = try #require(addresses([name]).first)
    let file = address.dropFirst("things/".count).dropLast(".html".count)
    #expect(!file.contains("/") && !file.hasPrefix(".") && !file.isEmpty)
    #expect(!["index", "con", "nul", "lpt1", "page-2"].contains(String(file)))
  }

  @Test func namesThatDifferOnlyInCaseOrAccentsHaveDifferentFiles() {
    let names = ["apple", "Apple", "APPLE", "Résumé", "Resume", "resume", "résumé", "Ａ", "A", "a", "STRASSE", "straße"]
    let addresses = addresses(names)
    let folded = addresses.map {
      $0.precomposedStringWithCompatibilityMapping.folding(
        options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
    #expect(Set(folded).count == names.count, "\(addresses)")
    #expect(addresses[0] == "things/apple.html", "the name that is its own slug keeps it")
  }

  @Test func significantCharactersDistinguishNames() {
    let names = ["C", "C++", "C#", "net", ".net", "A B", "A & B", "A + B"]
    #expect(
      addresses(names).map { $0.dropFirst("things/".count).dropLast(".html".count) } == [
        "c", "c-plus-plus", "c-sharp", "net", "dot-net", "a-b", "a-and-b", "a-plus-b",
      ])
  }

  @Test func everyAddressOfTheRuleIsValid() throws {
    let long = String(repeating: "ab cd-", count: 40)
    for name in ["Apple", "apple", "", "con", "page-2", "りんご", "🍎", long, long + "x", "C++", "Straße", "ΟΔΟΣ"] {
      for page in document([name, name + "!", name + "?"]).pages where page.kind == .object {
        #expect(PagePath(page.path.address) == page.path, "\(page.path.address)")
      }
    }
    for text in [
      "", "/", "/a", "a//", "a//b", "../a", "a/..", "a/b.html", "A/b", "a/b c", "a/-b", "a/b-", "a/B", "a\0",
    ] {
      #expect(PagePath(text) == nil, "\(text)")
    }
    // A folder is written in the usual form.
    #expect(PagePath("a/b/") == PagePath("a/b/index"))
  }

  @Test func canonicallyEquivalentNamesHaveTheSameAddress() {
    #expect(addresses(["Caf\u{E9}"]) == addresses(["Cafe\u{301}"]))
  }

  @Test func addressesDoNotDependOnTheOrderOfTheObjects() {
    let names = ["apple", "Apple", "Äpple", "fig", "Fig", "page-1", "🍎", "🍐", "con"]
    let straight = Dictionary(uniqueKeysWithValues: zip(names, addresses(names)))
    let reversed = Dictionary(uniqueKeysWithValues: zip(names.reversed(), addresses(names.reversed())))
    #expect(straight == reversed)
  }

  @Test func aNameThatSpellsOutTheDigestOfAnotherKeepsItsAddress() throws {
    let digest = try #require(addresses(["Apple", "apple"]).first).dropFirst("things/".count).dropLast(".html".count)
    let names = ["Apple", "apple", String(digest)]
    let straight = Dictionary(uniqueKeysWithValues: zip(names, addresses(names)))
    #expect(straight == Dictionary(uniqueKeysWithValues: zip(names.reversed(), addresses(names.reversed()))))
    #expect(straight[String(digest)] == "things/\(digest).html")
    #expect(Set(straight.values).count == 3)
  }

  @Test func longNamesAreCutAndStayDifferent() {
    let long = String(repeating: "おなかすいた", count: 200)
    let addresses = addresses([long + "a", long + "b", String(repeating: "x", count: 1000)])
    #expect(Set(addresses).count == 3)
    #expect(addresses.allSatisfy { $0.utf8.count < 200 })
  }

  @Test func aThousandHostileNamesHaveAThousandFiles() {
    let seed: UInt64 = 20_260_101
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("aAáÁ-./\\ 0ß🍎\u{301}é")
    let names = Set(
      (0..<1000).map { _ in
        String((0..<Int.random(in: 0...5, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) })
      }
    ).sorted()
    let addresses = addresses(names)
    #expect(
      Set(addresses.map { $0.lowercased().decomposedStringWithCanonicalMapping }).count == names.count, "seed \(seed)")
  }

  @Test func collectionsHaveTheirOwnFolders() {
    let pages = document([
      (
        "All",
        [
          Thing(collection: "a/b", title: "x"), Thing(collection: "A B", title: "x"),
          Thing(collection: "..", title: "x"),
        ]
      )
    ]).pages.filter { $0.kind == .object }.map { $0.path.file("html") }
    #expect(Set(pages).count == 3)
    #expect(pages.allSatisfy { $0.split(separator: "/").count == 2 && !$0.contains("..") })
  }

  @Test func sectionsWithEqualOrNoNamesHaveDifferentAddresses() {
    let pages = document([("Other", []), ("Other", []), (nil, []), (nil, [])]).pages.map { $0.path.file("md") }
    #expect(Set(pages).count == 5)
    #expect(pages[0] == "index.md")
  }

  @Test func referencesAreRelativeAndEncoded() throws {
    let pages = Array(document(["Ananas ñ"]).pages)
    let home = try #require(pages.first)
    let object = try #require(pages.last)
    #expect(home.path.reference(to: "things/ananas n.html") == "things/ananas%20n.html")
    #expect(object.path.reference(to: "index.html") == "../index.html")
    #expect(object.path.reference(to: "things/other.html") == "other.html")
    #expect(object.path.reference(to: "all/りんご.html") == "../all/%E3%82%8A%E3%82%93%E3%81%94.html")
    #expect(object.path.rootReference == "../")
  }
}
