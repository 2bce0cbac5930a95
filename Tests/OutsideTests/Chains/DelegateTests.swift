import Changesets
import DataSources
import DataSourcesTesting
import Testing

/// Something that calls a delegate when its songs change.
final class Player {
  weak var delegate: (any PlayerDelegate)?
  private var songs: [String] = []

  func add(_ song: String) {
    songs.append(song)
    delegate?.player(self, didInsert: song, at: songs.count - 1)
  }

  func remove(at index: Int) {
    songs.remove(at: index)
    delegate?.player(self, didDeleteAt: index)
  }
}

protocol PlayerDelegate: AnyObject {
  func player(_ player: Player, didInsert song: String, at index: Int)
  func player(_ player: Player, didDeleteAt index: Int)
}

/// The songs of a player, which calls a delegate when they change.
final class Playlist: DataSource, PlayerDelegate {
  let link = ChainLink("Playlist")
  private var songs: [String] = []
  private var recorder = BatchRecorder()

  init() { link.onUpdate(self) { $0.recorder.finish() } }

  func player(_ player: Player, didInsert song: String, at index: Int) {
    link.edit { [self] in
      songs.insert(song, at: index)
      recorder.insertItems(at: ItemPath(0, index))
    }
  }

  func player(_ player: Player, didDeleteAt index: Int) {
    link.edit { [self] in
      songs.remove(at: index)
      recorder.removeItems(at: ItemPath(0, index))
    }
  }

  var numberOfSections: Int { 1 }
  func numberOfItems(inSection section: Int) -> Int { songs.count }
  func item(at path: ItemPath) -> String { songs[path.item] }
}

/// The source of a delegate's calls in the article OwnSource.md.
@Suite struct DelegateTests {
  @Test func aDelegateIsASource() {
    let (player, playlist) = (Player(), Playlist())
    player.delegate = playlist
    let sorted = playlist.applying(.sort { $0 < $1 })
    let log = EventLog(sorted)
    player.add("Sing")
    player.add("Alone")
    playlist.transaction {
      player.remove(at: 0)
      player.add("Blue")
    }
    #expect(sorted.items == ["Alone", "Blue"])
    #expect(log.batches.map { "\($0)" } == ["insert (0, 0)", "insert (0, 0)", "delete (0, 1); insert (0, 1)"])
  }
}
