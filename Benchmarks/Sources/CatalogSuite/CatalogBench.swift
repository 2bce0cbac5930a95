import Foundation

/// The environment of the catalog suite: the places where catalogs are built, and the command.
struct CatalogBench {
  /// Pomona's command.
  let pomona: Builder
  /// The sizes of data sets that are measured for growth.
  let sizes: [Int]
  /// A disk, and a file system in memory if there is one.
  let places: [Place]
  /// The folder of data that is kept between runs.
  private static let cache = FileManager.default.currentDirectoryPath + "/.build/catalog"

  init() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment["POMONA"], FileManager.default.isExecutableFile(atPath: path) else {
      throw Failure("POMONA does not name the command: run `make bench SUITE=catalog`")
    }
    pomona = .pomona(path)
    sizes = try (environment["ROWS"] ?? "").split(separator: " ").map {
      guard let size = Int($0), size > 0 else { throw Failure("ROWS=\($0) is no number of rows") }
      return size
    }
    var places = [Place(name: "disk", folder: "\(Self.cache)/disk", deletesLate: true)]
    if FileManager.default.isWritableFile(atPath: "/dev/shm") {
      places.append(Place(name: "memory", folder: "/dev/shm/pomona-bench"))
    } else {
      note("there is no /dev/shm: nothing is built in memory")
    }
    self.places = places
  }

  /// The place with the fastest file system.
  var fastest: Place { places[places.count - 1] }

  /// Creates the data files of a catalog, unless they exist.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - rows: The number of rows; `nil` for that of the reference data set.
  private static func data(of catalog: CatalogDescription, rows: Int?) throws -> [String] {
    try catalog.data.map { file in
      let options = file.option.map { [$0] } ?? rows.map { ["--rows", "\($0)"] } ?? []
      let name = (["packages"] + options.map { $0.replacing("--", with: "") }).joined(separator: "-")
      return try data("\(cache)/\(name).csv", options)
    }
  }

  private static func data(_ file: String, _ options: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["Benchmarks/Catalog/make-packages"] + options + [file]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure("the data set could not be made") }
    return file
  }

  /// Calls the given closure with a catalog that is deleted afterwards.
  func withCatalog<Result>(
    _ description: CatalogDescription, rows: Int? = nil, in place: Place,
    pagination: PackageCatalog.Pagination = .stable, by builder: Builder, _ body: (PackageCatalog) throws -> Result
  ) throws -> Result {
    try FolderState.remove(place.folder)
    defer { try? FolderState.remove(place.folder) }
    let data = try Self.data(of: description, rows: rows)
    return try body(PackageCatalog(description, in: place, data: data, pagination: pagination, builder: builder))
  }
}
