import ArgumentParser
import CatalogKit
import Diagnostics

/// `pomona addresses`
struct AddressesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "addresses",
    abstract: "Keeps published addresses valid, by lines in addresses.csv.",
    discussion: """
      The address of a row follows from its key and from the keys of the other rows, so that a new row can move the \
      page of another one. This command compares the present catalog with what its builds have published, and adds \
      lines to the addresses.csv beside catalog.yml: for pages that keep their first address, for addresses that lead \
      to another page, and for entries that were removed. Run it before or after a build; a build reads the file, but \
      never writes it. Existing lines are kept. If addresses are formed in another way than before, for example by an \
      `address` of a data set, --move leaves pages at their present addresses and redirects their former ones. If an \
      entry was replaced by another one, write that one in the column moved_to.
      """)

  /// The maximal number of lines that are printed one by one.
  private static let limit = 20

  @OptionGroup
  var catalog: CatalogArguments

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  @Option(name: .shortAndLong, help: "The folder that the catalog was built into. (default: build/NAME, after PATH)")
  var output: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The state folder of the build, if --state named one.", valueName: "dir"))
  var state: String?

  @Flag(name: .long, help: "Leave pages at their present addresses, and redirect their former addresses there.")
  var move = false

  @Flag(
    name: .long, help: "Write no files, and report what would be written; the exit status is 3 if that is anything.")
  var check = false

  @Option(name: .long, help: "The format of the report: text or json.")
  var report = ReportFormat.text

  func run() throws {
    let folder = output ?? "build/" + Catalog.name(at: catalog.path)
    let source = try Catalog(at: catalog.path, options: CatalogOptions(catalog, reading))
    let revision = try source.addressRevision(after: folder, state: state, movingPages: move) {
      Console.printError(OutputArguments.text(waitingFor: $0))
    }
    if !check { try revision.write() }
    try report.print(revision, as: lines(of: revision))
    if check, !revision.isEmpty { throw ExitCode(3) }
  }

  private func lines(of revision: AddressRevision) -> [String] {
    guard !revision.isEmpty else { return ["All published addresses are valid."] }
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
    case .gone: "\(address) reports that \(dataset)/\(key) was removed"
    }
  }
}
