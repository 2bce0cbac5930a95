import Datasets
import Testing

@Suite struct ValueTests {
  @Test(arguments: [
    (Value.missing, ""), (.text("a  b"), "a  b"), (.markdown("*a*"), "*a*"), (.boolean(true), "yes"),
    (.boolean(false), "no"), (.date("2024-02-29"), "2024-02-29"), (.url("https://a.b"), "https://a.b"),
    (.image("a.png"), "a.png"), (.list([]), ""), (.list([.text("a"), .boolean(true), .missing]), "a, yes"),
  ])
  func `plain text`(value: Value, text: String) {
    #expect(value.text == text)
  }

  @Test func `only missing is missing`() {
    #expect(Value.missing.isMissing)
    #expect(!Value.text("").isMissing)
    #expect(!Value.list([]).isMissing)
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("12", 12), ("+12", 12), ("-3.50", -3.5), ("1e3", 1000), ("1E-2", 0.01), ("007", 7),
    ("2.5e+1", 25),
  ])
  func `numbers are read`(text: String, value: Double) throws {
    let number = try #require(Value.Number(text))
    #expect(number.value == value)
    #expect(number.text == text)
  }

  @Test(arguments: [
    "", " 1", "1 ", "-", "+", ".", "5.", "1e", "1e+", "1,000", "1_000", "0x10", "nan", "inf", "infinity", "1e999",
    "--1",
    "1.2.3", "١٢",
  ])
  func `other texts are no numbers`(text: String) {
    #expect(Value.Number(text) == nil)
  }

  @Test func `results are written short`() {
    #expect(Value.Number(3.0)?.text == "3")
    #expect(Value.Number(-0.0)?.text == "0")
    #expect(Value.Number(2.5)?.text == "2.5")
    #expect(Value.Number(Double.nan) == nil)
    #expect(Value.Number(Double.infinity) == nil)
  }

  @Test(arguments: [
    ("901656910939770881", "901656910939770882"), ("-901656910939770882", "-901656910939770881"),
    ("9007199254740992", "9007199254740993"), ("999999999999999999", "1000000000000000000"),
    ("1e20", "100000000000000000001"),
    ("9007199254740992", "9007199254740992.5"), ("0.99999999999999999999e18", "+01e18"),
  ])
  func `long numbers are compared by their digits`(less: String, greater: String) throws {
    let (less, greater) = (try #require(Value.Number(less)), try #require(Value.Number(greater)))
    #expect(less.value == greater.value)
    #expect(less != greater && less < greater && !(greater < less))
    #expect(Set([less, greater]).count == 2)
    #expect(Value.number(less).precedes(.number(greater)) && !Value.number(greater).precedes(.number(less)))
  }

  @Test(arguments: [
    ("1e20", "100000000000000000000"), ("1E+20", "0100000000000000000000.0"), ("-12.5e20", "-1250000000000000000000"),
    ("901656910939770881", "+901656910939770881"),
  ])
  func `long numbers are the same however they are written`(one: String, other: String) throws {
    let (one, other) = (try #require(Value.Number(one)), try #require(Value.Number(other)))
    #expect(one == other && !(one < other) && !(other < one))
    #expect(Set([one, other]).count == 1)
  }

  @Test func `numbers are compared by value`() {
    #expect(Value.Number("1.50") == Value.Number("1.5"))
    #expect(Set([Value.Number("1"), Value.Number("1.0"), Value.Number("2")]).count == 2)
  }
}
