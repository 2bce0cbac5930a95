import TestKit
import Testing

/// Every kind of mistake in a `catalog.yml` outside of its data sets: the place, the message, and the hint.
@Suite struct ConfigurationLineMessageTests {
  /// In a second line, after `datasets: { a: a.csv }`.
  @Test(arguments: [
    (
      "colour: red",
      [
        """
        2:1 the key “colour” is not known here → There are: title, language, introduction, address, addresses, \
        datasets, cells, chain, pages, home, documents, formats, assets, on.
        """
      ]
    ),
    (
      "titel: Shop",
      ["2:1 the key “titel” is not known here → Did you mean “title”?"]
    ),
    (
      "address: example.org",
      [
        """
        2:10 “example.org” is not the address of a site → Write it in full and without a query: \
        https://example.org/fruits.
        """
      ]
    ),
    (
      "address: ftp://example.org/",
      [
        """
        2:10 “ftp://example.org/” is not the address of a site → Write it in full and without a query: \
        https://example.org/fruits.
        """
      ]
    ),
    (
      "address: https://example.org/?a=b",
      [
        """
        2:10 “https://example.org/?a=b” is not the address of a site → Write it in full and without a query: \
        https://example.org/fruits.
        """
      ]
    ),
    (
      "assets: [images, ../secret]",
      [
        """
        2:18 “../secret” is not the path of a file or folder in the catalog's folder → Name files and folders by their \
        paths in it: images, fonts/*.woff2.
        """
      ]
    ),
    (
      "assets: [.git]",
      [
        "2:10 “.git” is never copied → “.git” contains no files for readers."
      ]
    ),
    (
      "assets: [/etc/passwd]",
      [
        """
        2:10 “/etc/passwd” is not the path of a file or folder in the catalog's folder → Name files and folders by \
        their paths in it: images, fonts/*.woff2.
        """
      ]
    ),
    (
      "assets: images//a",
      [
        """
        2:9 “images//a” is not the path of a file or folder in the catalog's folder → Name files and folders by their \
        paths in it: images, fonts/*.woff2.
        """
      ]
    ),
    (
      "cells: [{ when: { field: x, exists: true } }]",
      ["2:9 the rule names no cell → Add `card:` or `page:` to it."]
    ),
    (
      "cells: [{ card: [x] }]",
      ["2:17 a text is expected here"]
    ),
    (
      "cells: [{ whn: { dataset: a }, card: x }]",
      ["2:11 the key “whn” is not known here → Did you mean “when”?"]
    ),
    (
      "cells: big",
      ["2:8 a mapping is expected here → Its keys are when, card, page."]
    ),
    (
      "chain: [{ sort: a, group: b }]",
      ["2:9 one entry contains two steps → Begin each step with a separate dash."]
    ),
    (
      "chain: [{ gruop: a }]",
      ["2:11 the key “gruop” is not known here → Did you mean “group”?"]
    ),
    (
      "chain: [{ concatenate: [[a]] }]",
      ["2:25 a text is expected here"]
    ),
    (
      "chain: [{ filter: a }]",
      [
        """
        2:19 a mapping is expected here → Its keys are field, equals, in, contains, starts_with, ends_with, range, \
        exists, dataset, all, and, any, or, not.
        """
      ]
    ),
    (
      "chain: [{ filter: { equals: a } }]",
      ["2:19 “field” is missing here → Add `field:` to it."]
    ),
    (
      "chain: [{ filter: { field: a } }]",
      [
        """
        2:19 a field has one condition → Write one of equals, in, contains, starts_with, ends_with, range, exists; for \
        several, a list under `all:`.
        """
      ]
    ),
    (
      "chain: [{ filter: { field: a, is: b } }]",
      ["2:31 the key “is” is not known here → Did you mean “in”?"]
    ),
    (
      "chain: [{ filter: { field: a, equals: b, in: [c] } }]",
      [
        """
        2:19 a field has one condition → Write one of equals, in, contains, starts_with, ends_with, range, exists; for \
        several, a list under `all:`.
        """
      ]
    ),
    (
      "chain: [{ filter: { field: a, equals: b, dataset: c } }]",
      ["2:19 one entry contains two predicates → Write `field:` with a condition, or one of dataset, all, any, not."]
    ),
    (
      "chain: [{ filter: { dataset: a, not: { dataset: b } } }]",
      ["2:19 one entry contains two predicates → Write `field:` with a condition, or one of dataset, all, any, not."]
    ),
    (
      "chain: [{ filter: {} }]",
      ["2:19 the predicate has no condition → Write `field:` with a condition, or one of dataset, all, any, not."]
    ),
    (
      "chain: [{ filter: { any: [{ field: a }, { datset: b }] } }]",
      [
        """
        2:27 a field has one condition → Write one of equals, in, contains, starts_with, ends_with, range, exists; for \
        several, a list under `all:`.
        """,
        "2:43 the key “datset” is not known here → Did you mean “dataset”?",
      ]
    ),
    (
      "chain: [{ filter: { field: a, exists: maybe } }]",
      ["2:39 “true” or “false” is expected here"]
    ),
    (
      "chain: [{ filter: { field: a, range: 3 } }]",
      ["2:38 a mapping is expected here → Its keys are from, to, above, below."]
    ),
    (
      "chain: [{ filter: { field: a, range: {} } }]",
      ["2:38 the range has no bound → Write one of from, to, above, below."]
    ),
    (
      "chain: [{ filter: { field: a, range: { form: 3 } } }]",
      ["2:40 the key “form” is not known here → Did you mean “from”?"]
    ),
    (
      "chain: [{ intersect: a }]",
      ["2:22 a mapping is expected here → Its keys are dataset, on, equals."]
    ),
    (
      "chain: [{ intersect: { on: x } }]",
      ["2:22 “dataset” is missing here → Add `dataset:` to it."]
    ),
    (
      "chain: [{ except: { dataset: a } }]",
      ["2:19 “on” is missing here → Add `on:` to it."]
    ),
    (
      "chain: [{ distinct: [] }]",
      ["2:21 there is no field → Name one at least."]
    ),
    (
      "chain: [{ group: { order: sorted } }]",
      ["2:18 “field” is missing here → Add `field:` to it."]
    ),
    (
      "chain: [{ group: { field: a, order: sort } }]",
      ["2:37 “appearance”, “sorted” or “text” is expected here → Did you mean “sorted”?"]
    ),
    (
      "chain: [{ group: { field: a, by: letter } }]",
      ["2:34 “value”, “first_letter”, “month”, “year”, “decade”, “century” or “element” is expected here"]
    ),
    (
      "chain: [{ group: { field: a, by: yaer } }]",
      [
        """
        2:34 “value”, “first_letter”, “month”, “year”, “decade”, “century” or “element” is expected here → Did you \
        mean “year”?
        """
      ]
    ),
    (
      "chain: [{ flatten: [a] }]",
      ["2:20 a text is expected here"]
    ),
    (
      "chain: [{ sort: [] }]",
      ["2:17 there is no field → Name one at least."]
    ),
    (
      "chain: [{ sort: { order: ascending } }]",
      ["2:17 “field” is missing here → Add `field:` to it."]
    ),
    (
      "chain: [{ sort: { field: a, order: decending } }]",
      ["2:36 “ascending”, “descending”, “text” or “text descending” is expected here → Did you mean “descending”?"]
    ),
    (
      "chain: [{ sort: [a, { feild: b }] }]",
      ["2:23 the key “feild” is not known here → Did you mean “field”?"]
    ),
    (
      "chain: [{ sort_sections: { order: ascending } }]",
      ["2:26 “by” is missing here → Add `by:` to it."]
    ),
    (
      "chain: [{ sort_sections: names }]",
      ["2:26 “name” or “size” is expected here → Did you mean “name”?"]
    ),
    (
      "chain: [{ reverse: sections }]",
      ["2:20 “rows” or “all” is expected here"]
    ),
    (
      "chain: [{ limit: 0 }]",
      ["2:18 a whole number from 1 on is expected here"]
    ),
    (
      "chain: [{ limit: { skip: 3 } }]",
      ["2:18 “count” is missing here → Add `count:` to it."]
    ),
    (
      "chain: [{ limit: { count: 3, skip: -1 } }]",
      ["2:36 a whole number from 0 on is expected here"]
    ),
    (
      "chain: [{ insert: { at: [0, 0] } }]",
      ["2:19 “cell” is missing here → Add `cell:` to it."]
    ),
    (
      "chain: [{ insert: { cell: a, at: [0] } }]",
      ["2:34 a place is two numbers: [section, item] → Both count from 0."]
    ),
    (
      "chain: [{ placeholder: [a] }]",
      ["2:24 a text is expected here"]
    ),
    (
      "pages: 3",
      ["2:8 a mapping is expected here → Its keys are size, preview, kind, view, columns, totals."]
    ),
    (
      "pages: { size: 0 }",
      ["2:16 a whole number from 1 on is expected here"]
    ),
    (
      "pages: { size: many }",
      ["2:16 a whole number from 1 on is expected here"]
    ),
    (
      "pages: { kind: numberd }",
      ["2:16 “numbered” or “stable” is expected here → Did you mean “numbered”?"]
    ),
    (
      "documents: feed",
      [
        "2:12 a mapping is expected here → Its keys are objects, indexes, facets, letters, feed, sitemap, search, json, map."
      ]
    ),
    (
      "documents: { objets: false }",
      ["2:14 the key “objets” is not known here → Did you mean “objects”?"]
    ),
    (
      "documents: { objects: none }",
      ["2:23 “true” or “false” is expected here"]
    ),
    (
      "documents: { indexes: [a] }",
      ["2:23 a mapping is expected here → Write a line of `name: value` for each."]
    ),
    (
      "documents: { indexes: { a: b } }",
      ["2:28 a mapping is expected here → Its keys are title, chain, card, pages."]
    ),
    (
      "documents: { indexes: { a: { chain: [{ concatenate: [a] }] } } }",
      ["2:38 “concatenate” cannot be used in the chain of an index → Move it to the catalog's chain."]
    ),
    (
      "documents: { indexes: { a: { chain: [{ insert: { cell: b } }] } } }",
      ["2:38 “insert” cannot be used in the chain of an index → Move it to the catalog's chain."]
    ),
    (
      "documents: { indexes: { a: { pages: { preview: 3 } } } }",
      ["2:39 the key “preview” is not known here → There are: size, kind, view, columns, totals."]
    ),
    (
      "documents: { facets: [a, a] }",
      ["2:26 there are two indexes “a” → Give each one a different name."]
    ),
    (
      "documents: { indexes: { letters: {} }, letters: a }",
      ["2:49 there are two indexes “letters” → Give each one a different name."]
    ),
    (
      "documents: { letters: [a] }",
      ["2:23 a text is expected here"]
    ),
    (
      "documents: { feed: { title: News } }",
      [
        "2:20 “date” is missing here → Add `date:` to it.",
        "2:20 the “feed” needs the address of the catalog → Write `address: https://…` at the top of the file.",
      ]
    ),
    (
      "documents: { feed: { date: added } }",
      ["2:20 the “feed” needs the address of the catalog → Write `address: https://…` at the top of the file."]
    ),
    (
      "documents: { map: \"https://example.org/{latitude}\" }",
      [
        "2:19 “https://example.org/{latitude}” is not the address of a map → Write an address with {latitude} and {longitude} in it, which begins with https://."
      ]
    ),
    (
      "documents: { sitemap: true }",
      ["2:23 the “sitemap” needs the address of the catalog → Write `address: https://…` at the top of the file."]
    ),
    (
      "documents: { search: some }",
      ["2:22 “true” or “false” is expected here"]
    ),
    (
      "documents: { json: { field: a } }",
      ["2:22 the key “field” is not known here → Did you mean “fields”?"]
    ),
    (
      "addresses: { pretty: maybe, sections: By Kind, redirects: [apache, netlify, cloudflare, iis] }",
      [
        "2:22 “true” or “false” is expected here",
        "2:39 “By Kind” cannot be a folder → Write small letters, digits and hyphens: by-kind.",
        "2:77 “netlify” and “cloudflare” read the same file, _redirects → Keep one of them.",
        "2:89 “netlify”, “cloudflare”, “apache” or “nginx” is expected here",
      ]
    ),
    (
      "addresses: { prety: true }",
      ["2:14 the key “prety” is not known here → Did you mean “pretty”?"]
    ),
    (
      "formats: []",
      ["2:10 there is no format → Name one at least, or delete the line."]
    ),
    (
      "formats: {}",
      ["2:10 there is no format → Name one at least, or delete the line."]
    ),
    (
      "formats: [[html]]",
      ["2:11 a text is expected here"]
    ),
    (
      "formats: { html: { them: a } }",
      ["2:20 the key “them” is not known here → Did you mean “theme”?"]
    ),
    (
      "formats: { htlm: { theme: a } }",
      ["2:18 there is no format “htlm” → Did you mean “html”?"]
    ),
    (
      "formats: { xml: { theme: a } }",
      ["2:19 the key “theme” is not known here"]
    ),
    (
      "formats: { latex: { documentclass: \"article}\" } }",
      ["2:36 “article}” does not fit here → The name of a document class: letters, digits and -."]
    ),
    (
      "formats: { latex: { packages: [a b] } }",
      ["2:32 “a b” does not fit here → The name of a package: letters, digits and -."]
    ),
    (
      "formats: { man: { section: 10 } }",
      ["2:28 a whole number from 1 to 9 is expected here"]
    ),
    (
      "formats: { man: { section: x } }",
      ["2:28 a whole number from 1 to 9 is expected here"]
    ),
    (
      "chain: [{ sort: { field: [a] } }]",
      ["2:26 a text is expected here"]
    ),
    (
      "chain: [{ sort: { feild: a } }]",
      ["2:19 the key “feild” is not known here → Did you mean “field”?"]
    ),
    (
      "cells: [{ crad: x }]",
      ["2:11 the key “crad” is not known here → Did you mean “card”?"]
    ),
  ])
  func mistakeInALine(yaml: String, messages: [String]) throws {
    #expect(try ConfigurationMessageTests.findings("datasets: { a: a.csv }\n\(yaml)") == messages)
  }
}
