import Foundation

/// A catalog of packages, in a folder where it is edited and built.
struct PackageCatalog {
  /// The division of listings into pages.
  enum Pagination: String {
    case stable, numbered
  }

  /// The report of a build.
  struct Report: Decodable {
    struct Files: Decodable {
      /// The number of files that were made, whether they were written or not.
      var rendered: Int
    }

    var pages: Files
    var assets: Files
    var changes: FolderChanges

    private enum CodingKeys: CodingKey {
      case pages, assets
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      pages = try values.decode(Files.self, forKey: .pages)
      assets = try values.decode(Files.self, forKey: .assets)
      changes = try FolderChanges(from: decoder)
    }
  }

  /// The catalog's input and goals.
  let description: CatalogDescription
  /// The folder with the input and the output.
  let folder: String
  /// The data set without an edit.
  let table: PackageTable
  /// The program that builds it.
  let builder: Builder
  /// The total size of the data files in bytes.
  let dataSize: Double
  private let deletesLate: Bool

  var source: String { "\(folder)/catalog" }
  /// The data file that is edited.
  var data: String { "\(source)/\(description.data[0].name)" }
  /// The data files that are not edited.
  private var otherData: [String] { description.data.dropFirst().map { "\(source)/\($0.name)" } }
  var output: String { "\(folder)/output" }
  private var reportFile: String { "\(folder)/report.json" }

  /// Creates the catalog in a folder, which must not exist.
  ///
  /// - Parameters:
  ///   - description: The catalog's input and goals.
  ///   - place: The folder, and how it is deleted.
  ///   - data: The data files, which are copied.
  ///   - pagination: The division of listings into pages.
  ///   - builder: The program that builds it.
  /// - Throws: An error of the file system, or a `Failure` if the data set has no rows.
  init(
    _ description: CatalogDescription, in place: Place, data: [String], pagination: Pagination, builder: Builder
  ) throws {
    self.description = description
    folder = place.folder
    deletesLate = place.deletesLate
    self.builder = builder
    dataSize = try data.reduce(0) { try $0 + Double(Data(contentsOf: URL(filePath: $1)).count) }
    table = try PackageTable(Array(Data(contentsOf: URL(filePath: data[0]))), newRow: description.newRow)
    let original = description.folder
    try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: "\(original)/templates", toPath: "\(source)/templates")
    var configuration = try String(contentsOfFile: "\(original)/catalog.yml", encoding: .utf8)
    guard configuration.contains("kind: stable") else { throw Failure("\(original)/catalog.yml has no stable pages") }
    configuration.replace("kind: stable", with: "kind: \(pagination.rawValue)")
    try configuration.write(toFile: "\(source)/catalog.yml", atomically: true, encoding: .utf8)
    for (file, copy) in zip(data.dropFirst(), otherData) {
      try FileManager.default.copyItem(atPath: file, toPath: copy)
    }
    try write(table.bytes)
  }

  /// Replaces the data file atomically, as an editor does.
  func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: data), options: .atomic)
    if case .hugo = builder { try writeHugoContent(of: PackageTable(bytes, newRow: description.newRow)) }
  }

  /// Builds the catalog, and returns the cost.
  ///
  /// - Parameters:
  ///   - isClean: Whether the output is deleted first.
  ///   - isReporting: Whether the build reports all files, for `report`.
  /// - Throws: A `Failure` if the builder fails.
  @discardableResult
  func build(isClean: Bool = false, isReporting: Bool = false) throws -> Cost {
    if isClean { try removeOutput() }
    return try Cost(of: builder.command(for: self, isReporting: isReporting), output: reportFile)
  }

  /// Applies and reverts an edit, and builds after each step.
  ///
  /// - Parameter runs: The number of repetitions.
  /// - Throws: A `Failure` if the builder fails.
  /// - Returns: The lowest cost of a build.
  func rebuild(after edit: PackageEdit, runs: Int) throws -> Cost {
    let edited = table.bytes(after: edit)
    var isEdited = false
    return try Cost(leastOf: 2 * runs) {
      isEdited.toggle()
      try write(isEdited ? edited : table.bytes)
      return try build()
    }
  }

  private func removeOutput() throws {
    try putAway(output)
    // Pending writes of earlier work must not slow down the measurement.
    sync()
  }

  /// Deletes a folder, if it exists, now or at the end.
  private func putAway(_ path: String) throws {
    guard deletesLate else { return try FolderState.remove(path) }
    guard FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.moveItem(atPath: path, toPath: "\(folder)/\(UUID())")
  }

  /// The report of the latest build that was run with `isReporting`.
  var report: Report {
    get throws { try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(filePath: reportFile))) }
  }

  /// Copies the output with `cp -r`, and returns the cost.
  func copy() throws -> Cost {
    let copy = "\(folder)/copy"
    sync()
    let cost = try Cost(of: ["cp", "-r", output, copy])
    try putAway(copy)
    return cost
  }

  /// Reads the data files with a command, and returns the cost.
  func read(by command: String) throws -> Cost { try Cost(of: [command, data] + otherData) }
}
