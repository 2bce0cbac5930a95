import JSONValues
import Rendering

/// Sample pages for the check of plugins: pages of all kinds, with everything that a page can contain.
enum PluginSamples {
  static let catalog = CatalogInfo(title: "Samples “of all” kinds")

  static let pages: [Page] = read(text)

  /// A page with 2,000 cells, about a megabyte.
  static let largePage: Page = {
    var page = pages[1]
    let cell = page.sections[0].cells[0]
    page.sections[0].cells = (0..<2000).map { number in
      var cell = cell
      cell.title = "Entry \(number)"
      return cell
    }
    return page
  }()

  /// Returns the page with the cells of each section in reverse order, and another title on the first of them.
  static func changed(_ page: Page) -> Page {
    var page = page
    for section in page.sections.indices {
      page.sections[section].cells.reverse()
      if !page.sections[section].cells.isEmpty { page.sections[section].cells[0].title += ", changed" }
    }
    return page
  }

  private static func read(_ text: String) -> [Page] {
    guard let json = try? JSONValue(parsing: Array(text.utf8)), let list = json.array else {
      preconditionFailure("The samples are JSON.")
    }
    let pages = list.compactMap { Page(json: $0, catalog: catalog) }
    precondition(pages.count == list.count, "The samples are pages.")
    return pages
  }

  private static let text = #"""
    [
      {
        "id": "index", "kind": "index", "file": "", "title": "Samples “of all” kinds", "entryCount": 3, "sectionCount": 2,
        "introduction": [{ "type": "paragraph", "content": ["Hello, ", { "type": "emphasis", "content": ["world"] }, "!"] }],
        "indexes": [{ "title": "A–Z", "page": "letters/index" }],
        "sections": [
          {
            "title": "Citrus", "page": "citrus/index", "count": 2, "hasMore": true,
            "cells": [
              {
                "identifier": "fruit-card", "title": "Lemon", "page": "fruits/lemon", "accent": "#f5d327",
                "body": [{ "type": "paragraph", "content": ["Sour. A line\nbreak, a tab\t, & < > \" ' \\ { } # % $ ^ ~ * _ ` |"] }],
                "fields": { "name": "Lemon", "price": 0.10, "ripe": true, "seasons": ["winter", "spring"], "deep": [{ "a": [null, {}] }] }
              }
            ]
          },
          { "page": "other/index", "count": 0 }
        ]
      },
      {
        "id": "citrus/index", "kind": "section", "file": "", "title": "Citrus",
        "breadcrumbs": [{ "title": "Samples “of all” kinds", "page": "index" }],
        "next": { "title": "Other", "page": "other/index" }, "position": { "number": 1, "count": 2 },
        "sections": [
          {
            "title": "Citrus", "page": "citrus/index", "count": 2,
            "cells": [
              { "identifier": "banner", "body": [{ "type": "paragraph", "content": ["No title, no page."] }] },
              {
                "identifier": "fruit-card", "title": "Lemon", "page": "fruits/lemon", "accent": "#f5d327",
                "body": [{ "type": "paragraph", "content": ["Sour."] }], "fields": { "name": "Lemon" }
              },
              {
                "identifier": "fruit-card", "title": "Süße Zitrone 🍋\u2028\u0085", "page": "fruits/suesse-zitrone",
                "body": [{ "type": "paragraph", "content": ["A line separator: \u2028, a next line: \u0085, a control: \u0007."] }],
                "fields": {}
              },
              { "identifier": "fruit-card", "title": "Lemon", "page": "fruits/lemon", "fields": { "name": "Lemon" } }
            ]
          }
        ]
      },
      {
        "id": "fruits/lemon", "kind": "object", "file": "", "title": "Lemon",
        "breadcrumbs": [{ "title": "Samples “of all” kinds", "page": "index" }, { "title": "Citrus", "page": "citrus/index" }],
        "previous": { "title": "Lime", "page": "fruits/lime" }, "next": { "title": "Orange", "page": "fruits/orange" },
        "article": {
          "identifier": "fruit", "title": "Lemon", "page": "fruits/lemon", "accent": "#f5d327", "fields": { "name": "Lemon" },
          "body": [
            { "type": "heading", "level": 1, "content": ["Taste"] },
            { "type": "paragraph", "content": ["Sour", { "type": "softBreak" }, { "type": "strong", "content": ["very"] }, { "type": "lineBreak" }, { "type": "code", "text": "sour()" }] },
            { "type": "list", "tight": true, "items": [[{ "type": "paragraph", "content": ["one"] }], [{ "type": "paragraph", "content": ["two"] }, { "type": "list", "tight": false, "start": 3, "delimiter": ")", "items": [[{ "type": "paragraph", "content": ["deep"] }]] }]] },
            { "type": "quote", "content": [{ "type": "paragraph", "content": ["Somebody said so."] }] },
            { "type": "code", "text": "let lemon = \"sour\"\n", "info": "swift" },
            { "type": "break" },
            { "type": "properties", "properties": [{ "label": ["Family"], "value": ["Rutaceae"] }, { "label": ["Site"], "value": [{ "type": "link", "href": "https://example.org/?a=1&b=2", "title": "A “title”", "content": ["example"] }] }] },
            { "type": "table", "header": [["Part"], ["Amount"]], "rows": [[["Sugar"], ["2.5 g"]], [["Short"]]], "alignments": ["left", "right"], "namesRows": true },
            { "type": "paragraph", "content": [{ "type": "image", "href": "images/lemon.jpg", "content": ["A lemon"] }, { "type": "link", "href": "fruits/lime.html", "content": ["Lime"] }, { "type": "link", "href": "javascript:alert(1)", "content": ["no"] }] }
          ]
        }
      },
      {
        "id": "letters/index", "kind": "index", "file": "", "title": "A–Z", "entryCount": 3, "sectionCount": 1,
        "breadcrumbs": [{ "title": "Samples “of all” kinds", "page": "index" }],
        "terms": [{ "title": "L", "page": "letters/l/index", "count": 2 }]
      },
      {
        "id": "letters/l/index", "kind": "section", "file": "", "title": "L",
        "parts": [{ "first": "Lemon", "last": "Lime", "page": "letters/l/page-lemon" }],
        "sections": [{ "title": "L", "page": "letters/l/index", "count": 2 }]
      },
      {
        "id": "letters/l/page-lemon", "kind": "section", "file": "", "title": "L", "guide": { "first": "Lemon", "last": "Lime" },
        "sections": [{ "title": "L", "page": "letters/l/index", "count": 2, "cells": [{ "identifier": "fruit-card", "title": "Lemon", "page": "fruits/lemon" }] }]
      },
      {
        "id": "fruits/old", "kind": "redirect", "file": "", "title": "Lemon", "destination": { "title": "Lemon", "page": "fruits/lemon" },
        "breadcrumbs": [{ "title": "Samples “of all” kinds", "page": "index" }]
      },
      {
        "id": "fruits/gone", "kind": "gone", "file": "", "title": "Gone", "breadcrumbs": [{ "title": "Samples “of all” kinds", "page": "index" }],
        "introduction": [{ "type": "paragraph", "content": ["It is not there any more."] }]
      }
    ]
    """#
}
