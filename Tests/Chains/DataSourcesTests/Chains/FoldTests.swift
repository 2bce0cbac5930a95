import Changesets
import DataSources
import TestKit
import Testing

/// The values of folds.
@Suite struct FoldTests {
  /// Follows a fold, which has one value in each section.
  private func follow<Value>(_ source: any DataSource<Value>) -> ChainOracle<LabeledItem> {
    ChainOracle(source) {
      source.sections.map { section in
        SectionState(section.value, items: section.items.map { LabeledItem(id: section.value ?? "", text: "\($0)") })
      }
    }
  }

  private func fuzzFold<Total: Aggregate>(
    _ fold: Mappings.Fold<SampleItem, Total>, seeds: Int = 4,
    sourceLocation: SourceLocation = #_sourceLocation
  ) where Total.Value: Equatable {
    for scope in [FoldScope.all, .eachSection] {
      var fold = fold
      fold.scope = scope
      fuzz(seeds: seeds, sourceLocation: sourceLocation, oracle: follow) { [fold] in $0[0].applying(fold) }
    }
  }

  @Test func everyBatchIsExact() {
    fuzzFold(.count())
    fuzzFold(.count { $0.rank < 2 })
    fuzzFold(.sum { $0.rank == 0 ? nil : $0.rank })
    fuzzFold(.sum { Double($0.rank) / 10 })
    fuzzFold(.mean { $0.rank == 0 ? nil : Double($0.rank) / 10 })
    fuzzFold(.minimum { $0.rank == 0 ? nil : $0.rank })
    fuzzFold(.maximum { $0.rank })
    fuzzFold(.maximum { $0.rank == 0 ? nil : Double($0.rank) })
  }

  @Test func everyBatchIsExactOverAFilter() {
    fuzz(seeds: 5, oracle: follow) {
      $0[0].applying(.filter { $0.rank != 1 }).applying(.sum(.eachSection) { $0.rank })
    }
  }

  @Test func everyBatchIsExactWhenParametersChange() {
    fuzz(
      seeds: 5,
      change: { transform, step in
        transform.configure {
          if step % 2 == 0 { $0.scope = $0.scope == .all ? .eachSection : .all }
          $0.contribution = { $0.rank % 3 == step % 3 ? nil : $0.rank * (step + 1) }
        }
      }, oracle: follow
    ) { $0[0].applying(.sum { $0.rank }) }
  }

  @Test func valuesOfEmptySources() {
    let none = SectionedArraySource<Int>()
    #expect(none.applying(.count()).items == [0])
    #expect(none.applying(.sum { $0 }).items == [0])
    #expect(none.applying(.minimum { $0 }).items == [nil])
    #expect(none.applying(.maximum { Double($0) }).items == [nil])
    #expect(none.applying(.mean { Double($0) }).items == [nil])
    #expect(none.applying(.count(.eachSection)).items.isEmpty)
  }

  @Test func valuesOfSections() {
    let source = SectionedArraySource([SectionState("a", items: [3, 1]), SectionState("b", items: [])])
    let sums = source.applying(.sum(.eachSection) { $0 })
    #expect(sums.sections == [SectionState("a", items: [4]), SectionState("b", items: [0])])
    source.renameSection(at: 1, "c")
    #expect(sums.sectionNames == ["a", "c"])
    #expect(sums.mapping.value(ofSection: 0) == 4)
    let sum = source.applying(.sum { $0 })
    #expect(sum.sections == [SectionState(nil, items: [4])])
  }

  @Test func observersAreNotifiedOnlyIfAValueChanges() throws {
    let source = ArraySource([3, 1, 2])
    let smallest = source.applying(.minimum { $0 })
    var batches: [UpdateBatch] = []
    _ = smallest.addObserver(source) { _, event in
      if case .didUpdate(let batch, _) = event { batches.append(batch) }
    }
    source.append(7)
    source.move(from: 0, to: 2)
    source.remove(at: 1)
    source.update(8, at: 2)
    source.reload([1, 4])
    try smallest.setSources([ArraySource([2, 1])])
    smallest.reload()
    #expect(batches.isEmpty)
    try smallest.setSources([source])
    source.remove(at: 0)
    let place = ItemPath(0, 0)
    #expect(smallest.items == [4])
    #expect(batches == [UpdateBatch(items: Edits(updates: [PlacePair(place, place)]))])
  }

