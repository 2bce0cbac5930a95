import Foundation
import TestKit
import Testing

@testable import CatalogKit

/// The build id of a program.
@Suite struct ProgramTests {
  /// The beginning of this program, in which the linker has written an id.
  private let file: [UInt8]

  init() throws {
    let handle = try #require(FileHandle(forReadingAtPath: "/proc/self/exe"))
    file = [UInt8](try #require(try handle.read(upToCount: 4096)))
  }

  @Test func theIdIsReadFromTheNotes() throws {
    let id = try #require(Program.buildID(in: file))
    #expect(id.split(separator: ".").count >= 8)
    let header: [UInt8] = [3, 0, 0, 0] + Array("GNU\0".utf8)
    let note = try #require(file.indices.dropLast(8).first { file[$0..<$0 + 8].elementsEqual(header) })
    var other = file
    other[note + 8] ^= 1
    #expect(Program.buildID(in: other) != nil)
    #expect(Program.buildID(in: other) != id)
    var without = file
    without[note] = 7
    #expect(Program.buildID(in: without) == nil)
  }

  @Test func otherFilesHaveNoId() {
    #expect(Program.buildID(in: []) == nil)
    #expect(Program.buildID(in: Array("#!/bin/sh\n".utf8)) == nil)
    for length in 0..<700 { #expect(Program.buildID(in: Array(file[..<length])) == nil) }
  }

  @Test(arguments: Seeds.fixed(2, fresh: 2))
  func readingAMalformedFileEnds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var bytes = file
      // The headers and the notes are at the beginning.
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        bytes[Int.random(in: 16..<1024, using: &random)] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      // Reading ends for any content.
      #expect(Program.buildID(in: bytes)?.isEmpty != true)
    }
  }
}
