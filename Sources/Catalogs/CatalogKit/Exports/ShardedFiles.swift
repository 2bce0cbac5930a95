import Datasets
import Publishing
import Rendering

/// An export that is divided into files, each with some of the catalog's objects: a change of one object changes one
/// file.
protocol ShardedFiles {
  /// Returns the objects, divided among the files.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of objects.
  func shards(of plan: ExportPlan) -> ObjectShards<Record>
  /// Returns the file with one shard of the objects.
  func file(of shard: ObjectShard<Record>, _ plan: ExportPlan) -> PlannedFile
  /// Returns the path of a shard's file, relative to the catalog's root.
  func path(ofShard number: Int) -> String
}

/// A divided export with a small root file that lists the shards.
protocol IndexedFiles: ShardedFiles {
  func root(_ shards: [Int]) -> PlannedFile
}

/// A divided export that follows changes of the objects.
struct LiveShards<Files: ShardedFiles> {
  let files: Files
  let plan: ExportPlan
  private(set) var objects: ObjectShards<Record>

  init(_ files: Files, _ plan: ExportPlan) {
    self.files = files
    self.plan = plan
    objects = files.shards(of: plan)
  }

  var all: [PlannedFile] { objects.shards.map { files.file(of: $0, plan) } }

  var paths: [String] { objects.numbers.map(files.path) }

  mutating func update(_ objects: ChangedObjects) {
    self.objects.update(changed: objects.changed, removed: objects.removed)
  }

  /// Returns the files that changed since the last call, and whether shards were added or removed.
  mutating func takeChanges() -> (files: ChangedFiles, hasOtherShards: Bool) {
    let changes = objects.takeChanges()
    let changed = changes.changed.map { files.file(of: objects.shard($0), plan) }
    return (ChangedFiles(changed: changed, removed: changes.removed.map(files.path)), changes.hasOtherShards)
  }
}
