import Diagnostics
import DocumentModel
import Foundation
import Rendering
import TestKit
import Testing

/// Own themes, and the options of the other formats.
@Suite struct ThemeTests {
  /// Runs a test with a folder of some files.
  private func withFolder<Result>(_ files: [String: Data], _ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pomona-theme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, data) in files { try data.write(to: folder.appending(path: name)) }
    return try body(folder.path(percentEncoded: false))
  }

  private func renderer(_ files: [String: String]) throws -> HTMLRenderer {
    try withFolder(files.mapValues { Data($0.utf8) }) { HTMLRenderer(theme: try HTMLTheme(folder: $0)) }
  }

  private func findings(_ files: [String: Data]) throws -> [Diagnostic] {
    try withFolder(files) { folder in
      do throws(DiagnosticsError) {
        _ = try HTMLTheme(folder: folder)
        return []
      } catch {
        return error.diagnostics
      }
    }
  }

  private let pages = Array(document(["Apple", "Pear"], body: [.heading(level: 1, ["Inner"])]).pages)

  private func text(_ renderer: some PageRenderer, _ page: Page) throws -> String {
    String(decoding: try renderer.render(page), as: UTF8.self)
  }

  @Test func aThemeMayHaveItsOwnTemplate() throws {
    let renderer = try renderer([
      "page.mustache": "{{#article}}<b>{{title}}</b>{{{body}}}{{/article}}{{^article}}-{{/article}}"
    ])
    #expect(
      try pages.map { try text(renderer, $0) } == [
        "-", "-", "<b>Apple</b><h2>Inner</h2>\n", "<b>Pear</b><h2>Inner</h2>\n",
      ])
    #expect(renderer.assets == (try HTMLRenderer().assets), "the style sheet is still that of Pomona")
    #expect(renderer.fingerprint != (try HTMLRenderer().fingerprint))
  }

  @Test func aThemeMayHaveItsOwnStyleSheet() throws {
    let (renderer, standard) = (try renderer(["style.css": "p { color: red }"]), try HTMLRenderer())
    #expect(renderer.assets == [Artifact(path: "assets/style.css", text: "p { color: red }")])
    #expect(try pages.map { try text(renderer, $0) } == pages.map { try text(standard, $0) })
    #expect(renderer.fingerprint == standard.fingerprint, "pages do not depend on the style sheet")
  }

  @Test func aBodyIsEscapedOnRequest() throws {
    let renderer = try renderer(["page.mustache": "{{#article}}{{#body}}{{.}}{{/body}}{{/article}}"])
    #expect(try text(renderer, pages[2]) == "&lt;h2&gt;Inner&lt;/h2&gt;\n")
  }

  @Test func unknownNamesAreErrorsWithTheirPlaces() throws {
    let template =
      """
      {{titel}}\n{{#sections}}{{#cells}}{{titel}}{{countLabel}}{{bdy}}{{/cells}}{{hue}}{{/sections}}{{body}}\n{{>part}}
      """
    let findings = try findings(["page.mustache": Data(template.utf8)])
    #expect(findings.map(\.code.rawValue) == Array(repeating: "theme/unknown-name", count: 5) + ["template/partial"])
    #expect(findings.map(\.location.line) == [1, 2, 2, 2, 2, 3])
    #expect(findings.map(\.location.column) == [1, 24, 47, 64, 84, 1])
    #expect(findings[0].hint == "Did you mean “title”?" && findings[2].hint == "Did you mean “body”?")
    #expect(findings.allSatisfy { $0.location.file?.hasSuffix("page.mustache") == true })
  }

  @Test func hintsListTheAvailableNames() throws {
    func hints(_ template: String) throws -> [String] {
      try findings(["page.mustache": Data(template.utf8)]).compactMap(\.hint)
    }
    #expect(try hints("{{homHref}}") == ["Did you mean “homeHref”?"])
    #expect(try hints("{{pageTitle}}") == ["Did you mean “title”?"])
    #expect(try hints("{{sect}}") == ["Did you mean “isSection” or “sections”?"])
    let whole = try hints("{{colour}}")[0]
    #expect(whole.hasPrefix("There are here: language, title, heading, catalogTitle, "))
    #expect(
      whole.hasSuffix(
        """
        ; and as sections: breadcrumbs, pagination, indexes, parts, terms, sections, article, destination, previous, \
        next, feed, json.
        """
      ))
    #expect(!whole.contains("Further out"))
    let within = try hints("{{#breadcrumbs}}{{colour}}{{/breadcrumbs}}")[0]
    #expect(within.hasPrefix("There are here: title, heading, href, isCurrent. Further out: language, title, "))
  }

  @Test func aThemeThatCannotBeReadIsAnError() throws {
    #expect(try findings([:]).map(\.code.rawValue) == ["theme/not-found"])
    #expect(try findings(["page.mustache": Data([0xFF, 0xFE])]).map(\.code.rawValue) == ["theme/unreadable"])
    #expect(try findings(["page.mustache": Data("{{#a".utf8)]).map(\.code.rawValue) == ["mustache/unclosed-tag"])
  }

  @Test func everyNameOfThePageIsAvailable() throws {
    let names = [
      "language", "title", "catalogTitle", "generator", "homeHref", "stylesheetHref", "isIndex", "isSection",
      "isObject",
      "hasBreadcrumbs", "introduction", "summary", "pagination.label", "previous.title", "next.href", "article.title",
      "feed.title", "feed.href", "json.title", "json.href",
    ]
    let sections =
      "{{#sections}}{{id}}{{title}}{{href}}{{countLabel}}{{#more}}{{href}}{{label}}{{/more}}{{#cells}}"
      + "{{identifier}}{{headingLevel}}{{title}}{{href}}{{accent}}{{initial}}{{hue}}{{{body}}}{{/cells}}{{/sections}}"
    let crumbs = "{{#breadcrumbs}}{{title}}{{href}}{{isCurrent}}{{/breadcrumbs}}"
    let template = names.map { "{{\($0)}}" }.joined() + sections + crumbs
    #expect(try findings(["page.mustache": Data(template.utf8)]).isEmpty)
  }

  /// Compares the documentation with the theme.
  @Test func theDocumentedNamesAreAvailable() throws {
    // Lines such as “- within `breadcrumbs`: `title`, `href`”: the sections, and the names available in them.
    let rows = try String(contentsOf: packageFolder.appending(path: "docs/guide/formats.md"), encoding: .utf8)
      .components(separatedBy: "## Themes")[1].components(separatedBy: "\n## ")[0]
      .split(separator: "\n").filter { $0.hasPrefix("- ") }
      .map { line in
        [line.prefix { $0 != ":" }, line.drop { $0 != ":" }].map { part in
          part.matches(of: /`([A-Za-z]+)`/).map { String($0.1) }
        }
      }
    #expect(rows.count == 7)
    let fields = rows.map { row in
      let names = row[1].map { "{{\($0)}}" }.joined()
      if row[0].isEmpty { return names }
      return row[0].map { owner in
        let own = "{{#\(owner)}}\(names){{/\(owner)}}"
        return ["cells", "more"].contains(owner) ? "{{#sections}}\(own){{/sections}}" : own
      }.joined()
    }
    #expect(try findings(["page.mustache": Data(fields.joined().utf8)]).map(\.description) == [])
  }

  @Test func documentsOfLatexHaveTheirClassAndPackages() throws {
    let renderer = try MarkupRenderer.latex(
      documentClass: "[a5paper,12pt]{book}", packages: ["lmodern", "[margin=2cm]{geometry}"])
    let latex = try text(renderer, pages[2])
    #expect(latex.hasPrefix("\\documentclass[a5paper,12pt]{book}\n"))
    #expect(latex.contains("\\usepackage{lmodern}\n\\usepackage[margin=2cm]{geometry}\n"))
    for name in ["", "book}", "a b", "[x]book", "[\\x]{book}", "book\\input{x}", "[a]{b}{c}", "bo\u{301}ok", "[%]{a}"] {
      #expect(throws: DiagnosticsError.self, "\(name)") { try MarkupRenderer.latex(documentClass: name) }
      #expect(throws: DiagnosticsError.self, "\(name)") { try MarkupRenderer.latex(packages: [name]) }
    }
  }

  @Test func manualPagesHaveTheirSection() throws {
    let renderer = try MarkupRenderer.man(section: "3pm")
    #expect(renderer.file(of: pages[2].path) == "things/apple.3pm")
    #expect(try text(renderer, pages[2]).contains(".TH \"APPLE\" 3pm \"\" \"Things\"\n"))
    for section in ["", "x", "7/..", "7 8", "7\n", "７"] {
      #expect(throws: DiagnosticsError.self, "\(section)") { try MarkupRenderer.man(section: section) }
    }
  }
}
