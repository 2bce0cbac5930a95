import Foundation

extension [UInt8] {
  /// The bytes that a text in base64 stands for; nil if it is none.
  package init?(base64 text: String) {
    guard let data = Data(base64Encoded: text) else { return nil }
    self = [UInt8](data)
  }

  /// The bytes as a text in base64.
  package var base64: String { Data(self).base64EncodedString() }
}
