import Cells
import Snapshots
import TableViews
import Testing

/// Runs the examples of the documentation comments. `DocumentationTests` of the architecture checks that they are here
/// as text.
@Suite struct TableViewsCommentTests {
  final class FruitCell: ReusableCell {
    var title = ""
    override func prepareForReuse() { title = "" }
  }

  final class LemonCell: ReusableCell {
    var face = ""
  }

  final class BannerCell: ReusableCell {
    enum Size { case small, large }
    private(set) var size = Size.small

    convenience init(_ identifier: CellIdentifier, size: Size) {
      self.init(identifier)
      self.size = size
    }
  }

  protocol Food {
    var isSour: Bool { get }
  }

  private struct Fruit: Food {
    var name: String
    var isSour = false
  }

  @Test func aPool() {
    let pool = CellPool<ReusableCell>()
    pool.register("fruit", FruitCell.self)
    pool.register("banner") { BannerCell($0, size: .large) }
    #expect(pool.dequeue("fruit") is FruitCell && (pool.dequeue("banner") as? BannerCell)?.size == .large)
  }

  @Test func cellSources() {
    let fruits = ArraySource([Fruit(name: "fig")])
    let foods = ArraySource<any Food>([Fruit(name: "fig"), Fruit(name: "lemon", isSour: true)])
    let cells = CellSource<Fruit, FruitCell>(fruits)
    cells.register(Fruit.self) { cell, fruit in cell.title = fruit.name }

    let mixed = CellSource<any Food, ReusableCell>(foods) { $0.isSour ? "sour" : nil }
    mixed.register("sour", LemonCell.self) { cell, food in cell.face = "😖" }
    mixed.register(Fruit.self, as: "fruit", FruitCell.self) { cell, fruit in cell.title = fruit.name }
    #expect(cells.items.map(\.title) == ["fig"])
    #expect((mixed.items[0] as? FruitCell)?.title == "fig" && (mixed.items[1] as? LemonCell)?.face == "😖")
  }

  @Test func aDisplay() {
    let fruits = ArraySource((0..<30).map { "\($0)" }), path = ItemPath(0, 3)
    let cells = CellSource<String, FruitCell>(fruits)
    cells.register(String.self) { cell, name in cell.title = name }
    let display = CellDisplay(cells)
    display.show(cells.paths.prefix(20))  // makes twenty cells
    let cell = display.existingCell(at: ItemPath(0, 0))
    fruits.move(from: 0, to: 5)  // the same cell, at another place
    #expect(display.existingCell(at: ItemPath(0, 5)) === cell)
    fruits.update("Apple", at: 3)  // the same cell, configured again
    let title = display.existingCell(at: path)?.title
    #expect(title == "Apple" && display.displayedPaths.count == 20)
  }

  @Test func aSelectionThatEnds() throws {
    let fruits = ArraySource(["fig"])
    let cells = CellSource<String, FruitCell>(fruits)
    cells.register(String.self) { cell, name in cell.title = name }
    fruits.on(.didSelectItem) { fruits, path, delivery in
      try delivery.cellOperator?.deselect(path)
    }
    let display = CellDisplay(cells)
    try display.select(ItemPath(0, 0))
    #expect(display.selectedPaths.isEmpty)
  }

  private struct Photo {
    var title: String
    var isWide = false
  }

  private final class PhotoCell: ReusableCell {
    var title = ""
  }

  @Test func aProviderOfCells() {
    let album = ArraySource([Photo(title: "Tom"), Photo(title: "Tigger", isWide: true)])
    let photos = CellSource<Photo, PhotoCell>(album)
    photos.cellOverride = { [pool = photos.pool] photo, path in
      let cell = pool.dequeue(photo.isWide ? "panorama" : "photo")
      cell.title = "\(path.item + 1): \(photo.title)"
      return cell
    }
    #expect(photos.items.map { "\($0.identifier) \($0.title)" } == ["photo 1: Tom", "panorama 2: Tigger"])
  }

  @Test func snapshotsInCells() throws {
    struct Fruit: Identifiable {
      var id: Int
    }
    let apple = Fruit(id: 1), pear = Fruit(id: 2)
    let fruits = DiffableDataSource<String, Fruit.ID>()
    let cells = CellSource<Fruit.ID, FruitCell>(fruits)

    var snapshot = fruits.snapshot()
    try snapshot.appendSections(["Pome fruits"])
    try snapshot.appendItems([apple.id, pear.id])
    fruits.apply(snapshot)  // observers are notified of one section
    cells.register { cell, id in cell.title = "\(id)" }
    #expect(cells.items.map(\.title) == ["1", "2"])
  }

  @Test func aModelInCells() throws {
    struct Album {
      var title: String
      var photos: [Photo] = []
    }

    let album = Modifier(Album(title: "Kittens")) { [SectionState($0.title, items: $0.photos)] }
    let cells = CellSource<Photo, PhotoCell>(album)

    func didLoad(_ page: [Photo]) throws {
      try album.modify(insert: { album in
        let first = album.photos.count
        album.photos += page
        return (first..<album.photos.count).map { ItemPath(section: 0, item: $0) }
      })
    }
    cells.register { cell, photo in cell.title = photo.title }
    try didLoad([Photo(title: "Tom"), Photo(title: "Tigger")])
    #expect(cells.items.map(\.title) == ["Tom", "Tigger"])
  }
}
