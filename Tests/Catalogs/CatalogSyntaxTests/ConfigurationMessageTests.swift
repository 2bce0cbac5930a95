import Diagnostics
import TestKit
import Testing

@testable import CatalogSyntax

/// Every kind of mistake in a `catalog.yml`, as it is printed: the place, the message, and the hint.
@Suite struct ConfigurationMessageTests {
  /// The findings for a text, each in one line.
  static func findings(_ yaml: String) throws -> [String] {
    try TestKit.findings { _ = try CatalogConfiguration(yaml: yaml, file: "catalog.yml", title: "") }
      .map { finding in
        let (line, column) = (finding.location.line ?? 0, finding.location.column ?? 0)
        return "\(line):\(column) \(finding.message)\(finding.hint.map { " → \($0)" } ?? "")"
      }
  }

  @Test(arguments: [
    (
      "datasets: { a: { fil: a.csv } }",
      ["1:18 the key “fil” is not known here → Did you mean “file”?"]
    ),
    (
      "datasets: { a: { file: '' } }",
      ["1:16 the data set “a” has no file → Write the name of a data file after `file:`."]
    ),
    (
      "datasets: { a: [a.csv] }",
      ["1:16 a text is expected here"]
    ),
    (
      "title: [Shop",
      [
        """
        2:1 this is not YAML: did not find expected ',' or ']' → Check the indentation, the colons and the quotes there.
        """
      ]
    ),
    (
      "- a",
      [
        """
        1:1 a mapping is expected here → Its keys are title, language, introduction, address, addresses, datasets, \
        cells, chain, pages, home, documents, formats, assets, on.
        """
      ]
    ),
    (
      "datasets: {}",
      ["1:1 there is no data set → Name at least one data file under “datasets”."]
    ),
  ])
  func mistakeInAFile(yaml: String, messages: [String]) throws {
    #expect(try Self.findings(yaml) == messages)
  }

