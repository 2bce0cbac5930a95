import Fingerprints
import Foundation

/// The program that builds. Its code is an input of every file.
enum Program {
  /// The fingerprint of the program's code: that of its executable, and of the libraries that it has loaded, other than
  /// the C library, whose version no output depends on. A copy of the program at another place, or with other times,
  /// has the same fingerprint.
  static let fingerprint: Fingerprint = {
    var parts = Fingerprinter()
    for identity in Set(files.map(identity)).sorted() { parts.combine(identity) }
    return parts.finish()
  }()

  /// The files with the code of this process, as the system lists them with the memory that may be executed.
  private static var files: Set<String> {
    let executable = "/proc/self/exe"
    // This link leads to the executable also after another one was put in its place.
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: executable)) ?? executable
    // The system gives this file in parts, the first of which `FileManager` would take for all of it.
    let maps = (try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()) ?? Data()
    // A line is “addresses permissions offset device inode path”. What the kernel itself provides has no path.
    let loaded = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line -> String? in
      let permissions = line.drop { $0 != " " }.prefix(5)
      guard permissions.contains("x"), let start = line.firstIndex(of: "/") else { return nil }
      return String(line[start...])
    }
    return Set(loaded.filter { !isOfCLibrary($0) }).subtracting([path]).union([executable])
  }

  /// Whether a file is a part of the C library, or of the compiler's support for it.
  private static func isOfCLibrary(_ file: String) -> Bool {
    let name = file.split(separator: "/").last ?? ""
    return ["libc.so.", "libm.so.", "ld-linux", "libgcc_s.so."].contains { name.hasPrefix($0) }
  }

  /// Returns a text that is the same for files with the same code: the build id, which a linker derives from all that
  /// it writes, or a digest of the file. A digest of 50 MB takes some 20 ms, and a build id no measurable time.
  private static func identity(of file: String) -> String {
    let start = (try? FileHandle(forReadingAtPath: file)?.read(upToCount: 1 << 12)) ?? Data()
    // The code of a file that cannot be read may be any: each process has another identity then.
    return buildID(in: [UInt8](start)) ?? InputContent(of: file).digest ?? UUID().uuidString
  }

  /// Returns the GNU build id in the notes of an ELF file for 64 bits, in the byte order of all platforms of Swift.
  ///
  /// - Parameter file: The beginning of the file, where linkers put notes.
  /// - Returns: The id, or `nil` if there is none in these bytes.
  static func buildID(in file: [UInt8]) -> String? {
    func number(at offset: Int, bytes: Int = 4) -> Int? {
      guard offset >= 0, offset <= file.count - bytes else { return nil }
      return file[offset..<offset + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard file.starts(with: [0x7F] + Array("ELF".utf8) + [2, 1]), let headers = number(at: 32, bytes: 8),
      let size = number(at: 54, bytes: 2), let count = number(at: 56, bytes: 2)
    else { return nil }
    // Numbers of a malformed file can be any: sums wrap around, and what lies outside of the bytes is not read.
    for header in (0..<count).map({ headers &+ $0 * size }) where number(at: header) == 4 {
      guard var note = number(at: header &+ 8, bytes: 8), let length = number(at: header &+ 32, bytes: 8) else {
        continue
      }
      let end = note &+ length
      while note < end, let name = number(at: note), let content = number(at: note &+ 4),
        let type = number(at: note &+ 8)
      {
        let start = note + 12 + (name + 3) & ~3
        if type == 3, name == 4, content > 0, start + content <= min(end, file.count),
          file[note + 12..<start].elementsEqual("GNU\0".utf8)
        {
          return file[start..<start + content].map { String($0, radix: 16) }.joined(separator: ".")
        }
        note = start + (content + 3) & ~3
      }
    }
    return nil
  }
}
