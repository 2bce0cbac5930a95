import Datasets
import Publishing
import Rendering

/// An export that is divided into files, each with some of the catalog's objects: a change of one object changes one file.
protocol DividedFiles {
  /// Returns the objects, divided among the files.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of objects.
  func division(of plan: ExportPlan) -> ObjectDivision<Record>
  /// Returns the file with one part of the objects.
  func file(of part: DocumentPart<Record>, _ plan: ExportPlan) -> PlannedFile
  /// Returns the path of a part's file, relative to the catalog's root.
  func path(ofPart number: Int) -> String
}

/// A divided export with a small root file that lists the parts.
protocol IndexedFiles: DividedFiles {
  /// Returns the root file.
  ///
  /// - Parameter parts: The numbers of the parts.
  func root(_ parts: [Int]) -> PlannedFile
}

/// A divided export that follows changes of the objects.
struct LiveParts<Files: DividedFiles> {
  let files: Files
  let plan: ExportPlan
  private(set) var division: ObjectDivision<Record>

  init(_ files: Files, _ plan: ExportPlan) {
    self.files = files
    self.plan = plan
    division = files.division(of: plan)
  }

  var all: [PlannedFile] { division.parts.map { files.file(of: $0, plan) } }

  var paths: [String] { division.numbers.map(files.path) }

  /// Applies a document's changes.
  mutating func update(_ changes: DocumentChanges) { division.update(changes) }

  /// Returns the files that changed since the last call, and whether parts were added or removed.
  mutating func takeChanges() -> (files: ChangedFiles, hasOtherParts: Bool) {
    let parts = division.takeChanges()
    let changed = parts.changed.map { files.file(of: division.part($0), plan) }
    return (ChangedFiles(changed: changed, removed: parts.removed.map(files.path)), parts.hasOtherParts)
  }
}
