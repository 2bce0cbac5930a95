import ArgumentParser
import CatalogKit
import Diagnostics

/// `pomona addresses`
struct AddressesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "addresses",
    abstract: "Has every address that was given be answered, by lines in addresses.csv.",
    discussion: """
      An address follows from the key of its row, and from those of the others: a row that comes may move the page of another \
      one. This command compares the catalog as it is now with what its builds have published, and adds to the addresses.csv \
      beside catalog.yml what the keys do not say: which pages stay where they were first, which addresses lead to another page, \
      and which entries are gone. Run it before a build or after; builds read the file and never write it. Lines that are \
      there stay. Where addresses are made in another way than before, as with an `address` of a data set, --move has pages stand where \
      they do now, and their former addresses lead there. If an entry that is gone has become another one, say so in the column moved_to.
      """)

  /// How many lines are told one by one.
  private static let limit = 20

  @OptionGroup
  var catalog: CatalogArguments

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  @Option(name: .shortAndLong, help: "The folder that the catalog was built into. (default: build/NAME, after PATH)")
  var output: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The folder that the build keeps what it knows in, if it was given one.", valueName: "dir"))
  var state: String?

  @Flag(name: .long, help: "Leave pages where they stand now, and have their former addresses lead there.")
  var move = false

  @Flag(name: .long, help: "Write nothing, and tell what would be written; the exit status is 3 if anything would.")
  var check = false

  @Option(name: .long, help: "How to report what was found: text or json.")
  var report = ReportFormat.text

  func run() throws {
    let folder = output ?? "build/" + Catalog.name(at: catalog.path)
    let source = try Catalog(at: catalog.path, options: CatalogOptions(catalog, reading))
    let revision = try source.addressRevision(after: folder, state: state, movingPages: move) {
      Main.printError(OutputArguments.text(waitingFor: $0))
    }
    if !check { try revision.write() }
    switch report {
    case .text: for line in lines(of: revision) { try StandardOutput.print(line.printable) }
    case .json: try StandardOutput.print(JSONReport.text(revision))
    }
    if check, !revision.isEmpty { throw ExitCode(3) }
  }

  private func lines(of revision: AddressRevision) -> [String] {
    guard !revision.isEmpty else { return ["Every address that was given is answered."] }
    let rest = revision.lines.count - Self.limit
    let counts = [
      (revision.lines.count { $0.kind == .page }, "page stays", "pages stay"),
      (revision.lines.count { $0.kind == .moved }, "address leads to another", "addresses lead to others"),
      (revision.lines.count { $0.kind == .gone }, "entry is gone", "entries are gone"),
    ]
    let summary = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }.joined(separator: ", ")
    return revision.lines.prefix(Self.limit).map(\.text) + (rest > 0 ? ["… and \(rest) more"] : [])
      + ["\(check ? "Would be written to" : "Written to") \(revision.file): \(summary)"]
  }
}

extension AddressRevision.Line {
  fileprivate var text: String {
    switch kind {
    case .page: "\(address) stays the page of \(dataset)/\(key)"
    case .moved: "\(address) leads to \(destination ?? "")"
    case .gone: "\(address) says that \(dataset)/\(key) is gone"
    }
  }
}
