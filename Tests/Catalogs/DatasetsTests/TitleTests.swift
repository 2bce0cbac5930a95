import Datasets
import Testing

/// The field of titles, if none is chosen.
@Suite struct TitleTests {
  private func titles(_ header: String, _ rows: [String]) throws -> [String] {
    try read(csv: ([header] + rows).joined(separator: "\n")).records.map(\.title)
  }

  @Test(arguments: [
    ("id,kind,title\n1,a,x\n2,a,y\n", ["x", "y"]),
    // Names with other words, whole ones before others, parts of names last.
    ("id,docket,caseName\n1,17-2,A v. B\n2,18-4,C v. D\n", ["A v. B", "C v. D"]),
    ("id,sort_name,display_name\n1,\"Blake, W\",W Blake\n2,\"Moore, H\",H Moore\n", ["W Blake", "H Moore"]),
    ("id,first_name,note\n1,Ada,One of them\n2,Alan,Another one\n", ["Ada", "Alan"]),
    ("id,autor,título\n1,a,Niebla\n2,a,Rimas\n", ["Niebla", "Rimas"]),
    ("id,native name,preferreddisplayname\n1,a,Anna\n2,b,Otto\n", ["Anna", "Otto"]),
  ])
  func `a name`(csv: String, titles: [String]) throws {
    #expect(try read(csv: csv).records.map(\.title) == titles)
  }

  @Test(arguments: ["first_name,last_name", "nameFirst,nameLast", "name.first,name.last", "forename,surname"])
  func `a first and a last name`(header: String) throws {
    let people = ["1,Ada,Lovelace,London", "2,Alan,Turing,London", "3,Alan,Kay,", "4,,Sappho,Lesbos"]
    #expect(try titles("id,\(header),place", people) == ["Ada Lovelace", "Alan Turing", "Alan Kay", "Sappho"])
  }

  @Test func `the name that tells more rows apart`() throws {
    let rows = ["1,Prints,Ada,1850", "2,Prints,Alan,1851", "3,Maps,Kay,1852", "4,Maps,Kay,1853"]
    let people = ["Ada", "Alan", "Kay", "Kay"]
    #expect(try titles("id,DepartmentFullName,DisplayName,Begin", rows) == people)
    #expect(
      try titles("id,KeeperFullName,DisplayName,Begin", rows.map { $0.replacing("4,Maps,Kay", with: "4,Maps,Grace") })
        == ["Ada", "Alan", "Kay", "Grace"])
    // One more different name is no reason to prefer the second.
    #expect(
      try titles("id,full_name,display_name,n", ["1,a b,c,1", "2,b c,d,2", "3,b c,e,3"]) == ["a b", "b c", "b c"])
  }

  @Test func `the name of a group that rows share only if there is no better one`() throws {
    let rows = ["1,Uffizi,Bowl", "2,Uffizi,Vase", "3,Prado,Plate", "4,Prado,Kettle"]
    #expect(try titles("id,museum_name,thing", rows) == ["Bowl", "Vase", "Plate", "Kettle"])
    #expect(try titles("id,museum_name", ["1,Uffizi", "2,Prado", "3,Louvre"]) == ["Uffizi", "Prado", "Louvre"])
  }

  @Test func `words that repeat rather than a number or a long identifier`() throws {
    let species = ["Parus major", "Parus major", "Turdus merula", "Turdus merula", "Sitta europaea", "Sitta europaea"]
    let numbers = species.enumerated().map { "\($0 + 100),\($1),\(1990 + $0 % 3)" }
    #expect(try titles("id,species,seen", numbers) == species)
    let long = species.enumerated().map { "\(String(repeating: "abcdef", count: 10))\($0),\($1),\(1990 + $0 % 3)" }
    #expect(try titles("id,species,seen", long) == species)
    // A key that people read stays.
    let short = species.enumerated().map { "owl-\($0),\($1),\(1990 + $0 % 3)" }
    #expect(try titles("id,species,seen", short)[0] == "owl-0")
    let unlike = species.indices.map { "\($0 + 100),\($0 % 2 == 0 ? "male" : "female"),1990" }
    #expect(try titles("id,sex,seen", unlike)[0] == "100")
  }

  @Test func `a title that people share is not their name`() throws {
    let people = ["1,Davolio,Nancy,Sales rep", "2,Fuller,Andrew,Vice president", "3,Leverling,Janet,Sales rep"]
    #expect(
      try titles("id,LastName,FirstName,Title", people) == ["Nancy Davolio", "Andrew Fuller", "Janet Leverling"])
    #expect(try titles("id,author_last_name,author_first_name,title", people)[0] == "Sales rep")
    let different = people.dropLast() + ["3,Leverling,Janet,Clerk"]
    #expect(try titles("id,LastName,FirstName,Title", Array(different))[2] == "Clerk")
    #expect(try titles("id,LastName,Initial,Title", people)[0] == "Sales rep")
  }

  @Test func `several chosen fields`() throws {
    let dataset = try read(csv: "id,town,no\n1,Bath,7\n2,,8\n3,,\n", .init(titles: ["town", "no"]))
    #expect(dataset.records.map(\.title) == ["Bath 7", "8", "3"])
  }

  @Test func `words, and no pictographs`() throws {
    #expect(try titles("emoji,says", ["🍎,apple", "🍐,pear", "🍒,cherries"]) == ["apple", "pear", "cherries"])
  }

  @Test func `a text that distinguishes rows, and no code`() throws {
    let rows = ["1,Male,A0071,Kettle", "2,Male,A0072,Tea bowl", "3,Female,A0073,Vase", "4,Male,A0074,Plate"]
    #expect(try titles("id,sex,acno,thing", rows) == ["Kettle", "Tea bowl", "Vase", "Plate"])
  }

  @Test func `nothing that is the same in all rows`() throws {
    let rows = ["1,Feature,Rio", "2,Feature,Oslo", "3,Feature,Bonn"]
    #expect(try titles("id,name,place", rows) == ["Rio", "Oslo", "Bonn"])
    #expect(try titles("id,type,n", ["1,Feature,3", "2,Feature,3", "3,Feature,4"]) == ["1", "2", "3"])
  }

  @Test func `a number or a date only as a key`() throws {
    #expect(try titles("year,sex", ["1850,f", "1851,f", "1852,m", "1853,m"]) == ["1850", "1851", "1852", "1853"])
  }
}
