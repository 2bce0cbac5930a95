import DataSources

/// Editing sessions.
extension Director {
  /// Makes all edits that a closure asks for, and tells them as one: the difference between the states, sections by their
  /// identifiers, then models by identity and content.
  ///
  /// ```swift
  /// try director.reload {
  ///   try director.removeAll()
  ///   for section in load() { try director.append(section) }     // what was there before stays
  /// } completion: { isMade in
  ///   print(isMade ? "done" : "forgotten")
  /// }
  /// ```
  ///
  /// A session within another one, or within a transaction, joins it. ``content`` shows what the edits so far come to.
  ///
  /// - Parameters:
  ///   - mutations: Asks for edits of the director; other sources may be edited, too.
  ///   - completion: Is called once: when observers were told, or, with no, when the edits were forgotten because the session, or one
  ///     that it had joined, failed.
  /// - Throws: What the closure throws; then nothing is changed.
  /// - Complexity: O(*n*) on average, *n* being the number of models, and O(*m* log *m*) for *m* out of order.
  public func reload<Result>(
    after mutations: () throws -> Result, completion: ((_ isMade: Bool) -> Void)? = nil
  ) rethrows -> Result {
    openSessions += 1
    defer {
      openSessions -= 1
      completeSessions()
    }
    return try transaction {
      leaf.compare()
      if let completion {
        let session = DirectorSession(completion)
        link.edit { [self] in madeSessions.append(session) }
      }
      return try mutations()
    }
  }

  /// Calls the completions of sessions that have been made, when nobody is left who is in the middle of one.
  func completeSessions() {
    while openSessions == 0, !madeSessions.isEmpty { madeSessions.removeFirst().finish() }
  }

  /// Makes an edit, together with what follows for sections that are collapsed.
  func edit(_ edit: DirectorEdit) throws {
    guard edit.concernsCollapsing else { return try leaf.edit(edit) }
    try transaction {
      try leaf.edit(edit)
      collapse.configure { [leaf] mapping in
        for (index, section) in leaf.shown.sections.enumerated() {
          if section.section.isCollapsed { mapping.collapse(index) } else { mapping.expand(index) }
        }
      }
    }
  }
}
