import Foundation

/// The links from the Markdown texts of one folder's files to the files of a folder: `[lemon](../citrus/lemon.md)`.
package struct LinkedFiles: Hashable, Sendable {
  /// The field with the paths of the files.
  package static let pathField = MarkdownPage.pathField

  /// The fields that have Markdown.
  let texts: [String]
  /// The folder of the files that contain the links.
  private let folder: String
  /// The folder of the files that the links lead to.
  private let otherFolder: String

  /// Creates a description of the links between files.
  ///
  /// - Parameters:
  ///   - texts: The fields that have Markdown.
  ///   - folder: The folder of the files that contain the links.
  ///   - otherFolder: The folder of the files that the links lead to, which may be the same.
  package init(in texts: [String], from folder: String, to otherFolder: String) {
    self.texts = texts
    self.folder = folder
    self.otherFolder = otherFolder
  }

  /// Returns the linked record whose file a link leads to, or `nil` if the link leads elsewhere.
  ///
  /// - Parameters:
  ///   - destination: The destination of the link.
  ///   - record: The record that has the texts.
  ///   - field: The field that has the linked records.
  package func record(at destination: String, of record: Record, among field: String) -> Record? {
    guard case .text(let file)? = record[Self.pathField], let path = path(of: destination, from: file) else {
      return nil
    }
    return record[field]?.allRecords.first { $0[Self.pathField]?.text == path }
  }

  /// Returns the path, relative to the other folder, of the file that a link leads to, or `nil` if the link leads
  /// elsewhere.
  ///
  /// - Parameters:
  ///   - destination: The destination of the link, with or without a query or fragment.
  ///   - path: The path of the file that contains the link, relative to its folder.
  private func path(of destination: String, from path: String) -> String? {
    let address = destination.prefix { $0 != "#" && $0 != "?" }
    guard DatasetFormat.markdown.isRowFile(String(address)), !address.hasPrefix("/"), !address.contains(":") else {
      return nil
    }
    let start = "\(folder)/\(path)".split(separator: "/").dropLast().filter { $0 != "." }
    var parts = start.map(String.init)
    for part in (address.removingPercentEncoding ?? String(address)).split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        return nil
      }
    }
    let root = otherFolder.split(separator: "/").map(String.init).filter { $0 != "." }
    guard parts.starts(with: root) else { return nil }
    return parts.dropFirst(root.count).joined(separator: "/")
  }

  /// Returns the paths of the files that the texts of a record may link to, without duplicates. It may include text
  /// that only resembles a link.
  func paths(of record: Record) -> [String] {
    guard case .text(let file)? = record[Self.pathField] else { return [] }
    var known: Set<String> = []
    return texts.flatMap { name -> [String] in
      guard case .markdown(let text)? = record[name], text.contains(".") else { return [] }
      return Self.destinations(in: text).compactMap { path(of: $0, from: file) }
    }.filter { known.insert($0).inserted }
  }

  /// Returns what may be the destinations of links to Markdown files, without parsing the text.
  private static func destinations(in text: String) -> [String] {
    let words = text.split(whereSeparator: \.isWhitespace) + text.split { "<>\n".contains($0) }
    // A regular expression is compiled each time that its literal is evaluated.
    let ending = /\.(?:markdown|md)/.ignoresCase()
    let escapedCharacter = /\\([^\w\s])/
    return words.flatMap { $0.split(separator: "](") }.compactMap { word in
      guard let ending = word.firstRange(of: ending) else { return nil }
      return word[..<ending.upperBound].replacing(escapedCharacter) { $0.1 }.replacing("&amp;", with: "&")
    }.map(String.init)
  }
}
