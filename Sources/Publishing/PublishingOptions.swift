/// How a catalog is published.
package struct PublishingOptions {
  /// How many threads make and write files; nothing for one on each processor.
  package var jobs: Int?
  /// Whether every file is made and compared with what is on the disk, whatever is known of it. A file that has the right bytes is not
  /// written, all the same.
  package var isClean: Bool
  /// What is to be kept beside the catalog, by plain names, and comes and goes with it: see ``PublishedFolder/note(_:)``. A note that is not
  /// named stays as it was, but for the ``PublishedFolder/memo``.
  package var notes: [String: [UInt8]] = [:]
  /// Is told now and then, by the thread that publishes, how many files are done, of how many that are known of.
  package var progress: (_ done: Int, _ total: Int) -> Void

  /// Chooses how a catalog is published.
  package init(
    jobs: Int? = nil, isClean: Bool = false,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    self.jobs = jobs
    self.isClean = isClean
    self.progress = progress
  }
}
