/// What a build did.
public struct BuildReport: Codable, Hashable, Sendable {
  /// How many files there were of each kind of doing.
  public struct Pages: Codable, Hashable, Sendable {
    /// Pages that were rendered, in every format.
    public var rendered = 0
    /// Pages whose file was made or changed.
    public var written = 0
    /// Pages whose file already had the same bytes.
    public var unchanged = 0
    /// Files of earlier builds that are not part of the catalog any more.
    public var deleted = 0
  }

  /// How long it took.
  public struct Seconds: Codable, Hashable, Sendable {
    /// The whole build, from opening the catalog on.
    public var total = 0.0
  }

  /// The records of all data sets.
  public var rows: Int
  /// The sections of the document.
  public var sections: Int
  /// The pages.
  public var pages = Pages()
  /// Style sheets and pictures whose file was made or changed.
  public var assets = 0
  /// How long it took. Set by whoever holds a clock.
  public var seconds = Seconds()
  /// The folder that was written to.
  public var output = ""

  /// Makes a report of a build that has done nothing yet.
  public init(rows: Int, sections: Int) {
    self.rows = rows
    self.sections = sections
  }
}