  /// In `datasets: { a: { file: a.csv, … } }`.
  @Test(arguments: [
    (
      "colour: x",
      [
        """
        1:31 the key “colour” is not known here → There are: file, files, format, encoding, delimiter, header, \
        continued, families, none, path, table, query, limits, problems, title, key, titles, types, fields, derive, fold, \
        aliases, \
        address, parent, join, cells, card, page, prose, facts, accent, on, chain, pages, indexes, facets, letters.
        """
      ]
    ),
    (
      "limits: { size: much, rows: 1 kB, value: 64 MB, seconds: -1 }",
      [
        "1:47 “much” is no amount → Write a whole number of bytes, kB, MB or GB, such as 4 GB.",
        "1:59 “1 kB” is no amount → Write a whole number.", "1:88 “-1” is no amount → Write a whole number.",
      ]
    ),
    (
      "limits: { row: 1 }",
      ["1:41 the key “row” is not known here → Did you mean “rows”?"]
    ),
    (
      "address: objects/thing",
      ["1:40 “objects/thing” is no pattern of addresses: it names no field → Write a field in braces: objects/{key}."]
    ),
    (
      "address: \"/objects/{x}\"",
      [
        """
        1:40 “/objects/{x}” is no pattern of addresses: it begins with a slash → Addresses start from the catalog's \
        home page: objects/{key}.
        """
      ]
    ),
    (
      "address: \"objects//{x}\"",
      [
        """
        1:40 “objects//{x}” is no pattern of addresses: there is no name between two slashes → Write one slash between \
        two names.
        """
      ]
    ),
    (
      "address: \"../{x}\"",
      [
        """
        1:40 “../{x}” is no pattern of addresses: “..” cannot be a folder → Choose an unused name of letters, digits \
        and hyphens.
        """
      ]
    ),
    (
      "address: \"My Objects/{x}/\"",
      [
        """
        1:40 “My Objects/{x}/” is no pattern of addresses: “My Objects” cannot be a folder → Write small letters, \
        digits and hyphens: my-objects.
        """
      ]
    ),
    (
      "address: \"assets/{x}\"",
      [
        """
        1:40 “assets/{x}” is no pattern of addresses: “assets” cannot be a folder → Choose an unused name of letters, \
        digits and hyphens.
        """
      ]
    ),
    (
      "address: \"a/{x\"",
      ["1:40 “a/{x” is no pattern of addresses: a brace is not paired → Write fields in braces: {name}."]
    ),
    (
      "address: \"a/{ }\"",
      [
        """
        1:40 “a/{ }” is no pattern of addresses: there is no field between the braces → Write the name of a field \
        there: {name}.
        """
      ]
    ),
    (
      "address: {x}",
      ["1:40 a text is expected here → Put a pattern that begins with a brace into quotes: \"{name}\"."]
    ),
    (
      "types: { x: word }",
      [
        """
        1:43 “word” is not a type of field → There are: text, markdown, html, html text, number, decimal-point number, decimal-comma \
        number, boolean, date, day-first date, month-first date, url, image, list, object.
        """
      ]
    ),
    (
      "types: { x: numbr }",
      ["1:43 “numbr” is not a type of field → Did you mean “number”?"]
    ),
    (
      "fields: [x]",
      ["1:39 a mapping is expected here → Write a line of `name: value` for each."]
    ),
    (
      "fields: { x: Price }",
      [
        """
        1:44 a mapping is expected here → Its keys are label, unit, format, order, hide, link, type, separator, none, refers.
        """
      ]
    ),
    (
      "fields: { x: { lable: Price } }",
      ["1:46 the key “lable” is not known here → Did you mean “label”?"]
    ),
    (
      "fields: { x: { label: [a], unit: [b], order: first, hide: maybe } }",
      [
        "1:53 a text is expected here", "1:64 a text is expected here",
        "1:76 a whole number from 0 on is expected here", "1:89 “true” or “false” is expected here",
      ]
    ),
    (
      "fields: { x: { format: round }, y: { format: 21 }, z: { format: lnog } }",
      [
        """
        1:54 there is no format “round” → For numbers there are plain, grouped, percent, bytes, or a number of \
        decimals from 0 to 20; for dates long, short, iso or year.
        """,
        """
        1:76 there is no format “21” → For numbers there are plain, grouped, percent, bytes, or a number of decimals \
        from 0 to 20; for dates long, short, iso or year.
        """,
        "1:95 there is no format “lnog” → Did you mean “long”?",
      ]
    ),
    (
      "fold: { x: {}, y: { sum: b.c, count: b }, z: { sumn: b.c }, v: works }",
      [
        "1:42 “x” has no function → Write one of count, sum, min, max, mean, with what it is of: sum: works.price.",
        """
        1:49 “y” has several functions → Write one of count, sum, min, max, mean, with what it is of: sum: works.price.
        """,
        "1:78 the key “sumn” is not known here → Did you mean “sum”?",
        "1:94 a mapping is expected here → Its keys are count, sum, min, max, mean, where.",
      ]
    ),
    (
      "fields: { x: { link: \"javascript:{value}\" }, y: { link: https://a.example } }",
      [
        """
        1:52 “javascript:{value}” is not the address of a link → Write an address with {value} in it: \
        https://example.org/{value}, mailto:{value}, or a relative path.
        """,
        """
        1:87 “https://a.example” is not the address of a link → Write an address with {value} in it: \
        https://example.org/{value}, mailto:{value}, or a relative path.
        """,
      ]
    ),
    (
      "fields: { x: { type: numbr } }",
      ["1:52 “numbr” is not a type of field → Did you mean “number”?"]
    ),
    (
      "fields: { x: { type: number } }, types: { x: text }",
      [
        """
        1:52 the field “x” is of type number here, and of type text elsewhere → Keep one of them; a field with a \
        separator is a list.
        """
      ]
    ),
    (
      "fields: { x: { type: text, separator: ';' } }",
      [
        """
        1:69 the field “x” is of type list here, and of type text elsewhere → Keep one of them; a field with a \
        separator is a list.
        """
      ]
    ),
    (
      "fields: { x: { separator: '' } }",
      ["1:57 the separator is empty → Write the characters that separate the values: \"|\"."]
    ),
    (
      "facts: { a: b }",
      ["1:38 a text is expected here"]
    ),
    (
      "file: b.csv, files: [c.csv]",
      ["1:18 “file” is written twice in the mapping that begins here → Keep one of them."]
    ),
    (
      "files: [a.csv]",
      ["1:38 “file” and “files” cannot be combined → Keep one of them."]
    ),
    (
      "format: cvs",
      [
        """
        1:39 “csv”, “tsv”, “json”, “jsonl”, “yaml”, “toml”, “sqlite” or “markdown” is expected here → Did you mean \
        “csv”?
        """
      ]
    ),
    (
      "delimiter: \";;\"",
      ["1:42 “;;” cannot separate values → Write one character, such as \";\", or tab, comma, semicolon, bar or space."]
    ),
    (
      "delimiter: x",
      ["1:42 “x” cannot separate values → Write one character, such as \";\", or tab, comma, semicolon, bar or space."]
    ),
    (
      "format: json, delimiter: tab",
      ["1:56 “delimiter” does not apply to json → It is for csv, tsv."]
    ),
    (
      "format: csv, table: x",
      ["1:51 “table” does not apply to csv → It is for sqlite."]
    ),
    (
      "table: a, query: b",
      ["1:48 “table” and “query” cannot be combined → Keep one of them."]
    ),
    (
      "join: recipes",
      ["1:37 a mapping is expected here → Write a line of `name: value` for each."]
    ),
    (
      "join: { recipes: { on: name } }",
      ["1:48 “dataset” is missing here → Add `dataset:` to it."]
    ),
    (
      "join: { recipes: { dataset: b } }",
      ["1:48 “on” is missing here → Add `on:` to it."]
    ),
    (
      "join: { recipes: { dataset: as, on: name } }",
      ["1:59 there is no data set “as” → Did you mean “a”?"]
    ),
    (
      "cells: [{}]",
      ["1:39 the rule names no cell → Add `card:` or `page:` to it."]
    ),
    (
      "accent: [x]",
      ["1:39 a text is expected here"]
    ),
  ])
  func mistakeInADataset(yaml: String, messages: [String]) throws {
    #expect(try Self.findings("datasets: { a: { file: a.csv, \(yaml) } }") == messages)
  }
}
