import Dispatch

/// The threads on which requests are answered.
///
/// A program, or other tasks of this one, may keep the threads that tasks share busy for long, and requests would wait
/// in their queue. These threads have a queue of their own, because readers wait for what is done there.
final class AnswerThreads: TaskExecutor {
  private let queue = DispatchQueue(label: "pomona-answers", qos: .userInitiated, attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
