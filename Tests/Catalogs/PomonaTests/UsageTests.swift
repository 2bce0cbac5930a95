import Testing

@Suite struct UsageTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("fruits.csv", "name,colour\nApple,red\n")
  }

  @Test(arguments: [
    (["build", "fruits.csv", "--colour"], "Error: Unknown option '--colour'"),
    (["build", "fruits.csv", "--ouput", "x"], "Error: Unknown option '--ouput'. Did you mean '--output'?"),
    (["build", "fruits.csv", "--report", "xml"], "Error: The value 'xml' is invalid for '--report <report>'"),
    (["build", "fruits.csv", "--page-size", "0"], "Error: --page-size has to be at least 1."),
    (["build", "fruits.csv", "--page-size", "many"], "Error: The value 'many' is invalid for '--page-size <n>'"),
    (["build", "fruits.csv", "--format", ""], "Error: The value '' is invalid for '--format <formats>'"),
    (["build", "fruits.csv", "--format", ", "], "Error: The value ', ' is invalid for '--format <formats>'"),
    (
      ["build", "fruits.csv", "--sort", ":desc"],
      "Error: The value ':desc' is invalid for '--sort <field[:text][:desc]>'"
    ),
    (["build", "fruits.csv", "--where", "colour"], "Error: The value 'colour' is invalid for '--where <field=value>'"),
    (["build", "fruits.csv", "--where", "=red"], "Error: The value '=red' is invalid for '--where <field=value>'"),
    (["build", "fruits.csv", "--delimiter", ";;"], "Error: --delimiter “;;” cannot separate values."),
    (["build", "fruits.csv", "--table", "a", "--query", "b"], "Error: Give either --table or --query."),
    (["build", "fruits.csv", "--title"], "Error: Missing value for '--title <title>'"),
    (["build", "fruits.csv", "pears.csv"], "Error: Unexpected argument 'pears.csv'"),
    (["biuld", "fruits.csv"], "Error: There is no command “biuld”. Did you mean “build”?"),
    (["publish"], "Error: There is no command “publish”. To build a catalog: pomona build"),
    (["fruits.csv"], "Error: There is no command “fruits.csv”. To build it: pomona build fruits.csv"),
    (["init"], "Error: Missing expected argument '<path>'"),
  ])
  func wrongUsage(arguments: [String], message: String) throws {
    let before = try sandbox.contents()
    let outcome = try sandbox.pomona(arguments)
    let lines = outcome.errors.split(separator: "\n")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(lines.first.map(String.init) == message)
    #expect(lines.contains { $0.hasPrefix("Usage: pomona") })
    #expect(try sandbox.contents() == before)
  }

  @Test func commandsAreListedForAnUnknownOne() throws {
    let outcome = try sandbox.pomona("publish")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.split(separator: "\n").dropFirst().first
        == "Commands: build, serve, watch, check, explain, diff, graph, addresses, types, init, schema, plugin")
    #expect(try sandbox.pomona("help", "build").status == 0)
  }

  @Test(arguments: [
    (["--help"], ["USAGE: pomona <subcommand>", "  build ", "  init ", "  schema "]),
    ([], ["USAGE: pomona <subcommand>", "  build ", "  init ", "  schema "]),
    (
      ["build", "--help"],
      [
        "USAGE: pomona build", "<path>", "--output", "--format", "--title", "--key", "--group-by", "--sort",
        "--page-size", "--pages", "--where", "--input-format", "--delimiter", "--path", "--table", "--query",
        "--encoding", "--problems", "--max-problems", "--report", "--adopt", "--quiet",
      ]
    ),
    (["init", "--help"], ["USAGE: pomona init", "<path>", "<folder>", "--table"]),
  ])
  func help(arguments: [String], parts: [String]) throws {
    let outcome = try sandbox.pomona(arguments)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    for part in parts { #expect(outcome.output.contains(part), "\(part)") }
  }

  @Test func version() throws {
    let outcome = try sandbox.pomona("--version")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.wholeMatch(of: /pomona \d+\.\d+\.\d+\n/) != nil, "\(outcome.output)")
  }
}
