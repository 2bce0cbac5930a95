import CMessageDigest
import Glibc

/// The SHA-256 digest of an executable's bytes, by which a user allows it to run. Another file with the same digest
/// cannot be made.
///
/// The digest does not cover what the executable uses: the interpreter of a script, the libraries of a program, the
/// modules that it loads. Nor does it detect that the file is replaced between the computation of the digest and the
/// start.
package struct ExecutableDigest: Hashable, CustomStringConvertible, Sendable {
  /// 64 hexadecimal digits, in lower case.
  package let digits: String

  /// Creates the digest of a file.
  ///
  /// - Complexity: O(*n*) in the length of the file, which is read in pieces.
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

  /// Creates a digest from its digits, in upper or lower case, or returns `nil` if the text is not a digest.
  package init?(_ text: some StringProtocol) {
    let isDigest = text.utf8.count == 64 && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard isDigest else { return nil }
    digits = text.lowercased()
  }

  package var description: String { digits }
}
