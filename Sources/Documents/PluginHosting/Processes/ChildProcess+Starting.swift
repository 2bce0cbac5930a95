import CProcesses
import Foundation
import Glibc

extension ChildProcess {
  /// Returns the environment of a plugin. It has only those variables of the host that describe the locations of
  /// programs, files and the user (`PATH`, `HOME`, `USER`, `LOGNAME`, `TMPDIR`), the language (`LANG`, `LANGUAGE`,
  /// `LC_…`) and the time zone (`TZ`), and so no secrets. Added variables take precedence.
  static func environment(from host: [String: String], adding added: [String: String]) -> [String: String] {
    let allowed: Set = ["HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "TMPDIR", "TZ", "USER"]
    return host.filter { allowed.contains($0.key) || $0.key.hasPrefix("LC_") }.merging(added) { $1 }
  }

  /// Returns the path of the first executable of a name in a search path, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: A file's name.
  ///   - path: The folders, separated by colons, as in the variable `PATH`. Relative paths are ignored: a plugin must
  ///     not depend on the working directory of the host.
  ///   - note: A closure that is called with each path that is checked.
  package static func find(_ name: String, on path: String, note: (String) -> Void = { _ in }) -> String? {
    guard !name.isEmpty, !name.contains("/") else { return nil }
    for folder in path.split(separator: ":") where folder.hasPrefix("/") {
      let file = "\(folder)/\(name)"
      note(file)
      if StartFailure.foreseen(file) == nil { return file }
    }
    return nil
  }
}

extension Child {
  /// - Parameter place: Its working directory; `nil` for an empty one of its own.
  init(
    _ executable: String, arguments: [String], environment: [String: String], in place: String?
  ) throws(StartFailure) {
    if let failure = StartFailure.foreseen(executable) { throw failure }
    let environment = ChildProcess.environment(from: ProcessInfo.processInfo.environment, adding: environment)
    // The child starts in another working directory.
    let path = executable.hasPrefix("/") ? executable : FileManager.default.currentDirectoryPath + "/" + executable
    let folder = place == nil ? TemporaryFolder() : nil
    guard let workingDirectory = place ?? folder?.path, let input = PipeEnds(), let output = PipeEnds(),
      let errors = PipeEnds()
    else { throw .system(errno, executable) }

    var leader: pid_t = 0
    let code = withExtendedLifetime((folder, input, output, errors)) {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, input.reading.number, STDIN_FILENO)
      posix_spawn_file_actions_adddup2(&actions, output.writing.number, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, errors.writing.number, STDERR_FILENO)
      posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
      posix_spawn_file_actions_addchdir_np(&actions, workingDirectory)
      return spawn(
        path, [path] + arguments, environment.map { "\($0.key)=\($0.value)" }, actions: &actions, leader: &leader)
    }
    guard code == 0 else { throw StartFailure(code, starting: executable) }
    self.init(
      group: ProcessGroup(leader: leader), input: input.writing, output: output.reading, errors: errors.reading,
      folder: folder)
  }
}

/// Starts a process in its own group, with no signal ignored or blocked.
///
/// - Returns: Zero, or an error code, which may also come from the new process when it began to run the executable.
private func spawn(
  _ path: String, _ arguments: [String], _ environment: [String], actions: inout posix_spawn_file_actions_t,
  leader: inout pid_t
) -> Int32 {
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
  posix_spawnattr_setpgroup(&attributes, 0)
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)

  let words = (arguments + environment).map { strdup($0) }
  defer { for word in words { free(word) } }
  var argumentWords = Array(words[..<arguments.count]) + [nil]
  var environmentWords = Array(words[arguments.count...]) + [nil]
  // An executable that is open for writing cannot be run (`ETXTBSY`). This happens for a moment when a file was written
  // just before, and another thread starts a process: the new process inherits the descriptor until it runs its own
  // executable.
  let deadline = SuspendingClock.now + .seconds(2)
  while true {
    let code = posix_spawn(&leader, path, &actions, &attributes, &argumentWords, &environmentWords)
    guard code == ETXTBSY, SuspendingClock.now < deadline else { return code }
    usleep(5_000)
  }
}

/// An empty temporary folder, which is deleted with its contents when the last reference is released.
final class TemporaryFolder: Sendable {
  let path: String

  /// Creates a folder in `TMPDIR`, or in `/tmp` if that is not an absolute path. Returns `nil` if the system refuses;
  /// `errno` says why.
  init?() {
    let place = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var name = Array("\(place)/pomona-plugin-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { return nil }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
