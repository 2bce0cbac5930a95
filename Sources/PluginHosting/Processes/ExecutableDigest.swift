import CMessageDigest
import Glibc

/// The SHA-256 digest of an executable's bytes, by which a user allows it to run: no one can make another file that has it.
///
/// It says nothing of what the executable uses: the interpreter of a script, the libraries of a program, the modules that it loads. Nor is
/// a file that is exchanged between its digest and its start recognised.
package struct ExecutableDigest: Hashable, Sendable {
  /// 64 hexadecimal digits, in small letters.
  package let digits: String

  /// The digest of a file.
  ///
  /// - Complexity: O(*n*) in its length; it is read piece by piece.
  package init(ofFile path: String) throws(StartFailure) {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw StartFailure.foreseen(path) ?? .system(errno, path) }
    defer { close(number) }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }

    var context = SHA2_CTX()
    SHA256Init(&context)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(number, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno, path) }
      guard count > 0 else { break }
      SHA256Update(&context, bytes, count)
    }
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    SHA256Final(&digest, &context)
    digits = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// A digest that was written down, in small or capital letters; `nil` if the text is none.
  package init?(_ text: some StringProtocol) {
    let isDigest = text.utf8.count == 64 && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard isDigest else { return nil }
    digits = text.lowercased()
  }
}

extension ExecutableDigest: CustomStringConvertible {
  package var description: String { digits }
}
