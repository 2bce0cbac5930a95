import CProcesses
import Foundation
import Glibc

extension ChildProcess {
  /// What a plugin's environment has: of the host's, where programs, files and the user are (`PATH`, `HOME`, `USER`, `LOGNAME`, `TMPDIR`),
  /// the language (`LANG`, `LANGUAGE`, `LC_…`) and the time zone (`TZ`), and so no secrets; and what is added, which wins.
  static func environment(from host: [String: String], adding added: [String: String]) -> [String: String] {
    let allowed: Set = ["HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "TMPDIR", "TZ", "USER"]
    return host.filter { allowed.contains($0.key) || $0.key.hasPrefix("LC_") }.merging(added) { $1 }
  }

  /// The executable of a name in the first of some folders that has one.
  ///
  /// - Parameters:
  ///   - name: A file's name.
  ///   - path: The folders, with colons between them, as the variable `PATH` has them. What is relative to the working directory does not
  ///     count: a plugin must not depend on where the host is started.
  ///   - note: Is called with each path that is looked at.
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
  /// Starts an executable.
  init(_ executable: String, arguments: [String], environment: [String: String]) throws(StartFailure) {
    if let failure = StartFailure.foreseen(executable) { throw failure }
    let environment = ChildProcess.environment(from: ProcessInfo.processInfo.environment, adding: environment)
    // The child begins in another folder.
    let path = executable.hasPrefix("/") ? executable : FileManager.default.currentDirectoryPath + "/" + executable
    guard let folder = TemporaryFolder(), let input = PipeEnds(), let output = PipeEnds(), let errors = PipeEnds()
    else {
      throw .system(errno, executable)
    }

    var leader: pid_t = 0
    let code = withExtendedLifetime((folder, input, output, errors)) {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, input.reading.number, STDIN_FILENO)
      posix_spawn_file_actions_adddup2(&actions, output.writing.number, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, errors.writing.number, STDERR_FILENO)
      posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
      posix_spawn_file_actions_addchdir_np(&actions, folder.path)
      return spawn(
        path, [path] + arguments, environment.map { "\($0.key)=\($0.value)" }, actions: &actions, leader: &leader)
    }
    guard code == 0 else { throw StartFailure(code, starting: executable) }
    self.init(
      group: ProcessGroup(leader: leader), input: input.writing, output: output.reading, errors: errors.reading,
      folder: folder)
  }
}

/// Starts a process in a group of its own, with no signal ignored or held back.
///
/// - Returns: Zero, or the number of the system's error, which may also be that of the new process as it began to run the executable.
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
  // A file that someone has open for writing is busy: so it is for a moment where it was just written and another thread starts a
  // process meanwhile, which has it open, too, until it runs its executable.
  let deadline = SuspendingClock.now + .seconds(2)
  while true {
    let code = posix_spawn(&leader, path, &actions, &attributes, &argumentWords, &environmentWords)
    guard code == ETXTBSY, SuspendingClock.now < deadline else { return code }
    usleep(5_000)
  }
}

/// An empty folder for temporary files, which is deleted with all that is in it when the last reference goes.
final class TemporaryFolder: Sendable {
  let path: String

  /// Creates a folder in `TMPDIR`, else in `/tmp`.
  ///
  /// - Returns: `nil` if the system refuses; `errno` says why.
  init?() {
    let place = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var name = Array("\(place)/pomona-plugin-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { return nil }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
