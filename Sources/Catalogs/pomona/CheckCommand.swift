import ArgumentParser
import CatalogKit
import Diagnostics

/// `pomona check`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds mistakes in a catalog without building it.",
    discussion: """
      The command checks the configuration, the data, the templates, the pictures, and the links on the pages: a \
      relative link or picture has to lead to a page, a picture or another file of the catalog, starting from its \
      root. Links to other sites are not followed. A link that leads nowhere is an error. A field that names a missing \
      picture is a warning, because the page shows the name instead. Below its findings, the command lists what was \
      decided from the rows, as lines for a catalog.yml. The exit status is 0 if there are no errors, and 1 otherwise.
      """)

  @OptionGroup
  var catalog: CatalogArguments

  @OptionGroup
  var formats: FormatArguments

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  @Option(name: .long, help: "The format of the report: text or json.")
  var report = ReportFormat.text

  func run() throws {
    let check = CatalogCheck(at: catalog.path, options: CatalogOptions(catalog, reading, formats))
    switch report {
    case .text: try Console.print(check.description + decisions(of: check))
    case .json: try Console.print(ReportFormat.json(check.findings.map(Finding.init)))
    }
    if !check.isPassed { throw ExitCode(1) }
  }

  private func decisions(of check: CatalogCheck) -> String {
    if check.decisions.isEmpty { return "" }
    return
      "\n\nDecided from the rows (other lines in catalog.yml decide otherwise):\ndatasets:\n"
      + check.decisions.joined(separator: "\n")
  }
}

/// A finding as JSON.
private struct Finding: Encodable {
  let severity: String
  let code: String
  let message: String
  let hint: String?
  let file: String?
  let row: Int?
  let line: Int?
  let column: Int?
  let field: String?

  init(_ diagnostic: Diagnostic) {
    severity = diagnostic.severity.rawValue
    code = diagnostic.code.rawValue
    message = diagnostic.message
    hint = diagnostic.hint
    let location = diagnostic.location
    (file, row, line, column, field) = (
      location.file, location.row, location.line, location.column, location.field
    )
  }
}
