import Diagnostics
import Rendering

/// What the person who builds a catalog decides, over what the configuration says or what would be inferred.
public struct CatalogOptions: Sendable {
  /// The catalog's title.
  public var title: String?
  /// The field that the keys come from, in every data set.
  public var key: String?
  /// The field that makes the sections.
  public var groupBy: String?
  /// The field that the records are sorted by, and whether the largest value comes first.
  public var sort: (field: String, descending: Bool)?
  /// How many cells a section's page has at the most.
  public var pageSize: Int?
  /// The formats that are rendered.
  public var formats: [String]?

  /// Makes options that decide nothing.
  public init() {}
}

extension CatalogConfiguration {
  /// The configuration with the options in it.
  ///
  /// A grouping or sorting takes the place of the one in the chain; where there is none it comes after the other steps that
  /// work on records.
  func applying(_ options: CatalogOptions) -> CatalogConfiguration {
    var result = self
    result.title = options.title ?? title
    if let key = options.key {
      for index in result.datasets.indices { result.datasets[index].key = Name(key, at: .init(file: "--key")) }
    }
    if let field = options.groupBy {
      let step = ChainStep.group(by: Name(field, at: .init(file: "--group-by")), order: .sorted)
      result.chain.replaceOrAdd(step) { if case .group = $0 { true } else { false } }
    }
    if let sort = options.sort {
      let step = ChainStep.sort(by: Name(sort.field, at: .init(file: "--sort")), descending: sort.descending)
      result.chain.replaceOrAdd(step) { if case .sort = $0 { true } else { false } }
    }
    if let size = options.pageSize { result.layout = PageLayout(pageSize: size, previewSize: layout.previewSize) }
    if let formats = options.formats { result.formats = formats.map { Name($0, at: .init(file: "--format")) } }
    return result
  }
}

extension [ChainStep] {
  fileprivate mutating func replaceOrAdd(_ step: ChainStep, where isSameKind: (ChainStep) -> Bool) {
    if let index = firstIndex(where: isSameKind) {
      self[index] = step
    } else {
      insert(step, at: firstIndex { $0.worksOnCells } ?? endIndex)
    }
  }
}

extension ChainStep {
  /// Whether the step comes after the records have become cells.
  var worksOnCells: Bool {
    switch self {
    case .insert, .placeholder: true
    case .concatenate, .filter, .group, .sort: false
    }
  }
}
