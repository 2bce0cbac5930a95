import Foundation
import Testing

/// `pomona diff`, as used by a person and a program.
@Suite struct DiffTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let long = String(repeating: "very ", count: 30)
    try sandbox.write([
      "old.csv": "code,name,price,note\na1,Apple,1,\(long)good\nb2,Pear,2,x\nc3,Fig,3,\nd4,Kiwi,4,y\n",
      "new.csv": "code,name,price,note\nd4,Kiwi,4,y\na1,Apple,1.0,\(long)bad\nc3,Fig,3,now\ne5,Plum,5,\n",
    ])
  }

  @Test func differentRows() throws {
    let outcome = try sandbox.pomona("diff", "old.csv", "new.csv")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        - b2 Pear
        + e5 Plum
        > d4: moved from 4 to 1
        ~ a1: price: “1” → “1.0”
        ~ a1: note: “… very very very very very very very very very very very good” → “…y very very very very very \
        very very very very very very bad”
        ~ c3: note: nothing → “now”
        1 new, 2 changed, 1 removed, 1 moved: 4 → 4 rows

        """)
  }

  @Test func differenceForPrograms() throws {
    struct Difference: Decodable, Equatable {
      struct Row: Decodable, Equatable { var key: String }
      struct Move: Decodable, Equatable {
        var key: String
        var from: Int
        var to: Int
      }
      struct Value: Decodable, Equatable {
        var field: String
        var old: String?
        var new: String?
      }
      struct Update: Decodable, Equatable {
        var key: String
        var row: Int
        var values: [Value]
      }
      var deletes: [Row]
      var inserts: [Row]
      var moves: [Move]
      var updates: [Update]
    }
    let outcome = try sandbox.pomona("diff", "old.csv", "new.csv", "--report", "json")
    let difference = try JSONDecoder().decode(Difference.self, from: Data(outcome.output.utf8))
    #expect(difference.deletes == [.init(key: "b2")])
    #expect(difference.inserts == [.init(key: "e5")])
    #expect(difference.moves == [.init(key: "d4", from: 4, to: 1)])
    #expect(difference.updates.map(\.key) == ["a1", "c3"])
    #expect(
      difference.updates.last
        == .init(key: "c3", row: 4, values: [.init(field: "note", old: nil, new: "now")]))
  }

  @Test func theExitStatusIsThatOfDiff() throws {
    #expect(try sandbox.pomona("diff", "old.csv", "new.csv", "--exit-code").status == 1)
    let same = try sandbox.pomona("diff", "old.csv", "old.csv", "--exit-code")
    #expect(same.status == 0)
    #expect(same.output == "No differences in 4 rows\n")
    let trouble = try sandbox.pomona("diff", "old.csv", "none.csv", "--exit-code")
    #expect(trouble.status == 2)
    #expect(trouble.errors == "error: none.csv: there is no such file.\n")
    #expect(try sandbox.pomona("diff", "old.csv", "none.csv").status == 1)
  }

  @Test func otherFieldsAreReportedFirst() throws {
    try sandbox.write("new.csv", "code,name,price,colour\na1,Apple,cheap,red\nb2,Pear,2,green\nc3,Fig,3,\nd4,Kiwi,4,\n")
    #expect(
      try sandbox.pomona("diff", "old.csv", "new.csv").output == """
        field price: number → text
        field note: text → removed
        field colour: new → text
        ~ a1: price: “1” → “cheap”
        1 changed: 4 → 4 rows

        """)
  }

  @Test func otherKeysAreReportedFirst() throws {
    try sandbox.write("new.csv", "id,code,name,price,note\n1,b2,Pear,2,x\n")
    let inferred = try sandbox.pomona("diff", "old.csv", "new.csv").output
    #expect(inferred.hasPrefix("key: code → id; name one with --key for rows to be the same\n"), "\(inferred)")
    #expect(
      try sandbox.pomona("diff", "old.csv", "new.csv", "--key", "code").output == """
        field id: new → number
        - a1 Apple
        - c3 Fig
        - d4 Kiwi
        3 removed: 4 → 1 row

        """)
  }

  @Test func filesAreReadByTheOptions() throws {
    try sandbox.write(["old.txt": "k|v\n1|a\n", "new.txt": "k|v\n1|b\n"])
    let options = ["--input-format", "csv", "--delimiter", "bar", "--key", "k"]
    #expect(
      try sandbox.pomona(["diff", "old.txt", "new.txt"] + options).output
        == "~ 1: v: “a” → “b”\n1 changed: 1 → 1 row\n")
  }

  @Test func dataDoesNotControlTheTerminal() throws {
    try sandbox.write([
      "old.json": #"[{"name": "A", "v": "x"}]"#,
      "new.json": #"[{"name": "A", "v": "\u001b]0;title\u0007\n\u009b2J"}, {"name": "\u001b[2J", "v": "x"}]"#,
    ])
    let text = try sandbox.pomona("diff", "old.json", "new.json").output
    #expect(
      text == """
        + \\u{1b}[2J
        ~ A: v: “x” → “\\u{1b}]0;title\\u{7}\\u{a}\\u{9b}2J”
        1 new, 1 changed: 1 → 2 rows

        """)
    let json = try sandbox.pomona("diff", "old.json", "new.json", "--report", "json").output
    #expect(!json.dropLast().unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(json.contains(#"\u001b]0;title\u0007\n\u009b2J"#), "\(json)")
  }
}
