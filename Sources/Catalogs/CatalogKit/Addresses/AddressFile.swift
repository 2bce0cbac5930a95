import Datasets
import Diagnostics
import Foundation
import Rendering
import SystemPackage

/// The `addresses.csv` of a catalog's folder: the pages that are pinned to addresses, and what is served at addresses
/// whose pages have moved or were removed.
///
/// It is an input like any other: a build reads it and never writes it.
struct AddressFile {
  static let name = "addresses.csv"
  static let goneWithoutReason = "yes"

  private static let columns = ["dataset", "key", "address", "moved_to", "gone"]

  struct Line {
    var entry: AddressHistory.Entry
    /// The row in the file, or `nil` for a line that has not been written yet.
    var row: Int?
  }

  let path: String
  var lines: [Line] = []

  var history: AddressHistory { AddressHistory(lines.map(\.entry)) }

  init(at path: String) { self.path = path }

  /// Reads a file. A file that does not exist has no lines.
  init(contentsOf path: String) throws(DiagnosticsError) {
    self.init(at: path)
    guard FilePath(path).exists else { return }
    let types = Dictionary(uniqueKeysWithValues: Self.columns.map { ($0, FieldReading.text) })
    // No type is inferred: a key such as 007 is no number here.
    let options = Dataset.Options(name: "addresses", key: .rowNumbers, types: types, format: .csv, delimiter: ",")
    let data = try Dataset(contentsOf: path, options: options)
    var findings = data.schema.fields.map(\.name).filter { !Self.columns.contains($0) }.map { name in
      Diagnostic(
        code: "addresses/unknown-column", "there is no place for a column “\(name)”", at: .init(file: path),
        hint: "The columns are \(Self.columns.joined(separator: ", ")).")
    }
    for record in data.records {
      if let line = Line(record, file: path, findings: &findings) { lines.append(line) }
    }
    findings += contradictions
    guard findings.isEmpty else { throw DiagnosticsError(findings) }
  }

  // MARK: - Validation

  /// The lines that contradict each other: a second line for an address, a second page of an object, and redirects that
  /// form a cycle.
  private var contradictions: [Diagnostic] {
    var findings: [Diagnostic] = []
    var addresses: [PagePath: Int] = [:]
    var pages: [ObjectID: Int] = [:]
    for line in lines {
      let entry = line.entry
      let row = line.row ?? 0
      if let first = addresses.updateValue(row, forKey: entry.path) {
        findings.append(
          Diagnostic(
            code: "addresses/duplicate-address", "row \(first) already describes the address “\(entry.path.address)”",
            at: .init(file: path, row: row, field: "address"), hint: "Keep one of the two lines."))
      }
      if entry.state == .page, let object = entry.object, let first = pages.updateValue(row, forKey: object) {
        findings.append(
          Diagnostic(
            code: "addresses/duplicate-page", "row \(first) already sets the address of “\(object.key)”",
            at: .init(file: path, row: row, field: "key"),
            hint: "Keep one of them, and have the other address lead there with moved_to."))
      }
    }
    return findings + rings
  }

  /// The cycles of redirects, each reported once.
  private var rings: [Diagnostic] {
    var next: [PagePath: (to: PagePath, row: Int)] = [:]
    for line in lines {
      if case .moved(let destination) = line.entry.state { next[line.entry.path] = (destination, line.row ?? 0) }
    }
    var known: Set<PagePath> = []
    var findings: [Diagnostic] = []
    for line in lines {
      var visited: Set<PagePath> = []
      var path = line.entry.path
      // An address that was visited before belongs to no other ring than one that was found then.
      while let step = next[path], known.insert(path).inserted {
        visited.insert(path)
        path = step.to
        guard visited.contains(path) else { continue }
        findings.append(
          Diagnostic(
            code: "addresses/ring", "“\(path.address)” leads to itself",
            at: .init(file: self.path, row: step.row, field: "moved_to"), hint: "Name the address of a page."))
      }
    }
    return findings
  }

