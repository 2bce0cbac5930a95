import Cells
public import Diagnostics
import DocumentModel
import Mustache
import Templates

/// Renders pages as HTML, through the theme's page template.
public struct HTMLRenderer: PageRenderer {
  /// `html`.
  public let format = "html"
  /// The theme's style sheet.
  public let assets = [Artifact(path: Self.styleSheet, text: Templates.styleSheet)]

  private static let styleSheet = "assets/style.css"
  private let template: MustacheTemplate

  /// Makes a renderer with the theme that is part of Pomona.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` if the theme's template does not compile.
  public init() throws(DiagnosticsError) {
    template = try MustacheTemplate(Templates.page, file: "page.mustache")
  }

  /// The page, filled into the template.
  public func render(_ page: Page) -> Artifact {
    Artifact(path: page.path.file("html"), text: template.render(context(of: page)))
  }

  private func context(of page: Page) -> MustacheValue {
    var context: [String: MustacheValue] = [
      "language": .text(page.catalog.language),
      "title": .text(page.title),
      "catalogTitle": .text(page.catalog.title),
      "generator": "Pomona",
      "homeHref": .text(page.href(.home)),
      "stylesheetHref": .text(page.path.reference(to: Self.styleSheet)),
      "isIndex": .flag(page.kind == .index),
      "isSection": .flag(page.kind == .section),
      "isObject": .flag(page.kind == .object),
      "hasBreadcrumbs": .flag(!page.breadcrumbs.isEmpty),
      "breadcrumbs": .list(
        page.breadcrumbs.map {
          .object(["title": .text($0.title), "href": .text(page.href($0.path)), "isCurrent": false])
        }
          + [.object(["title": .text(page.title), "isCurrent": true])]),
      "sections": .list(page.sections.enumerated().map { section($1, at: $0, on: page) }),
    ]
    if !page.introduction.isEmpty {
      let introduction = page.introduction.shiftingHeadings(by: 1).resolvingReferences(from: page.path)
      context["introduction"] = .text(introduction.rendered(as: .html))
    }
    if !page.sections.isEmpty { context["summary"] = .text(Wording.summary(of: page.sections)) }
    if let article = page.article { context["article"] = cell(article, on: page, headingLevel: 1) }
    context["previous"] = page.previous.map { link($0, on: page) }
    context["next"] = page.next.map { link($0, on: page) }
    context["pagination"] = page.position.map { .object(["label": .text(Wording.position($0))]) }
    return .object(context)
  }

  private func section(_ section: Page.Section, at index: Int, on page: Page) -> MustacheValue {
    let isPreview = page.kind == .index
    // A name that is left out would be looked up in what is around the section.
    var context: [String: MustacheValue] = [
      "id": .text("section-\(index + 1)"),
      "title": .text(section.title ?? ""),
      "href": .text(isPreview ? page.href(section.path) : ""),
      "countLabel": .text(Wording.entries(section.count)),
      "cells": .list(section.cells.map { cell($0, on: page, headingLevel: isPreview ? 3 : 2) }),
    ]
    if isPreview, section.hasMore {
      context["more"] = .object(["href": .text(page.href(section.path)), "label": .text(Wording.all(of: section))])
    }
    return .object(context)
  }

  private func cell(_ cell: Page.Cell, on page: Page, headingLevel: Int) -> MustacheValue {
    .object([
      "identifier": .text(cell.identifier.rawValue),
      "title": .text(cell.title),
      "href": .text(cell.path.map(page.href) ?? ""),
      "accent": .text(cell.accent?.css ?? ""),
      "initial": .text(cell.title.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? ""),
      "hue": .text(String(cell.hue)),
      "body": .text(cell.blocks(on: page, headingLevel: headingLevel).rendered(as: .html)),
    ])
  }

  private func link(_ link: Page.Link, on page: Page) -> MustacheValue {
    .object(["title": .text(link.title), "href": .text(page.href(link.path))])
  }
}

extension Page {
  fileprivate func href(_ path: PagePath) -> String { self.path.reference(to: path.file("html")) }
}

extension Page.Cell {
  /// A hue from 0 to 359 that follows from the title: what a theme decorates a cell with that has no accent.
  fileprivate var hue: Int {
    title.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) % 360 }
  }
}
