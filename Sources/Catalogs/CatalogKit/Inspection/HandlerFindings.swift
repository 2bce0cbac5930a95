import CatalogSyntax
import DataSources
import Diagnostics
import PluginHosting
import SystemPackage

extension Catalog {
  /// Warnings about handlers of events that cannot do what they are for: programs that cannot be started, and sections
  /// that no listing has at present.
  ///
  /// - Complexity: O(*n*) in the number of sections, if a handler names one.
  var handlerFindings: [Diagnostic] {
    let handlers = configuration.handlers
    let names = handlers.contains { $0.section != nil } ? namesOfSections : []
    return handlers.flatMap { handler in
      [programFinding(of: handler), sectionFinding(of: handler, among: names)].compactMap(\.self)
    }
  }

  private var namesOfSections: [String] {
    let listed = document.listings.map(\.cells).flatMap { cells in
      (0..<cells.numberOfSections).compactMap(cells.name(ofSection:))
    }
    return listed + configuration.home.highlights.map(\.title)
  }

  private func programFinding(of handler: ConfiguredHandler) -> Diagnostic? {
    guard case .run(let program, _) = handler.action,
      let failure = StartFailure.foreseen(folder.place(of: program.text).string)
    else { return nil }
    return Diagnostic(
      .warning, code: "event/unstartable", "“\(program.text)” cannot be started: \(failure)", at: program.location,
      hint: failure.hint)
  }

  private func sectionFinding(of handler: ConfiguredHandler, among names: [String]) -> Diagnostic? {
    guard let section = handler.section, !names.contains(section.text) else { return nil }
    return Diagnostic(
      .warning, code: "event/no-section", "no listing has a section “\(section.text)”", at: section.location,
      hint: section.text.closest(in: names).map { "Did you mean “\($0)”?" })
  }
}
