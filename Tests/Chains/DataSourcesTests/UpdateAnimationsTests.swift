import Changesets
import DataSources
import Testing

/// The animations of an update, one for each kind of operation.
@Suite struct UpdateAnimationsTests {
  private let source = ArraySource([1, 2, 3])
  private let log: AnimationLog

  init() { log = AnimationLog(source.applying(.filter { $0 != 2 })) }

  private final class AnimationLog {
    private(set) var last: UpdateAnimations?
    private let observed: any DataSource

    init(_ observed: any DataSource) {
      self.observed = observed
      _ = observed.addObserver(self) { log, event in if case .didUpdate(_, let animated) = event { log.last = animated }
      }
    }
  }

  @Test func animationsAreAutomaticByDefault() {
    source.append(4)
    #expect(log.last == .automatic && log.last == true && log.last?.isAnimated == true)
    source.transaction { source.append(5) }
    #expect(log.last == UpdateAnimations(all: .automatic))
    source.transaction(animated: false) { source.append(6) }
    #expect(log.last == UpdateAnimations.none && log.last?.isAnimated == false)
    source.transaction(animated: true) { source.transaction(animated: false) { source.append(7) } }
    #expect(log.last?.isAnimated == false)
  }

  @Test func eachKindOfOperationHasItsOwnAnimation() {
    let animations = UpdateAnimations(insertedItems: .left, deletedItems: .fade, updatedSections: .none)
    source.transaction(animated: animations) { source.append(4) }
    #expect(log.last == animations && animations.updatedItems == .automatic && animations.isAnimated)
  }

  @Test func innerTransactionsTakePrecedence() {
    source.transaction(animated: UpdateAnimations(insertedItems: .left, deletedItems: .left, updatedItems: .none)) {
      source.transaction(animated: UpdateAnimations(insertedItems: .top, updatedItems: .top)) { source.append(4) }
      source.transaction { source.append(5) }
      source.transaction(animated: UpdateAnimations(insertedSections: .bottom)) { source.append(6) }
    }
    #expect(
      log.last
        == UpdateAnimations(
          insertedItems: .top, deletedItems: .left, updatedItems: .none, insertedSections: .bottom))
    source.transaction(animated: UpdateAnimations(all: .middle)) {
      source.transaction(animated: .none) { source.append(7) }
    }
    #expect(log.last == UpdateAnimations.none)
  }

  @Test func animationsHaveShortDescriptions() {
    #expect("\(UpdateAnimations.automatic)" == "automatic" && "\(UpdateAnimations.none)" == "none")
    #expect("\(UpdateAnimations(all: .fade))" == "fade")
    let several = UpdateAnimations(insertedItems: .left, deletedItems: .fade)
    #expect("\(several)" == "insertedItems: left, deletedItems: fade")
  }
}
