/// Takes the median time of each of some functions, in milliseconds.
///
/// The functions take turns, so that what else the machine does meets all of them alike.
///
/// - Parameters:
///   - repetitions: How often each is called, after one call that is not counted.
///   - functions: What is measured; the result is kept from being optimised away.
public func medians(_ repetitions: Int, _ functions: [() -> Int]) -> [Double] {
  var times = Array(repeating: [Double](), count: functions.count)
  for function in functions { keep(function()) }
  let clock = ContinuousClock()
  for _ in 0..<repetitions {
    for index in functions.indices {
      let start = clock.now
      keep(functions[index]())
      let time = clock.now - start
      times[index].append(Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) * 1e-15)
    }
  }
  return times.map { $0.sorted()[$0.count / 2] }
}

@inline(never) private func keep(_ value: Int) {
  withExtendedLifetime(value) {}
}
