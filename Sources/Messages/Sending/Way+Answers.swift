import DataSources

extension Way {
  /// Calls the handler at the end.
  func answer(
    _ selector: Selector<Arguments, Result>, _ delivery: Delivery
  ) throws(MessageError) -> Outcome<Result> {
    switch end {
    case .nobody(let reason): return .unanswered(reason)
    case .handler(let handler):
      guard let now = handler.now else { throw asynchronous(selector) }
      let result: Result
      do { result = try now(arguments, delivery) } catch { throw passed(link.failed(selector, arguments, error)) }
      return try returned(result, selector)
    }
  }

  /// Calls the handler at the end, and waits for it if it takes its time.
  nonisolated(nonsending) func answerAsync(
    _ selector: Selector<Arguments, Result>, _ delivery: Delivery
  ) async throws(MessageError) -> Outcome<Result> {
    guard case .handler(let handler) = end, let later = handler.later else { return try answer(selector, delivery) }
    let result: Result
    do { result = try await later(arguments, delivery) } catch { throw passed(link.failed(selector, arguments, error)) }
    return try returned(result, selector)
  }

  /// Makes sure that the handler at the end takes no time.
  func checkAnswersAtOnce(_ selector: Selector<Arguments, Result>) throws(MessageError) {
    if case .handler(let handler) = end, handler.now == nil { throw asynchronous(selector) }
  }

  private func asynchronous(_ selector: Selector<Arguments, Result>) -> MessageError {
    passed(link.asynchronous(selector, arguments))
  }

  /// Leads an answer back to the sender.
  private func returned(
    _ result: Result, _ selector: Selector<Arguments, Result>
  ) throws(MessageError) -> Outcome<Result> {
    var outcome = Outcome.answered(result)
    guard selector.returnsPlaces else { return outcome }
    var origin = link
    for index in hops.indices.reversed() {
      let hop = hops[index]
      do {
        outcome = try hop.link.returned(outcome, from: origin, hop.index, selector, hop.arguments)
      } catch {
        throw passed(error, below: index)
      }
      origin = hop.link
    }
    return outcome
  }

  /// An error with the links on its route that forwarded the message.
  private func passed(_ error: MessageError, below index: Int? = nil) -> MessageError {
    hops[..<(index ?? hops.count)].reversed().reduce(error) { error, hop in hop.link.passed(error, hop.arguments) }
  }
}

/// The outcomes of the parts of a message.
struct Gatherer<Result> {
  private var answers: [Gathering<Result>.Answer] = []
  private var reasons: Set<UnansweredReason> = []

  mutating func add(_ outcome: Outcome<Result>, _ positions: [Int]) {
    switch outcome {
    case .answered(let result): answers.append(Gathering.Answer(positions: positions, result: result))
    case .unanswered(let reason): reasons.insert(reason)
    }
  }

  /// What they come to.
  func outcome<Arguments>(_ selector: Selector<Arguments, Result>) throws(MessageError) -> Outcome<Result> {
    // Where nobody answered, it is said first what is wrong with the message.
    if answers.isEmpty { return .unanswered([.noReceiver, .parted].first(where: reasons.contains) ?? .noHandler) }
    if answers.count == 1, reasons.isEmpty { return .answered(answers[0].result) }
    if let gathering = selector.signature.gathering { return .answered(gathering.gather(answers)) }
    guard answers.count == 1 else {
      throw MessageError(
        .severalAnswers, selector: selector.name,
        "“\(selector.name)” has \(answers.count) answers. Declare the selector with a gathering that makes one of them."
      )
    }
    return .answered(answers[0].result)
  }
}
