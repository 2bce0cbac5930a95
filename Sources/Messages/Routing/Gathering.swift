/// How the results of a message about many places, which was divided among several sources or handlers, become one.
public struct Gathering<Result>: Sendable {
  /// What one of them answered.
  public struct Answer {
    /// Where its places stand among all that the message was about.
    public var positions: [Int]
    /// Its result.
    public var result: Result
  }

  let gather: @Sendable ([Answer]) -> Result

  /// Gathers answers by a closure.
  ///
  /// - Parameter gather: Makes one result of the answers, which are ordered by their first positions. Places that nobody answered for
  ///   are in none of them.
  public init(_ gather: @escaping @Sendable (_ answers: [Answer]) -> Result) {
    self.gather = gather
  }
}

extension Gathering where Result == Void {
  /// Nothing, where there are no results.
  public static var nothing: Self { Self { _ in } }
}

extension Gathering where Result == Bool {
  /// Whether all answered yes.
  public static var all: Self { Self { $0.allSatisfy(\.result) } }
  /// Whether any answered yes.
  public static var any: Self { Self { $0.contains(where: \.result) } }
}

extension Gathering {
  /// The elements of all results, in the order of the places.
  ///
  /// A result that has one element for each of its places has them put where the places stand in the whole; others stand where their
  /// first place does.
  public static func elements<Element>() -> Self where Result == [Element] {
    Self { answers in
      answers.flatMap { answer -> [(position: Int, element: Element)] in
        let hasOneEach = answer.result.count == answer.positions.count
        return answer.result.enumerated().map { index, element in
          (answer.positions[hasOneEach ? index : 0], element)
        }
      }
      .enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element.element)
    }
  }
}
