import Changesets
import DataSources
import Testing

/// Pictures of chains.
@Suite struct ChainDescriptionTests {
  /// Ripe fruits and all nuts, and all fruits once more.
  private func diamond() -> (fruits: ArraySource<String>, shown: any DataSource<String>) {
    let fruits = ArraySource(["apple", "fig", "kiwi"], name: "Fruits"), nuts = ArraySource(["hazel"], name: "Nuts")
    let ripe = fruits.applying(.filter { $0 != "kiwi" })
    return (fruits, Transform(of: [ripe, nuts, fruits], by: .concatenate()).applying(.sort { $0 < $1 }))
  }

  @Test func aTree() {
    #expect(
      diamond().shown.chainDescription() == """
        Sort: 3 sections (“Fruits”, “Nuts”, “Fruits”), 6 items
          Concatenate: 3 sections (“Fruits”, “Nuts”, “Fruits”), 6 items
            Filter: 1 section (“Fruits”), 2 items
              ArraySource #3: 1 section (“Fruits”), 3 items
            ArraySource: 1 section (“Nuts”), 1 item
            ArraySource #3, as above

        """)
  }

  @Test func aFlowchart() {
    #expect(
      diamond().shown.mermaid() == """
        flowchart LR
          n0["Sort<br>3 sections (“Fruits”, “Nuts”, “Fruits”), 6 items"]
          n1["Concatenate<br>3 sections (“Fruits”, “Nuts”, “Fruits”), 6 items"]
          n2["Filter<br>1 section (“Fruits”), 2 items"]
          n3["ArraySource<br>1 section (“Fruits”), 3 items"]
          n4["ArraySource<br>1 section (“Nuts”), 1 item"]
          n1 --> n0
          n2 -->|0| n1
          n4 -->|1| n1
          n3 -->|2| n1
          n3 --> n2

        """)
  }

  @Test func aGraph() {
    #expect(
      diamond().shown.dot() == #"""
        digraph chain {
          rankdir=LR;
          node [shape=box];
          n0 [label="Sort\n3 sections (“Fruits”, “Nuts”, “Fruits”), 6 items"];
          n1 [label="Concatenate\n3 sections (“Fruits”, “Nuts”, “Fruits”), 6 items"];
          n2 [label="Filter\n1 section (“Fruits”), 2 items"];
          n3 [label="ArraySource\n1 section (“Fruits”), 3 items"];
          n4 [label="ArraySource\n1 section (“Nuts”), 1 item"];
          n1 -> n0;
          n2 -> n1 [label=0];
          n4 -> n1 [label=1];
          n3 -> n1 [label=2];
          n3 -> n2;
        }

        """#)
  }

  @Test func aLeafAlone() {
    #expect(ArraySource<Int>().chainDescription() == "ArraySource: 1 section, 0 items\n")
    #expect(SectionedArraySource<Int>().chainDescription() == "SectionedArraySource: 0 sections, 0 items\n")
    #expect(ArraySource<Int>().mermaid() == "flowchart LR\n  n0[\"ArraySource<br>1 section, 0 items\"]\n")
  }

  @Test func onlyTheFirstSectionsAreNamed() {
    let source = SectionedArraySource((0..<5).map { SectionState($0 == 1 ? nil : "S\($0)", items: [1]) })
    #expect(source.chainDescription() == "SectionedArraySource: 5 sections (“S0”, –, “S2”, …), 5 items\n")
  }

  @Test func aSourceThatIsUsedTwiceByOneLink() {
    let source = ArraySource([1])
    #expect(
      Transform(of: [source, source], by: .concatenate()).chainDescription() == """
        Concatenate: 2 sections, 2 items
          ArraySource #1: 1 section, 1 item
          ArraySource #1, as above

        """)
  }

  // MARK: - Names are data

  @Test func namesAreEscapedInATree() {
    let source = ArraySource([1], name: "a\r\nSort: 9 sections\u{2028}b\u{202E}c\u{0}")
    source.link.name = "x\n  y"
    #expect(
      source.chainDescription()
        == "x\\u{a}  y: 1 section (“a\\u{d}\\u{a}Sort: 9 sections\\u{2028}b\\u{202e}c\\u{0}”), 1 item\n")
  }

  @Test func namesAreEscapedInAFlowchart() {
    let source = ArraySource([1], name: "\"]; click n0 \"javascript:x\" %% `#quot;` <img> & é 🥝")
    source.link.name = "end"
    #expect(
      source.mermaid() == """
        flowchart LR
          n0["end<br>1 section (“#34;#93;#59; click n0 #34;javascript#58;x#34; \
        #37;#37; #96;#35;quot#59;#96; #60;img#62; #38; é 🥝”), 1 item"]

        """)
  }

  @Test func namesAreEscapedInAGraph() {
    let source = ArraySource([1], name: #""]; n1 [label="\N\"#)
    source.link.name = "a\n&lt;\\"
    #expect(
      source.dot() == #"""
        digraph chain {
          rankdir=LR;
          node [shape=box];
          n0 [label="a\\u{a}&amp;lt;\\\n1 section (“\"]; n1 [label=\"\\N\\”), 1 item"];
        }

        """#)
  }

  // MARK: - Profiling

  @Test func theWorkOfLinksIsCounted() throws {
    let (fruits, shown) = diamond()
    #expect(shown.chain.allSatisfy { $0.link.statistics == nil })
    fruits.append("lime")
    shown.startProfiling()
    fruits.append("date")
    fruits.transaction {
      fruits.remove(at: 0)
      fruits.update("fig", at: 0)
      fruits.move(from: 0, to: 3)
      fruits.rename("Fruit")
    }
    fruits.reload(["plum"])
    let statistics = try #require(fruits.link.statistics)
    #expect(
      [statistics.turns, statistics.batches, statistics.reloads, statistics.edits] == [3, 3, 1, 5])
    #expect(
      [statistics.deletes, statistics.inserts, statistics.moves, statistics.updates] == [1, 1, 1, 2])
    #expect([statistics.lastBatch, statistics.greatestBatch] == [0, 4])
    #expect(statistics.time > .zero)
    #expect(
      shown.chainDescription() == """
        Sort: 3 sections (“Fruit”, “Nuts”, “Fruit”), 3 items; \
        3 turns, 3 batches; 4 deletes, 4 inserts, 4 updates; last 4, greatest 6
          Concatenate: 3 sections (“Fruit”, “Nuts”, “Fruit”), 3 items; \
        3 turns, 3 batches; 4 deletes, 4 inserts, 2 moves, 4 updates; last 4, greatest 8
            Filter: 1 section (“Fruit”), 1 item; \
        3 turns, 3 batches; 1 delete, 1 insert, 1 move, 2 updates, 1 reload; last 0, greatest 4
              ArraySource #3: 1 section (“Fruit”), 1 item; \
        3 turns, 3 batches; 1 delete, 1 insert, 1 move, 2 updates, 1 reload; last 0, greatest 4
            ArraySource: 1 section (“Nuts”), 1 item; 0 turns, 0 batches
            ArraySource #3, as above

        """)
    #expect(shown.chainDescription(withTimes: true).contains(" µs"))
    #expect(!shown.dot().contains("µs") && shown.dot(withTimes: true).contains("µs"))
    shown.stopProfiling()
    #expect(shown.chain.allSatisfy { $0.link.statistics == nil })
    #expect(!shown.chainDescription(withTimes: true).contains("turn"))
  }

  @Test func onlyLinksUpstreamAreProfiled() {
    let source = ArraySource([1])
    let odd = source.applying(.filter { $0 % 2 == 1 }), even = source.applying(.filter { $0 % 2 == 0 })
    even.startProfiling()
    source.append(2)
    #expect(odd.link.statistics == nil)
    #expect(source.link.statistics?.turns == 1)
    source.append(3)
    #expect(even.link.statistics?.turns == 2 && even.link.statistics?.batches == 1)
  }
}
