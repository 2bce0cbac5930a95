public import Foundation

/// The folder of the package, for tests that read its documents and examples.
public let packageFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()
