import Glibc
import Synchronization

/// The process groups that were not reaped yet.
private struct RunningGroups {
  var leaders: Set<pid_t> = []
  /// Whether new groups are killed as well.
  var areKilled = false
}

private let running = Mutex(RunningGroups())

/// A child and the processes that it started, except those that have left for another group or session.
///
/// The group's identifier is the process identifier of its leader, the child. No other process can get it until the
/// leader is reaped. So the group is killed first, and reaped afterwards.
struct ProcessGroup: Sendable {
  let leader: pid_t

  init(leader: pid_t) {
    self.leader = leader
    running.withLock { running in
      running.leaders.insert(leader)
      if running.areKilled { send(SIGKILL) }
    }
  }

  /// Kills all groups, and every new one when it starts.
  static func killAll() {
    running.withLock { running in
      running.areKilled = true
      for leader in running.leaders { kill(-leader, SIGKILL) }
    }
  }

  /// Whether the child has exited, whether or not it was reaped.
  var hasLeaderExited: Bool {
    var change = siginfo_t()
    while waitid(P_PID, id_t(leader), &change, WEXITED | WNOHANG | WNOWAIT) != 0 {
      // Other code has reaped it.
      guard errno == EINTR else { return true }
    }
    return change.si_signo == SIGCHLD
  }

  func send(_ signal: Int32) { kill(-leader, signal) }

  /// Reaps the child, which must have exited. The group's identifier is invalid afterwards.
  ///
  /// - Returns: How the child ended, or `nil` if it is still running, or other code has reaped it.
  func reap() -> ExitStatus? {
    running.withLock { _ = $0.leaders.remove(leader) }
    var status: Int32 = 0
    while waitpid(leader, &status, WNOHANG) != leader {
      guard errno == EINTR else { return nil }
    }
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }

  /// The number of bytes of memory that the group's processes occupy, or `nil` if the system has no `/proc`.
  ///
  /// - Complexity: O(*n*) in the number of the system's processes.
  var residentBytes: Int? {
    guard let folder = opendir("/proc") else { return nil }
    defer { closedir(folder) }
    var pages: Int?
    while let entry = readdir(folder) {
      // The entry is valid until the next one is read, and its name ends with a zero byte within it.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { UnsafeRawPointer($0) }
      guard let process = pid_t(String(cString: name.assumingMemoryBound(to: CChar.self))), getpgid(process) == leader
      else { continue }
      pages = (pages ?? 0) + (Self.residentPages(of: process) ?? 0)
    }
    return pages.map { $0 * Int(getpagesize()) }
  }

  /// The second number of `/proc/PID/statm`.
  private static func residentPages(of process: pid_t) -> Int? {
    let file = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let numbers = bytes[..<count].split(separator: UInt8(ascii: " "))
    return numbers.count > 1 ? Int(String(decoding: numbers[1], as: UTF8.self)) : nil
  }
}