  @Test func closuresReadInsertedItemsAndNotDeletedOnes() {
    var asked: [Int] = []
    let source = ArraySource([1, 2, 3])
    let sum = source.applying(
      .sum { (item: Int) -> Int? in
        asked.append(item)
        return item
      })
    asked = []
    source.remove(at: 0)
    #expect(asked.isEmpty)
    source.update(5, at: 1)
    source.insert(4, at: 0)
    #expect(asked == [5, 4])
    #expect(sum.items == [11])
  }

  @Test func integersDoNotOverflow() {
    let sum = ArraySource([Int.max, Int.max, 1]).applying(.sum { $0 })
    #expect(sum.items == [Int128(Int.max) * 2 + 1])
  }

  @Test func reloadingCallsTheClosureAgain() {
    var factor = 1
    let source = ArraySource([1, 2])
    let sum = source.applying(.sum { $0 * factor })
    factor = 10
    sum.reload()
    #expect(sum.items == [30])
  }

  @Test func removingNaNRestoresTheValue() {
    let source = ArraySource([1.5, .nan, 2])
    let sum = source.applying(.sum { $0 }), least = source.applying(.minimum { $0 })
    var batches = 0
    _ = sum.addObserver(source) { _, event in
      if case .didUpdate = event { batches += 1 }
    }
    #expect(sum.mapping.value().isNaN && least.mapping.value()?.isNaN == true)
    source.append(7)
    #expect(batches == 0)
    source.remove(at: 1)
    #expect(sum.items == [10.5] && least.items == [1.5])
    #expect(batches == 1)
  }
}

/// Floating-point numbers, compared by their bits.
@Suite struct FloatingPointFoldTests {
  private func sum(_ numbers: [Double]) -> Double {
    var sum = FloatingPointSum()
    sum.add(contentsOf: numbers)
    return sum.value
  }

  private func mean(_ numbers: [Double]) -> Double? {
    var mean = Mean()
    mean.add(contentsOf: numbers)
    return mean.value
  }

  /// The exact sum rounded once, by error-free additions, as long as nothing overflows (Shewchuk 1997; the last step as
  /// in Hettinger's `fsum`).
  private func reference(_ numbers: [Double]) -> Double {
    var partials: [Double] = []
    for number in numbers {
      var (x, kept) = (number, [Double]())
      for partial in partials {
        let (large, small) = x.magnitude < partial.magnitude ? (partial, x) : (x, partial)
        let high = large + small
        let low = small - (high - large)
        if low != 0 { kept.append(low) }
        x = high
      }
      partials = kept + [x]
    }
    guard var high = partials.popLast() else { return 0 }
    var low = 0.0
    while let next = partials.popLast() {
      let x = high
      high = x + next
      low = next - (high - x)
      if low != 0 { break }
    }
    // A tie is decided by what remains.
    if let next = partials.last, (low < 0 && next < 0) || (low > 0 && next > 0) {
      let doubled = low * 2
      let sum = high + doubled
      if doubled == sum - high { high = sum }
    }
    return high
  }

  private func number(_ random: inout SeededGenerator, exponents: ClosedRange<Int>) -> Double {
    let significand = Double(Int64.random(in: -0xF_FFFF_FFFF_FFFF...0xF_FFFF_FFFF_FFFF, using: &random))
    return Double(sign: .plus, exponent: Int.random(in: exponents, using: &random), significand: significand)
  }

  @Test func sumsAreRoundedOnce() {
    #expect(sum([1e16, 1, -1e16]) == 1)
    #expect(sum([1e308, 1e308, -1e308]) == 1e308)
    #expect(sum([1e308, 1e308]) == .infinity)
    #expect(sum(Array(repeating: 0.1, count: 10)) == 1)
    #expect(sum([.leastNonzeroMagnitude, .leastNonzeroMagnitude]) == 2 * .leastNonzeroMagnitude)
    #expect(sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude.ulp / 2]) == .infinity)
    #expect(sum([.greatestFiniteMagnitude, (Double.greatestFiniteMagnitude.ulp / 2).nextDown]).isFinite)
    // Ties go to even, unless there is the smallest remainder.
    #expect(sum([1, 0x1p-53]) == 1)
    #expect(sum([1, 0x1p-53, .leastNonzeroMagnitude]) == 1.nextUp)
    #expect(sum([1.nextUp, 0x1p-53]) == 1.nextUp.nextUp)
    #expect(sum([.infinity, 1]) == .infinity)
    #expect(sum([-.infinity, 1]) == -.infinity)
    #expect(sum([.infinity, -.infinity]).isNaN)
    #expect(sum([.nan, 1]).isNaN)
    #expect(sum([-0.0]).sign == .plus && sum([]).sign == .plus)
  }

