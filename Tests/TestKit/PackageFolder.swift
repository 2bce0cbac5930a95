package import Foundation

/// The folder of the package, for tests that read its documents and examples.
package let packageFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()
