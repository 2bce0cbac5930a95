import CatalogKit
import CatalogSyntax
import Diagnostics
import DocumentModel
import Foundation
import JSONValues
import PluginHosting
import SystemPackage

/// A program that handles events of live pages: it is started for each event, which it reads from its standard input,
/// and answers on its standard output.
///
/// It runs with the rights of the user, who therefore allows it by its digest, as plugins, or allows all programs of
/// the catalog.
struct EventCommand: Sendable {
  static let limits = RunLimits(time: .seconds(10), output: 64_000)
  /// The maximal number of processes at the same time; other events wait.
  private static let width = 4

  /// The path of the program, as it is written in the configuration.
  private let program: LocatedText
  private let arguments: [String]
  private let path: String
  private let folder: String
  private let limits: RunLimits
  private let isAllowed: Bool
  private let allowed: AllowedPlugins?
  private let work = BlockingWork(width: width)

  /// Creates a command, which need not exist.
  ///
  /// - Parameters:
  ///   - program: The path of the program, relative to the catalog's folder.
  ///   - folder: The catalog's folder, in which it runs; empty for the current folder.
  ///   - limits: The limits of its time and of its output.
  ///   - isAllowed: Whether the user allows all programs of the catalog.
  ///   - allowed: The programs that the user has allowed before; `nil` if there is no such list.
  init(
    _ program: LocatedText, arguments: [String] = [], in folder: FilePath, within limits: RunLimits? = nil,
    isAllowed: Bool, allowed: AllowedPlugins?
  ) {
    self.program = program
    self.arguments = arguments
    self.folder = folder.isEmpty ? "." : folder.string
    path = folder.pushing(FilePath(program.text)).lexicallyNormalized().string
    self.limits = limits ?? Self.limits
    self.isAllowed = isAllowed
    self.allowed = allowed
  }

  /// Checks whether the program can and may be started. If the user allows all programs, this one is allowed from now
  /// on.
  ///
  /// - Returns: A warning that says why it cannot be started, and what to do about it; otherwise `nil`.
  func warning() -> Diagnostic? {
    do throws(DiagnosticsError) {
      let digest = try checkedDigest()
      // If the list cannot be written, the program has to be allowed again the next time.
      if isAllowed { try? allowed?.allow(digest, name: path) }
      return nil
    } catch {
      var warning = error.diagnostics.first
      warning?.severity = .warning
      return warning
    }
  }

  /// Starts the program with an event, and waits until it has answered, without blocking a thread of tasks.
  ///
  /// - Parameter eventJSON: The event, as a JSON object.
  /// - Throws: `DiagnosticsError` if the program cannot or may not be started, if it fails, or if it does not answer as
  ///   agreed within its limits.
  func answer(_ eventJSON: [UInt8]) async throws(DiagnosticsError) -> Answer {
    try await work.run { () throws(DiagnosticsError) in
      // A program that was changed since it was allowed is another one.
      if !isAllowed { _ = try checkedDigest() }
      let output: [UInt8]
      do throws(ConnectionFailure) {
        output = try ChildProcess.run(path, arguments: arguments, in: folder, input: eventJSON, within: limits)
      } catch {
        throw failure("event/failed", "“\(program.text)” has failed: \(error)", hint: error.hint, error.lastWords)
      }
      return try Answer(output, of: self)
    }
  }

  private func checkedDigest() throws(DiagnosticsError) -> ExecutableDigest {
    let digest: ExecutableDigest
    do throws(StartFailure) {
      if let failure = StartFailure.foreseen(path) { throw failure }
      digest = try ExecutableDigest(ofFile: path)
    } catch {
      throw failure("event/unstartable", "“\(program.text)” cannot be started: \(error)", hint: error.hint)
    }
    guard isAllowed || allowed?.allows(digest) == true else {
      throw failure(
        "event/not-allowed", "“\(program.text)” is a program that has not run before, and handles no event",
        hint: "It runs with your rights. If you trust it, allow it once with --allow-commands.")
    }
    return digest
  }

  fileprivate func failure(
    _ code: Diagnostic.Code, _ message: String, hint: String?, _ lastWords: LastWords = LastWords()
  ) -> DiagnosticsError {
    var diagnostic = Diagnostic(code: code, message, at: program.location, hint: hint)
    diagnostic.notes = lastWords.errorLines
    return DiagnosticsError(diagnostic)
  }

  /// What a program answers to an event. All of it is data that was not checked, except that the address is safe to
  /// lead to.
  struct Answer: Hashable, Sendable {
    /// A text to show.
    var say: String?
    /// The address to lead to: `http` or `https`, or relative to the catalog's root.
    var go: String?
    /// Markdown to show in the place of the cell.
    var replace: String?
    /// Whether the page does nothing else, such as to follow a link.
    var stay = false
  }
}

extension EventCommand.Answer {
  private static let names = ["say", "go", "replace", "stay"]

  /// Reads the output of a program: nothing, or one JSON object. A member that is `null` counts as missing.
  fileprivate init(_ output: [UInt8], of command: EventCommand) throws(DiagnosticsError) {
    self.init()
    let white = Set(" \t\r\n".utf8)
    guard !output.allSatisfy(white.contains) else { return }
    func failure(_ message: String, hint: String) -> DiagnosticsError {
      let start = String(decoding: output.prefix(200), as: UTF8.self).printable
      return command.failure("event/answer", message, hint: hint, LastWords(errorLines: [start]))
    }
    let expected = "Print nothing, or one JSON object with some of: \(Self.names.joined(separator: ", "))."
    let value: JSONValue
    do {
      value = try JSONValue(parsing: output)
    } catch {
      throw failure("the answer of “\(command.program.text)” is not JSON: \(error)", hint: expected)
    }
    guard let object = value.object else {
      throw failure("the answer of “\(command.program.text)” is not a JSON object", hint: expected)
    }
    for member in object.members where member.value != .null {
      switch (member.name, member.value) {
      case ("say", .string(let text)): say = text
      case ("go", .string(let address)):
        guard address.isSafeToGoTo else {
          throw failure(
            "“\(command.program.text)” answers with “\(address)”, which is not an address that a page leads to",
            hint: "Write one that is relative to the home page, such as fruits/lemon.html, or that begins with https:.")
        }
        go = address
      case ("replace", .string(let markdown)): replace = markdown
      case ("stay", .boolean(let isTrue)): stay = isTrue
      case (let name, _) where Self.names.contains(name):
        throw failure(
          "“\(name)” in the answer of “\(command.program.text)” is not \(name == "stay" ? "true or false" : "a text")",
          hint: expected)
      case (let name, _):
        throw failure(
          "the answer of “\(command.program.text)” has “\(name)”, which is not known",
          hint: name.closest(in: Self.names).map { "Did you mean “\($0)”?" } ?? expected)
      }
    }
  }
}