  @Test func sumsAreThoseOfAnotherAlgorithm() {
    for seed in Seeds.fixed(50, fresh: 50) {
      var random = SeededGenerator(seed: seed)
      let exponents = [-1074 ... -1000, -60...60, -1074...900, 0...3][Int(seed % 4)]
      let numbers = (0..<Int.random(in: 0...20, using: &random)).flatMap { _ in
        let number = number(&random, exponents: exponents)
        return Bool.random(using: &random) ? [number] : [number, -number.nextUp]
      }
      #expect(sum(numbers) == reference(numbers), "seed \(seed): \(numbers)")
    }
  }

  @Test func meansAreRoundedOnce() {
    #expect(mean([.greatestFiniteMagnitude, .greatestFiniteMagnitude]) == .greatestFiniteMagnitude)
    #expect(mean([.leastNonzeroMagnitude, 0, 0]) == 0)
    #expect(mean([.leastNonzeroMagnitude, .leastNonzeroMagnitude, 0]) == .leastNonzeroMagnitude)
    #expect(mean([.leastNonzeroMagnitude, 0]) == 0)
    #expect(mean([3 * .leastNonzeroMagnitude, 0]) == 2 * .leastNonzeroMagnitude)
    #expect(mean([.infinity, 1]) == .infinity)
    // 2⁵³ + 4/3: the digits of the quotient are a tie, and the remainder decides it.
    let (least, large) = (Double.leastNonzeroMagnitude, 0x1p53 * .leastNonzeroMagnitude)
    #expect(mean([large, large, large + 4 * least]) == large + 2 * least)
    // One division rounds once, if the sum is exact.
    for seed in Seeds.fixed(50, fresh: 50) {
      var random = SeededGenerator(seed: seed)
      let unit = Double(sign: .plus, exponent: [-1074, -1040, 0, 900][Int(seed % 4)], significand: 1)
      let limit = [3, 1000, 1 << 40][Int(seed % 3)]
      let integers = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Int.random(in: -limit...limit, using: &random)
      }
      let expected = Double(integers.reduce(0, +)) * unit / Double(integers.count)
      #expect(mean(integers.map { Double($0) * unit }) == expected, "seed \(seed): \(integers) of \(unit)")
    }
  }

  @Test func valuesDoNotDependOnTheHistory() {
    let special = [0.0, -0.0, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1, 0.1]
    func expectHistory<Total: Aggregate>(_ empty: Total, _ bits: (Total.Value) -> UInt64?)
    where Total.Contribution == Double {
      for seed in Seeds.fixed(5, fresh: 5) {
        var random = SeededGenerator(seed: seed)
        var (total, numbers) = (empty, [Double]())
        for step in 0..<60 {
          if !numbers.isEmpty, Int.random(in: 0..<5, using: &random) < 2 {
            total.remove(numbers.remove(at: Int.random(in: numbers.indices, using: &random)))
          } else {
            let isSpecial = Int.random(in: 0..<4, using: &random) == 0
            let new =
              isSpecial ? special.randomElement(using: &random) ?? 0 : number(&random, exponents: -1074...900)
            numbers.append(new)
            total.add(new)
          }
          var fresh = empty
          fresh.add(contentsOf: numbers.shuffled(using: &random))
          #expect(bits(total.value) == bits(fresh.value), "seed \(seed), step \(step)")
          #expect(total.isSame(total.value, fresh.value), "seed \(seed), step \(step)")
        }
      }
    }
    expectHistory(FloatingPointSum(), \.bitPattern)
    expectHistory(Mean()) { $0?.bitPattern }
    expectHistory(Extremum<Double>(isLargest: false)) { $0?.bitPattern }
    expectHistory(Extremum<Double>(isLargest: true)) { $0?.bitPattern }
  }

  @Test func zerosHaveASign() {
    let source = ArraySource([0.0, -0.0])
    let least = source.applying(.minimum { $0 }), greatest = source.applying(.maximum { $0 })
    #expect(least.mapping.value()?.sign == .minus && greatest.mapping.value()?.sign == .plus)
    source.remove(at: 1)
    #expect(least.mapping.value()?.sign == .plus)
  }
}
