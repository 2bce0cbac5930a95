/// Returns the median time of each function, in milliseconds.
///
/// The functions alternate, so that other work of the machine affects all of them alike.
///
/// - Parameters:
///   - repetitions: The number of measured calls of each function. One call before them is not measured.
///   - functions: The functions. Their results are kept, so that the calls are not optimized away.
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
