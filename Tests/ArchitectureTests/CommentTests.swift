import Foundation
import TestKit
import Testing

/// Holds public declarations to documentation comments, and comments to the width of code. The witness of a protocol of
/// ours needs none: DocC shows that of the protocol.
@Suite struct CommentTests {
  /// The lines of each source file, as the formatter laid them out, without those that are empty.
  private static func files(in folders: [String] = ["Sources", "Plugins"]) throws -> [String: [Substring]] {
    let folders = folders.map { packageFolder.appending(path: $0) }
    let paths = folders.flatMap { FileManager.default.enumerator(at: $0, includingPropertiesForKeys: nil) ?? .init() }
    return try paths.reduce(into: [:]) { files, path in
      guard let path = path as? URL, path.pathExtension == "swift" else { return }
      files[path.path()] = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    }
  }

  /// What a line declares: its modifiers, and its name.
  private static func declaration(_ line: Substring) -> (words: [Substring], name: Substring)? {
    let kinds = [
      "func", "var", "let", "init", "subscript", "typealias", "associatedtype", "struct", "class", "enum", "protocol",
    ]
    // `init(` and `subscript(` have no name of their own.
    let words = line.prefix { $0 != "{" && $0 != "=" }.split { " (<:?".contains($0) }
    guard words.first?.hasPrefix("//") == false, let kind = words.firstIndex(where: { kinds.contains(String($0)) })
    else { return nil }
    let hasName = kind + 1 < words.count && !["init", "subscript"].contains(words[kind])
    return (Array(words[...kind]), words[hasName ? kind + 1 : kind])
  }

  private static func isNoAttribute(_ word: Substring) -> Bool { !word.hasPrefix("@") && !word.hasSuffix(")") }

  /// What a protocol declares, and the names of those that it refines.
  private struct Requirements {
    var members: Set<Substring> = []
    var parents: Set<Substring>
  }

  private static func requirements(in files: [String: [Substring]]) -> [Substring: Requirements] {
    var protocols: [Substring: Requirements] = [:]
    for lines in files.values {
      var current: Substring?
      for line in lines {
        if line == "}" {
          current = nil
        } else if let current, let member = declaration(line) {
          protocols[current]?.members.insert(member.name)
        } else if let found = declaration(line), found.words.last == "protocol" {
          current = found.name
          protocols[found.name] = Requirements(parents: Set(line.split { !$0.isLetter }).subtracting([found.name]))
        }
      }
    }
    return protocols
  }

  /// The formatter breaks lines of code, and leaves comments as they are.
  @Test func commentsAreNoWiderThanCode() throws {
    for (file, lines) in try Self.files(in: ["Sources", "Plugins", "Tests", "Examples", "Benchmarks/Sources"]) {
      for line in lines where line.utf8.count > 120 && line.drop(while: { $0 == " " }).hasPrefix("//") {
        #expect(line.count <= 120, "\(file): “\(line)” has more than 120 columns")
      }
    }
  }

  @Test func publicDeclarationsHaveComments() throws {
    let files = try Self.files()
    let protocols = Self.requirements(in: files)
    func members(of name: Substring) -> Set<Substring> {
      guard let found = protocols[name] else { return [] }
      return found.parents.reduce(into: found.members) { $0.formUnion(members(of: $1)) }
    }
    var count = 0
    for (file, lines) in files {
      let mentioned = Set(lines.lazy.filter { !$0.contains("//") }.flatMap { $0.split { !$0.isLetter } })
      let inherited = mentioned.intersection(protocols.keys).reduce(into: Set()) { $0.formUnion(members(of: $1)) }
      var above: Substring = ""
      for line in lines {
        let text = line.drop { $0 == " " }
        if let found = Self.declaration(text), let access = found.words.first(where: Self.isNoAttribute),
          ["public", "open"].contains(access)
        {
          count += 1
          let isDocumented = above.hasPrefix("///") || inherited.contains(found.name)
          #expect(isDocumented, "\(file): “\(text)” has no documentation comment")
        }
        if !text.hasPrefix("@") || Self.declaration(text) != nil { above = text }
      }
    }
    #expect(count > 1000)
  }
}
