import Datasets
import Diagnostics
import Testing

/// Texts that stand for no value: those that are recognized among texts, and those that a person names.
@Suite struct NoneTests {
  private func values(_ values: [String], _ options: Dataset.Options = .init()) throws -> [String] {
    let dataset = try read(
      csv: values.enumerated().reduce("id;v\n") { $0 + "\($1.offset);\"\($1.element)\"\n" }, options)
    return dataset.records.map { $0["v"]?.text ?? "" }
  }

  @Test(arguments: [
    "NA", "na", "N/A", "n/a", "NaN", "NULL", "null", "#N/A", "\\N", "n.a.", "-", "--", "–", "?", "..", " NA ",
  ])
  func `what programs write for no value is none among texts`(none: String) throws {
    #expect(try values(["Lisbon", none, "Porto"]) == ["Lisbon", "", "Porto"])
    #expect(try values([none, none]) == ["", ""])
    // However late it comes.
    let cities = (0..<100).map { "City \($0)" }
    #expect(try values(cities + [none]).last == "")
    let stories = (0..<100).map {
      "**Story** number \($0), which is long enough to be read as prose with some Markdown."
    }
    #expect(try values(stories + [none]).last == "")
  }

  @Test(arguments: ["Na", "Nan", "Null", "None", "none", "*", "unknown", "no", "Sem açúcar", "N"])
  func `what may be a name or an answer is a value`(text: String) throws {
    #expect(try values(["Lisbon", text, "Porto"]) == ["Lisbon", text, "Porto"])
  }

  @Test func `letters are codes among codes, and a dash is a minus beside a plus`() throws {
    #expect(try values(["NA", "IT", "DE"]) == ["NA", "IT", "DE"])
    #expect(try values(["MI", "NA", "-", "RM"]) == ["MI", "NA", "", "RM"])
    #expect(try values(["+", "-", "+"]) == ["+", "-", "+"])
    #expect(try values(["*", "**", "***"]) == ["*", "**", "***"])
  }

  @Test(arguments: [
    "Sem local", "not available", "N/A", "keine Angabe", "non renseigné", "no disponible", "Não informado",
  ])
  func `words that say that there is no value are none`(words: String) throws {
    #expect(try values(["Lisbon", words, "Porto"]) == ["Lisbon", "", "Porto"])
  }

  @Test(arguments: ["unknown", "None", "Unbekannt", "inconnu", "desconhecido"])
  func `words that may be an answer are none if most values are the same`(words: String) throws {
    #expect(try values(["Ann", words, words, "Bob"]) == ["Ann", words, words, "Bob"])
    #expect(try values(["Ann", words, words, words, "Bob"]) == ["Ann", "", "", "", "Bob"])
  }

  @Test func `a warning says what is taken for none, and where`() throws {
    let dataset = try read(csv: "id,place,period,code\n1,NA,-,NA\n2,Lisbon,Iron Age,PT\n3,Porto,Bronze Age,ES\n")
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.csv, row 2, field “place”: “NA” is taken for no value; so is “-” in “period”.
          Say what stands for no value with `none: ["n/a"]` in catalog.yml, or with `none: false` that nothing does.
        """
      ])
    #expect(
      dataset.texts.map { $0[1...].joined(separator: "|") } == ["||NA", "Lisbon|Iron Age|PT", "Porto|Bronze Age|ES"])
  }

  @Test func `a person says what stands for none`() throws {
    #expect(try values(["NA", "x y", "Lisbon"], .init(none: ["x y"])) == ["NA", "", "Lisbon"])
    #expect(try values(["NA", "x y", "Lisbon"], .init(none: [])) == ["NA", "x y", "Lisbon"])
    #expect(try values(["NA", "x y", "Lisbon"], .init(nones: ["v": ["Lisbon"]])) == ["NA", "x y", ""])
    #expect(try values(["NA", "x y", "Lisbon"], .init(none: ["NA"], nones: ["v": []])) == ["NA", "x y", "Lisbon"])
    #expect(try read(csv: "id,v\n1,NA\n2,Rome\n", .init(none: [])).warnings.isEmpty)
  }

  @Test func `a chosen none is none in every type`() throws {
    let numbers = try read(csv: "id,v\n1,9999\n2,3\n3,x\n", .init(nones: ["v": ["9999", "x"]]))
    #expect(numbers.schema.fields[1].type == .number)
    #expect(numbers.texts.map(\.last) == ["", "3", ""])
    let chosen = try read(csv: "id,v\n1,none\n2,3\n", .init(types: ["v": .number], none: ["none"]))
    #expect(chosen.texts.map(\.last) == ["", "3"])
    let json = try read(json: #"[{"v": 0, "w": "s.d."}, {"v": 4, "w": "1950"}]"#, .init(none: ["0", "s.d."]))
    #expect(json.records[0]["v"]?.isMissing == true)
    #expect(json.records[0]["w"]?.isMissing == true)
    let list = try read(csv: "id,v\n1,a; n/a\n2,n/a\n3,b; a\n", .init(types: ["v": .list], none: ["n/a"]))
    #expect(list.records.map { $0["v"]?.text ?? "" } == ["a", "", "b, a"])
    let text = try read(csv: "id,v\n1,n/a\n2,b\n", .init(types: ["v": .text], none: ["n/a"]))
    #expect(text.texts.map(\.last) == ["", "b"])
  }
}
