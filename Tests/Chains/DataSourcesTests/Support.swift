import Changesets
import DataSources
import Testing

/// Returns a source with several named sections.
func sections<Item>(_ sections: [Item]..., names: [String] = []) -> any DataSource<Item> {
  sectioned(sections, names: names)
}

/// Returns a source with several named sections.
func sectioned<Item>(_ sections: [[Item]], names: [String] = []) -> any DataSource<Item> {
  Transform(
    of: sections.enumerated().map { ArraySource($1, name: names.indices.contains($0) ? names[$0] : nil) },
    by: .concatenate())
}

/// Returns all distributions of up to `limit` items, numbered from 0, to up to `limit` sections.
func smallShapes(_ limit: Int) -> [[[Int]]] {
  func shapes(sections: Int, items: Int) -> [[Int]] {
    guard sections > 0 else { return items == 0 ? [[]] : [] }
    return (0...items).flatMap { first in
      shapes(sections: sections - 1, items: items - first).map { [first] + $0 }
    }
  }
  return (0...limit).flatMap { sections in
    (0...limit).flatMap { shapes(sections: sections, items: $0) }
  }.map { counts in
    var next = 0
    return counts.map { count in
      defer { next += count }
      return Array(next..<next + count)
    }
  }
}

/// Checks the laws of a mapping: every visible item maps to the sources and back, and the other items of the sources
/// map to `nil`.
///
/// - Parameters:
///   - transform: The mapping with its sources.
///   - hasOwnItems: Whether the mapping may show items of its own.
func expectLaws<M: Mapping>(
  _ transform: Transform<M>, hasOwnItems: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) {
  let mapping = transform.mapping
  var shown: Set<SourcePath> = []
  for path in transform.paths {
    guard let origin = mapping.sourcePath(for: path) else {
      if !hasOwnItems { Issue.record("\(path) comes from nowhere", sourceLocation: sourceLocation) }
      continue
    }
    let paths = transform.allPaths(for: origin)
    #expect(paths.contains(path), sourceLocation: sourceLocation)
    #expect(mapping.path(for: origin) == paths.min(), sourceLocation: sourceLocation)
    let isNew = shown.insert(origin).inserted
    #expect(
      isNew || M.self is any RepeatingMapping.Type, "two items come from \(origin)", sourceLocation: sourceLocation)
  }
  for (index, source) in transform.sources.enumerated() {
    for path in source.paths where !shown.contains(SourcePath(source: index, path: path)) {
      #expect(mapping.path(for: SourcePath(source: index, path: path)) == nil, sourceLocation: sourceLocation)
    }
    for section in 0..<source.numberOfSections {
      let origin = SourceSection(source: index, section: section)
      if let image = mapping.section(for: origin) {
        #expect(mapping.sourceSection(for: image) == origin, sourceLocation: sourceLocation)
      }
    }
  }
  // Paths one step beyond the bounds are invalid.
  for section in -1...transform.numberOfSections {
    let count = (0..<transform.numberOfSections).contains(section) ? transform.numberOfItems(inSection: section) : 0
    for item in [-1, count] {
      #expect(mapping.sourcePath(for: ItemPath(section: section, item: item)) == nil, sourceLocation: sourceLocation)
    }
  }
  for (index, source) in transform.sources.enumerated() {
    for section in -1...source.numberOfSections {
      let count = (0..<source.numberOfSections).contains(section) ? source.numberOfItems(inSection: section) : 0
      for item in [-1, count] {
        let beyond = SourcePath(source: index, path: ItemPath(section: section, item: item))
        #expect(mapping.path(for: beyond) == nil, sourceLocation: sourceLocation)
      }
    }
  }
}
