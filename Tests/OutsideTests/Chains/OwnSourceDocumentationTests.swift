import DataSources
import DataSourcesTesting
import Testing

/// Shows another source in capital letters.
final class Capitals: DataSource {
  let link: ChainLink
  private let source: any DataSource<String>

  init(_ source: any DataSource<String>) {
    self.source = source
    link = ChainLink("Capitals", over: [source.link])
    link.onUpdate(self) { $0.source.link.batch }
  }

  var numberOfSections: Int { source.numberOfSections }
  func numberOfItems(inSection section: Int) -> Int { source.numberOfItems(inSection: section) }
  func item(at path: ItemPath) -> String { source.item(at: path).uppercased() }

  var upstreamSources: [any DataSource] { [source] }
  func sourcePath(for path: ItemPath) -> SourcePath? { contains(path) ? SourcePath(source: 0, path: path) : nil }
  func path(for sourcePath: SourcePath) -> ItemPath? { contains(sourcePath.path) ? sourcePath.path : nil }

  func sourceSection(for section: Int) -> SourceSection? {
    (0..<numberOfSections).contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  func section(for section: SourceSection) -> Int? {
    (0..<numberOfSections).contains(section.section) ? section.section : nil
  }
}

/// Runs the examples of the article OwnSource.md; its source of a delegate's calls is in `DelegateTests`.
/// `DocumentationTests` of the architecture checks that they are here as text.
@Suite struct OwnSourceDocumentationTests {
  @Test func aDelegateIsASource() {
    let (player, playlist) = (Player(), Playlist())
    player.delegate = playlist
    let sorted = playlist.applying(.sort { $0 < $1 })
    player.add("Sing")
    player.add("Alone")
    playlist.transaction {
      player.remove(at: 0)
      player.add("Blue")
    }
    #expect(sorted.items == ["Alone", "Blue"])
  }

  @Test func aSourceOverAnother() {
    let fruits = ArraySource(["apple", "fig"]), capitals = Capitals(fruits)
    let found = capitals.applying(.filter { $0 != "FIG" })
    fruits.append("kiwi")
    #expect(found.items == ["APPLE", "KIWI"])
    #expect(found.convert(ItemPath(0, 1), to: fruits) == ItemPath(0, 2))
    #expect(capitals.brokenLaw() == nil)
  }
}
