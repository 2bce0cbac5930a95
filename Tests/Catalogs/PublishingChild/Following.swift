import CatalogKit
import Foundation
import Publishing

/// Processes that build a catalog, and update it when one of its files has changed.
struct Following {
  /// The catalog's folder.
  let catalog: String
  /// The file that changes, in that folder.
  let file: String
  private var settings = CatalogBuilder.Settings()

  init(_ catalog: String, _ file: String) {
    (self.catalog, self.file) = (catalog, file)
    // One thread prepares files, so that they are always in the same order.
    settings.jobs = 1
    settings.allowsLosses = true
  }

  private func builder(into output: String) -> CatalogBuilder {
    CatalogBuilder(at: catalog, into: output, settings: settings)
  }

  /// Delivers the pending changes, to a file if one is given.
  private func deliver(_ report: BuildReport, of builder: CatalogBuilder, to file: String? = nil) throws {
    try builder.deliver(report) { report in
      if let file { try JSONEncoder().encode(report.undelivered).write(to: URL(filePath: file)) }
    }
  }

  /// Builds a catalog, reads a changed file, and publishes the changes.
  ///
  /// - Parameters:
  ///   - new: The new content of the file.
  ///   - list: The file for the list of changes, or `nil` if it is not delivered.
  ///   - countdown: Counts the changes of the disk from the update on.
  func follow(into output: String, new: String, deliveringTo list: String?, _ countdown: Countdown) throws {
    countdown.count(false)
    // Without changes a build would not keep the catalog in memory; a clean build does.
    var settings = settings
    settings.isClean = true
    settings.willChange = { countdown.step($0) }
    let builder = CatalogBuilder(at: catalog, into: output, settings: settings)
    try deliver(builder.build(), of: builder)
    let before = builder.catalog
    try Data(contentsOf: URL(filePath: new)).write(to: URL(filePath: "\(catalog)/\(file)"))
    countdown.count(true)
    let report = try builder.update(["\(catalog)/\(file)"])
    guard builder.catalog === before else { throw CancellationError() }
    if let list { try deliver(report, of: builder, to: list) }
  }

  /// Builds a catalog into several folders, unlocks these until the input ends, and then reads a changed file.
  func survive(into outputs: [String]) throws {
    let builders = outputs.map(builder)
    for builder in builders {
      try deliver(builder.build(), of: builder)
      builder.close()
    }
    printLine("open")
    while readLine() != nil {}
    for (builder, output) in zip(builders, outputs) {
      do {
        try deliver(builder.update(["\(catalog)/\(file)"]), of: builder, to: "\(output).json")
      } catch {
        FileHandle.standardError.write(Data("\(output): \(error)\n".utf8))
      }
      builder.close()
    }
  }

  /// Builds a catalog into several folders, and again.
  func rebuild(into outputs: [String]) throws {
    for output in outputs {
      let first = builder(into: output)
      try deliver(first.build(), of: first, to: "\(output).json")
      first.close()
      let second = builder(into: output)
      let report = try second.build()
      second.close()
      if !report.isUnchanged || report.pages.rendered > 0 { printLine("\(output) is built once more") }
    }
  }
}
