import DataSources
public import Messages

/// Titles of sections. What a handler of the message says counts; else what the section's host says.
extension CellOperator {
  /// The title of a section's header: nothing where a cell is the header, else what a handler of `titleOfHeader` or the section's host
  /// says, else the section's name.
  ///
  /// - Throws: `MessageError` if the handler fails.
  /// - Complexity: That of the conversions of the links between.
  public func headerTitle(ofSection section: Int) throws(MessageError) -> String? {
    try title(.header, Selectors.titleOfHeader, section) { cells.name(ofSection: section) }
  }

  /// The title of a section's footer: nothing where a cell is the footer, else what a handler of `titleOfFooter` or the section's host
  /// says.
  ///
  /// - Throws: `MessageError` if the handler fails.
  /// - Complexity: That of the conversions of the links between.
  public func footerTitle(ofSection section: Int) throws(MessageError) -> String? {
    try title(.footer, Selectors.titleOfFooter, section) { nil }
  }

  private func title(
    _ kind: SupplementaryKind, _ selector: Selector<SectionIndex, String?>, _ section: Int, otherwise: () -> String?
  ) throws(MessageError) -> String? {
    let found = cells.cellHost(ofSection: section)
    if let found, found.host.supplementaryIdentifier(kind, ofSection: found.section) != nil { return nil }
    return try cells.send(selector, SectionIndex(section), from: sender)
      ?? found.flatMap { $0.host.supplementaryTitle(kind, ofSection: $0.section) } ?? otherwise()
  }

  /// What handlers see as the sender; nothing for a value.
  private var sender: AnyObject? { self as? any CellOperator & AnyObject }
}

/// The index of sections. What ``cells`` answers itself counts: messages about no place are not forwarded. Otherwise it consists of the
/// titles that the sections' hosts have for it.
extension CellOperator {
  /// The titles in the index.
  ///
  /// - Throws: `MessageError` if a handler of `indexTitles` fails.
  /// - Complexity: O(*s*) conversions of sections, *s* being their number.
  public func indexTitles() throws(MessageError) -> [String] {
    let outcome = try cells.deliver(Selectors.indexTitles, NoArguments(), from: sender)
    return outcome.result ?? sectionsInIndex.map(\.title)
  }

  /// The section that a title in the index leads to; nothing where there is none.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - position: Where it stands in the index.
  /// - Throws: `MessageError` if a handler of `sectionOfIndexTitle` or `indexTitles` fails.
  /// - Complexity: O(*s*) conversions of sections, *s* being their number.
  public func section(ofIndexTitle title: String, at position: Int) throws(MessageError) -> Int? {
    let index = IndexTitle(title, at: position)
    let section: Int
    if let answer = try cells.deliver(Selectors.sectionOfIndexTitle, index, from: sender).result {
      section = answer.value
    } else if cells.responds(to: Selectors.indexTitles, at: NoArguments()) {
      section = try cells.send(Selectors.sectionOfIndexTitle, index, from: sender).value
    } else {
      let sections = sectionsInIndex
      return sections.indices.contains(position) ? sections[position].section : nil
    }
    return (0..<cells.numberOfSections).contains(section) ? section : nil
  }

  private var sectionsInIndex: [(title: String, section: Int)] {
    (0..<cells.numberOfSections).compactMap { section in
      guard let found = cells.cellHost(ofSection: section),
        let title = found.host.indexTitle(ofSection: found.section)
      else { return nil }
      return (title, section)
    }
  }
}
