public import Changesets
import DataSources

/// What an oracle found: which link did what wrong, with which batch, between which states.
public struct Finding: Hashable, Sendable {
  /// What kind of mistake it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The batch cannot be of this change at all: numbers or places do not agree with the states, or edits exclude each
    /// other.
    case invalidBatch
    /// The batch leads to another state than the present one.
    case wrongResult
    /// Something changed its content, and the batch has no update of it.
    case missingUpdate
    /// The batch has an update of something that did not change.
    case needlessUpdate
    /// The batch is a reload, though no source was reloaded.
    case needlessReload
    /// The batch deletes and inserts, or moves, what could have stayed.
    case needlessEdits
    /// The source changed without a batch.
    case silentChange
    /// The source does not show what a new one over the same sources would.
    case differentFromScratch
    /// A law of the mapping does not hold.
    case brokenLaw
  }

  /// What kind of mistake it is.
  public var kind: Kind
  /// The name of the link.
  public var link: String
  /// The link's height in its chain, to tell it from others of its name.
  public var height: Int
  /// What is wrong, as a sentence.
  public var message: String
  /// The batch.
  public var batch: UpdateBatch
  /// What the batch should have been, where that is known.
  public var expected: UpdateBatch?
  /// The state before, for people.
  public var before: String
  /// The state after, for people.
  public var after: String
}

extension Finding: CustomStringConvertible {
  /// The sentence, the batches and the states, line by line.
  public var description: String {
    var lines = ["\(link) (height \(height)): \(message)", "  batch:    \(batch)"]
    if let expected { lines.append("  expected: \(expected)") }
    return (lines + ["  before:   \(before)", "  after:    \(after)"]).joined(separator: "\n")
  }
}

extension Finding {
  /// A law that does not hold while nothing happens.
  init(brokenLaw message: String, of link: ChainLink) {
    self.init(
      kind: .brokenLaw, link: link.name, height: link.height, message: message, batch: UpdateBatch(), before: "",
      after: "")
  }
}

/// What is wrong, without its surroundings.
struct Problem {
  let kind: Finding.Kind
  let message: String

  init(_ kind: Finding.Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
