import Foundation

/// Where catalogs of the packages are built, and by what.
struct CatalogBench {
  /// The command.
  let pomona: Builder
  /// The sizes of data sets that are measured for growth.
  let sizes: [Int]
  /// A disk, and memory where that is a file system.
  let places: [Place]
  /// What is kept from run to run.
  private static let cache = FileManager.default.currentDirectoryPath + "/Benchmarks/.build/catalog"

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

  /// The place where file systems cost least.
  var fastest: Place { places[places.count - 1] }

  /// Creates the data files of a catalog, as far as they are not there.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - rows: The number of rows, if it is not that of the packages that there are.
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

  /// Does something with a catalog that is taken away afterwards.
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
