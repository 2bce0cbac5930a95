import Datasets
import Publishing
import Rendering

/// Files that have all objects among them, so that a change of one object changes one file.
protocol DividedFiles {
  /// The objects, divided among the files.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of objects.
  func division(of plan: ExportPlan) -> ObjectDivision<Record>
  /// The file with a part of the objects.
  func file(of part: DocumentPart<Record>, _ plan: ExportPlan) -> PlannedFile
  /// The place of that file relative to the catalog's root.
  func path(ofPart number: Int) -> String
}

/// Such files, and a small root file that leads to them.
protocol IndexedFiles: DividedFiles {
  /// The root file.
  ///
  /// - Parameter parts: The numbers of the parts.
  func root(_ parts: [Int]) -> PlannedFile
}

/// Divided files that follow what becomes of the objects.
struct LiveParts<Files: DividedFiles> {
  let files: Files
  let plan: ExportPlan
  private(set) var division: ObjectDivision<Record>

  init(_ files: Files, _ plan: ExportPlan) {
    self.files = files
    self.plan = plan
    division = files.division(of: plan)
  }

  /// All files.
  var all: [PlannedFile] { division.parts.map { files.file(of: $0, plan) } }

  /// The paths of all files.
  var paths: [String] { division.numbers.map(files.path) }

  /// Takes over what has become of the objects.
  mutating func update(_ changes: DocumentChanges) { division.update(changes) }

  /// Returns what has become of the files since it was asked last, and whether there are others.
  mutating func takeChanges() -> (files: ChangedFiles, hasOtherParts: Bool) {
    let parts = division.takeChanges()
    let changed = parts.changed.map { files.file(of: division.part($0), plan) }
    return (ChangedFiles(changed: changed, removed: parts.removed.map(files.path)), parts.hasOtherParts)
  }
}
