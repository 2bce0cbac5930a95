public import Changesets
import DataSources

/// A problem that an oracle found: the link, the kind of problem, the batch, and the states before and after it.
public struct Finding: Hashable, Sendable {
  /// The kind of a problem.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The batch is not valid for this change: numbers or paths do not agree with the states, or edits contradict each
    /// other.
    case invalidBatch
    /// The batch leads to a state other than the present one.
    case wrongResult
    /// The content of an item or section changed without an update in the batch.
    case missingUpdate
    /// The batch updates an item or section that did not change.
    case needlessUpdate
    /// The batch is a reload, though no source was reloaded.
    case needlessReload
    /// The batch deletes and inserts, or moves, items or sections that could have stayed.
    case needlessEdits
    /// The source changed without a batch.
    case silentChange
    /// The source does not show the same as a new one over the same sources.
    case differentFromScratch
    /// A law of the mapping does not hold.
    case brokenLaw
  }

  /// The kind of the problem.
  public var kind: Kind
  /// The name of the link.
  public var link: String
  /// The link's height in its chain, which distinguishes it from others of the same name.
  public var height: Int
  /// A sentence that describes the problem.
  public var message: String
  /// The batch.
  public var batch: UpdateBatch
  /// The correct batch, or nil if it is not known.
  public var expected: UpdateBatch?
  /// The state before, as text.
  public var before: String
  /// The state after, as text.
  public var after: String
}

extension Finding: CustomStringConvertible {
  /// The message, the batches and the states, line by line.
  public var description: String {
    var lines = ["\(link) (height \(height)): \(message)", "  batch:    \(batch)"]
    if let expected { lines.append("  expected: \(expected)") }
    return (lines + ["  before:   \(before)", "  after:    \(after)"]).joined(separator: "\n")
  }
}

extension Finding {
  /// Creates a finding of a law that does not hold, independently of a batch.
  init(brokenLaw message: String, of link: ChainLink) {
    self.init(
      kind: .brokenLaw, link: link.name, height: link.height, message: message, batch: UpdateBatch(), before: "",
      after: "")
  }
}

/// A problem without its context.
struct Problem {
  let kind: Finding.Kind
  let message: String

  init(_ kind: Finding.Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
