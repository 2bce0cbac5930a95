import Foundation
import Testing

/// `pomona addresses`, as used by a person and a program.
@Suite struct AddressesTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("shop/catalog.yml", "datasets: { langs: { file: langs.csv, key: name } }\n")
    try sandbox.write("shop/langs.csv", "name\nAda B\nPython\nPerl\n")
    try sandbox.build("shop")
    try sandbox.write("shop/langs.csv", "name\nAda B\nPython\nada-b\n")
  }

  @Test func aBuildWarnsAndTheCommandRepairs() throws {
    let check = try sandbox.pomona("build", "shop", "--check")
    #expect(check.status == 3)
    #expect(
      check.errors.hasPrefix("warning: shop/langs.csv: the page of “Ada B” is now at langs/ada-b-")
        && check.errors.hasSuffix("\n  Run `pomona addresses`, and the page stays where it was.\n"))
    let expected = "langs/ada-b stays the page of langs/Ada B\nlangs/perl reports that langs/Perl was removed\n"
    let summary = "shop/addresses.csv: 1 page stays, 1 entry is gone\n"

    let dry = try sandbox.pomona("addresses", "shop", "--check")
    #expect(dry.status == 3)
    #expect(dry.output == expected + "Would be written to " + summary)
    #expect(!sandbox.exists("shop/addresses.csv"))

    let outcome = try sandbox.pomona("addresses", "shop")
    #expect(outcome.status == 0)
    #expect(outcome.output == expected + "Written to " + summary)
    #expect(
      try sandbox.text("shop/addresses.csv")
        == "dataset,key,address,moved_to,gone\nlangs,Ada B,langs/ada-b,,\nlangs,Perl,langs/perl,,yes\n")
    let build = try sandbox.pomona("build", "shop")
    #expect(build.status == 0)
    #expect(build.errors == "")
    #expect(try sandbox.text("build/shop/langs/perl.html").contains("no longer part of the catalog"))

    let again = try sandbox.pomona("addresses", "shop", "--check")
    #expect(again.status == 0)
    #expect(again.output == "All published addresses are valid.\n")
    let explained = try sandbox.pomona("explain", "Ada B", "shop")
    #expect(explained.output.contains("langs/ada-b.html"))
    #expect(explained.output.contains("its page, by shop/addresses.csv\n"))
  }

  @Test func pagesMayMove() throws {
    try sandbox.write(
      "shop/catalog.yml", "datasets: { langs: { file: langs.csv, key: name, address: \"in/{name}/\" } }\n")
    try sandbox.write("shop/langs.csv", "name\nAda B\nPython\n")
    #expect(
      try sandbox.pomona("build", "shop", "--check").errors.contains(
        "Run `pomona addresses`, and the page stays where it was; with --move, what stood there leads on."))
    #expect(
      try sandbox.pomona("addresses", "shop", "--move").output == """
        langs/ada-b leads to in/ada-b/index
        langs/perl reports that langs/Perl was removed
        langs/python leads to in/python/index
        Written to shop/addresses.csv: 2 addresses lead to others, 1 entry is gone

        """)
    let build = try sandbox.pomona("build", "shop")
    #expect(build.status == 0 && build.errors == "")
    #expect(try sandbox.text("build/shop/langs/ada-b.html").contains("url=../in/ada-b/index.html"))
  }

  @Test func reportForPrograms() throws {
    let outcome = try sandbox.pomona("addresses", "shop", "--report", "json")
    #expect(
      outcome.output == """
        {"file":"shop/addresses.csv","lines":[{"address":"langs/ada-b","dataset":"langs","key":"Ada B","kind":"page"},\
        {"address":"langs/perl","dataset":"langs","key":"Perl","kind":"gone"}]}

        """)
  }

  @Test func catalogThatWasNeverBuilt() throws {
    let outcome = try sandbox.pomona("addresses", "shop", "--output", "elsewhere")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        error: elsewhere: no addresses are known, since the catalog was not built there.
          Run `pomona build` first, or name the folder with --output.

        """)
  }

  @Test func hiddenRowsAreReported() throws {
    let outcome = try sandbox.pomona("build", "shop", "--where", "name=Python", "--output", "out")
    #expect(outcome.output.hasPrefix("1 of 3 rows in 1 section → 3 pages (html)\n"))
  }
}