  /// Returns the warning about a line that cannot be followed, or only in part; `nil` where there is nothing to
  /// correct.
  func warning(_ problem: AddressHistory.Problem, line: Int, datasets: [String]) -> Diagnostic? {
    let entry = lines[line].entry
    let row = lines[line].row
    let collection = entry.object?.collection ?? ""
    let key = entry.object?.key ?? ""
    switch problem {
    case .noObject where !datasets.contains(collection):
      return Diagnostic(
        .warning, code: "addresses/unknown-dataset", "there is no data set “\(collection)”",
        at: .init(file: path, row: row, field: "dataset"),
        hint: collection.closest(in: datasets).map { "Did you mean “\($0)”?" }
          ?? "Run `pomona addresses`, which notes that the entry is gone.")
    case .noObject:
      return Diagnostic(
        .warning, code: "addresses/no-row", "no row of “\(collection)” that is shown has the key “\(key)”",
        at: .init(file: path, row: row, field: "key"),
        hint: "Correct the key, or run `pomona addresses`, which notes that the entry is gone.")
    case .noDestination:
      guard case .moved(let destination) = entry.state else { return nil }
      return Diagnostic(
        .warning, code: "addresses/no-destination", "there is no page at “\(destination.address)”",
        at: .init(file: path, row: row, field: "moved_to"), hint: "Name the address of a page, without an ending.")
    case .taken:
      // A page stands at the address again, so that readers find it: there is nothing to correct.
      if case .gone = entry.state { return nil }
      return Diagnostic(
        .warning, code: "addresses/taken", "“\(entry.path.address)” is the address of another page",
        at: .init(file: path, row: row, field: "address"), hint: "Delete the line.")
    }
  }

  // MARK: - Writing

  var bytes: [UInt8] {
    var text = Self.columns.joined(separator: ",") + "\n"
    for line in lines {
      let entry = line.entry
      var destination = ""
      var reason = ""
      switch entry.state {
      case .page: break
      case .moved(let path): destination = path.address
      case .gone(let why): reason = why.isEmpty ? Self.goneWithoutReason : why
      }
      let values = [entry.object?.collection ?? "", entry.object?.key ?? "", entry.path.address, destination, reason]
      text += values.map { $0.quotedForCSV() }.joined(separator: ",") + "\n"
    }
    return Array(text.utf8)
  }

  func write() throws(DiagnosticsError) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw DiagnosticsError(
        code: "addresses/unwritable", "the file cannot be written", at: .init(file: path),
        hint: "Check that you may write to its folder, and that the disk is not full.")
    }
  }
}

extension AddressFile.Line {
  /// Creates a line from a record; reports the problems of the record, and returns `nil` if there are any.
  fileprivate init?(_ record: Record, file: String, findings: inout [Diagnostic]) {
    func text(_ field: String) -> String { (record[field] ?? .missing).text }
    func report(_ code: Diagnostic.Code, _ message: String, _ field: String?, _ hint: String) {
      findings.append(Diagnostic(code: code, message, at: .init(file: file, row: record.row, field: field), hint: hint))
    }
    func path(_ field: String) -> PagePath? {
      if let path = PagePath(text(field)) { return path }
      report(
        "addresses/address", "“\(text(field))” is no address of a page", field,
        "Write folder and name, in small letters and without an ending: fruits/lemon.")
      return nil
    }
    let object = text("key").isEmpty ? nil : ObjectID(collection: text("dataset"), key: text("key"))
    guard let address = path("address") else { return nil }
    guard object?.collection.isEmpty != true, object != nil || text("dataset").isEmpty else {
      let missing = object == nil ? "key" : "dataset"
      report("addresses/half-row", "the line names no row", missing, "Fill in dataset and key, or neither.")
      return nil
    }
    let state: AddressHistory.State
    switch (text("moved_to").isEmpty, text("gone").isEmpty) {
    case (true, true):
      state = .page
      guard object != nil else {
        report(
          "addresses/nothing-said", "the line does not say what is at its address", nil,
          "Fill in dataset and key, moved_to, or gone.")
        return nil
      }
    case (false, true):
      guard let destination = path("moved_to") else { return nil }
      state = .moved(to: destination)
    case (true, false): state = .gone(reason: text("gone") == AddressFile.goneWithoutReason ? "" : text("gone"))
    case (false, false):
      report("addresses/one-of-two", "the page cannot be moved and gone", "gone", "Empty one of the two fields.")
      return nil
    }
    entry = AddressHistory.Entry(address, of: object, state)
    row = record.row
    let isPossible = entry.isPinned ? address.canBelongToObject : address.canBelongToObject || !address.folders.isEmpty
    guard isPossible else {
      report(
        "addresses/address", "“\(address.address)” cannot be the address of an entry", "address",
        "An entry has an address that no other page has: fruits/lemon, or in a separate folder fruits/lemon/.")
      return nil
    }
  }
}
