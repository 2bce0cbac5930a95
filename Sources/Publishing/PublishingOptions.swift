/// How a catalog is published.
public struct PublishingOptions {
  /// How many threads make and write files; nothing for one on each processor.
  public var jobs: Int?
  /// Whether every file is made and compared with what is on the disk, whatever is known of it. A file that has the right bytes is not
  /// written, all the same.
  public var isClean: Bool
  /// What the caller wants to know when it opens the folder the next time; nothing leaves it as it was.
  public var memo: [UInt8]?
  /// Is told now and then, by the thread that publishes, how many files are done, of how many that are known of.
  public var progress: (_ done: Int, _ total: Int) -> Void

  /// Chooses how a catalog is published.
  public init(
    jobs: Int? = nil, isClean: Bool = false, memo: [UInt8]? = nil,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    self.jobs = jobs
    self.isClean = isClean
    self.memo = memo
    self.progress = progress
  }
}
