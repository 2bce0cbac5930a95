import Datasets
import Diagnostics
import Rendering

extension Catalog {
  var hasPatterns: Bool { configuration.addresses.hasFolders || datasets.contains { $0.entry.address != nil } }

  /// Warnings about rows whose addresses do not follow their patterns: at most one of each kind for each data set.
  ///
  /// - Complexity: O(*k* log *n*) for *k* such rows.
  var patternWarnings: [Diagnostic] {
    let patterns = Dictionary(
      uniqueKeysWithValues: datasets.compactMap { data in
        data.entry.address.map { (data.name, (pattern: $0, file: data.file)) }
      })
    guard configuration.documents.objects, !patterns.isEmpty else { return [] }
    func warnings(
      _ odd: [Document<Record>.UnexpectedAddresses], _ code: Diagnostic.Code, hint: String,
      _ message: (_ count: Int, _ fields: String) -> String
    ) -> [Diagnostic] {
      odd.compactMap { odd in
        guard let (pattern, file) = patterns[odd.collection] else { return nil }
        let key = odd.first.id.key
        return Diagnostic(
          .warning, code: code,
          message(odd.count, pattern.fields.map(\.text).alternatives)
            + (odd.count > 1 ? "; the first is “\(key)”" : ": “\(key)”"), at: odd.first.location(in: file), hint: hint)
      }
    }
    return warnings(
      document.incompleteAddresses, "addresses/no-value", hint: "Fill it in, or choose other fields for the `address`."
    ) { count, fields in
      count == 1
        ? "1 row has no value in \(fields), and its address follows from its key"
        : "\(count) rows have no value in \(fields), and their addresses follow from their keys"
    }
      + warnings(
        document.markedAddresses, "addresses/shared",
        hint: "Add a field to the `address` that identifies the rows, such as their key."
      ) { count, _ in
        count == 1
          ? "the address of 1 row ends in a digest, because another page has the same address or because it is not valid alone"
          : "the addresses of \(count) rows end in digests, because other pages have the same addresses or because they are not valid alone"
      }
  }

  /// Warnings about sections that may mean the same: at most one for each listing.
  var sectionWarnings: [Diagnostic] {
    document.similarSections.map { listing, groups in
      let shown = groups.prefix(3).map { group in
        group.map { "“\($0.title.revealed)” (\($0.count))" }.joined(separator: " and ")
      }
      let others = groups.count > 3 ? "; and \(groups.count - 3) more" : ""
      return Diagnostic(
        .warning, code: "addresses/similar-sections",
        "names of sections of “\(listing)” differ only in case, spaces or signs that are not shown: \(shown.joined(separator: "; "))\(others)",
        hint: "Write the values alike if they mean the same. The largest section has the address without a digest.")
    }
  }

  /// Warnings about former keys that mean several rows.
  var aliasWarnings: [Diagnostic] {
    document.ambiguousFormerKeys.map { key, rows, hasOtherPage in
      let names = rows.map { "“\($0.id.key)”" }.listed()
      let file = datasets.first { $0.name == rows[0].dataset }?.file
      return Diagnostic(
        .warning, code: "addresses/shared-alias",
        hasOtherPage
          ? "“\(key)” is a former key of \(names), and its address that of another page, which leads there"
          : "“\(key)” is a former key of \(rows.count) rows, \(names): the page at its address leads to all of them",
        at: .init(file: file, row: rows[0].row),
        hint: "Leave the key out of the `aliases` of all rows but the one that is meant.")
    }
  }
}
