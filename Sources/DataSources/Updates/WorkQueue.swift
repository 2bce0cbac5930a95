/// Work that is done one piece after the other, in the order that it was asked for.
///
/// Nobody waits: whoever adds to an idle queue does the work, its own and what is added meanwhile, until there is none. A value,
/// so that it can be kept under a lock while the work itself is done outside.
struct WorkQueue<Job> {
  private var isBusy = false
  private var incoming: [Job] = []
  /// The older ones, the oldest last.
  private var outgoing: [Job] = []

  /// Adds a job.
  ///
  /// - Returns: Whether the queue was idle: the caller then has to do the work, until there is no next job.
  mutating func add(_ job: Job) -> Bool {
    incoming.append(job)
    defer { isBusy = true }
    return !isBusy
  }

  /// Takes the next job, for the one who does the work. If there is none the queue is idle.
  ///
  /// - Complexity: O(1) amortised.
  mutating func next() -> Job? {
    if outgoing.isEmpty {
      outgoing = incoming.reversed()
      incoming = []
    }
    let job = outgoing.popLast()
    isBusy = job != nil
    return job
  }
}

extension WorkQueue: Sendable where Job: Sendable {}
