package import JSONValues

extension CatalogInfo {
  /// The description of the catalog as JSON.
  package var message: JSONValue {
    var json: JSONObject = ["title": .string(title), "language": .string(language)]
    json["feed"] = feed?.json
    json["json"] = self.json?.json
    if !copiedPages.isEmpty {
      let pages = copiedPages.sorted { $0.precedesByBytes($1) }
      json["copiedPages"] = .array(pages.map { .string($0) })
    }
    return .object(json)
  }

  /// Creates the description of a catalog from JSON. Without a title or a language, the title is empty, and the
  /// language `en`.
  package init(json: JSONValue?) {
    self.init(title: json?["title"]?.string ?? "", language: json?["language"]?.string ?? "en")
    feed = File(json: json?["feed"])
    self.json = File(json: json?["json"])
    copiedPages = Set(json?["copiedPages"]?.array?.compactMap(\.string) ?? [])
  }
}

extension CatalogInfo.File {
  fileprivate var json: JSONValue { ["title": .string(title), "path": .string(path)] }

  fileprivate init?(json: JSONValue?) {
    guard let title = json?["title"]?.string, let path = json?["path"]?.string else { return nil }
    self.init(title: title, path: path)
  }
}
