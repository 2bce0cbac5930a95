import Cells
import DataSources
import Testing

@Suite struct CellPoolTests {
  private final class Wide: ReusableCell {}
  private final class Tall: ReusableCell {
    let height: Int

    init(_ identifier: CellIdentifier, height: Int) {
      self.height = height
      super.init(identifier)
    }

    required init(_ identifier: CellIdentifier) {
      height = 1
      super.init(identifier)
    }
  }

  @Test func cellsAreReusedByKind() {
    let pool = CellPool<TextCell>()
    let first = pool.dequeue("a")
    first.text = "shown"
    first.recycle()
    #expect(pool.numberOfIdleCells == 1)
    #expect(pool.dequeue("b") !== first)
    let second = pool.dequeue("a")
    #expect(second === first)
    #expect(second.text == "" && second.reuses == 1)
    #expect(pool.dequeue("a") !== first)
    #expect(pool.numberOfIdleCells == 0)
  }

  @Test func cellsAreCreatedByClassByClosureOrByDefault() {
    let pool = CellPool<ReusableCell>()
    pool.register("wide", Wide.self)
    pool.register("tall") { Tall($0, height: 3) }
    #expect(pool.dequeue("wide") is Wide)
    #expect((pool.dequeue("tall") as? Tall)?.height == 3)
    #expect(type(of: pool.dequeue("other")) == ReusableCell.self)
    #expect(["wide", "tall", "other"].map { pool.dequeue($0).identifier } == ["wide", "tall", "other"])
  }

  @Test func aCellIsRecycledOnce() {
    let pool = CellPool<TextCell>()
    let cell = pool.dequeue("a")
    cell.recycle()
    cell.recycle()
    #expect(cell.reuses == 1 && pool.numberOfIdleCells == 1)
    #expect(pool.dequeue("a") === cell)
    cell.recycle()
    #expect(cell.reuses == 2 && pool.numberOfIdleCells == 1)
  }

  @Test func aCellOfNoPoolIsReleased() {
    weak var gone: TextCell?
    do {
      let cell = TextCell("a")
      gone = cell
      cell.recycle()
      #expect(cell.reuses == 0)
    }
    #expect(gone == nil)
  }

  @Test func aCellOutlivesItsPoolAndThePoolItsCells() {
    weak var gone: CellPool<TextCell>?
    weak var idle: TextCell?
    let cell: TextCell
    do {
      let pool = CellPool<TextCell>()
      gone = pool
      cell = pool.dequeue("a")
      let other = pool.dequeue("a")
      idle = other
      other.recycle()
      #expect(idle != nil)
    }
    #expect(gone == nil)
    cell.recycle()
    #expect(cell.reuses == 1 && idle == nil)
  }

  @Test func anotherClassAppliesToNewCells() {
    let pool = CellPool<ReusableCell>()
    let (idle, used) = (pool.dequeue("a"), pool.dequeue("a"))
    idle.recycle()
    pool.register("a", Wide.self)
    #expect(pool.numberOfIdleCells == 0)
    used.recycle()
    #expect(pool.dequeue("a") is Wide && pool.dequeue("a") is Wide)
  }

  @Test func anOfferedCellIsDequeuedWithoutReuse() {
    let pool = CellPool<TextCell>()
    let (cell, other) = (pool.dequeue("a"), pool.dequeue("a"))
    other.recycle()
    cell.text = "shown"
    let dequeued = cell.reconfiguring { [pool.dequeue("b"), pool.dequeue("a"), pool.dequeue("a")] }
    #expect(dequeued[0] !== cell && dequeued[1] === cell && dequeued[2] === other)
    #expect(cell.text == "shown" && cell.reuses == 0)
  }

  @Test func anOfferEndsWithItsClosure() {
    struct Failure: Error {}
    let pool = CellPool<TextCell>()
    let cell = pool.dequeue("a")
    cell.reconfiguring {}
    #expect(throws: Failure.self) { try cell.reconfiguring { throw Failure() } }
    #expect(pool.dequeue("a") !== cell)
    cell.recycle()
    #expect(cell.reconfiguring { pool.dequeue("a") } === cell)
  }

  @Test func offersAreNested() {
    let pool = CellPool<TextCell>()
    let (outer, inner) = (pool.dequeue("a"), pool.dequeue("a"))
    outer.reconfiguring {
      #expect(inner.reconfiguring { pool.dequeue("a") } === inner)
      #expect(pool.dequeue("a") === outer)
    }
    outer.reconfiguring {
      inner.reconfiguring {}
      #expect(pool.dequeue("a") === outer)
    }
    outer.reconfiguring {
      inner.reconfiguring { #expect([pool.dequeue("a"), pool.dequeue("a")].map { $0 === inner } == [true, false]) }
      #expect(pool.dequeue("a") !== outer)
    }
    #expect(pool.dequeue("a") !== outer)
  }

  @Test func aRecycledCellIsNotOfferedAgain() {
    let pool = CellPool<TextCell>()
    let (outer, inner) = (pool.dequeue("a"), pool.dequeue("a"))
    outer.reconfiguring {
      inner.reconfiguring {
        outer.recycle()
        #expect(pool.dequeue("a") === inner)
        #expect(pool.dequeue("a") === outer)
        #expect(pool.numberOfIdleCells == 0)
      }
    }
    #expect(pool.dequeue("a") !== outer)
  }
}
