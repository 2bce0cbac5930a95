package import Fingerprints
import Glibc
import Synchronization

/// A cache of the fragments of files that are assembled from many parts. Each fragment is stored under the fingerprint
/// of its inputs, until it is no longer used.
///
/// The cache is a log in the state folder, with one record for each fragment, appended when the fragment is made. Since
/// a fragment is always right for its key, nothing has to be undone if a build fails. A record that is torn or damaged
/// counts as missing. When more than half of the log is unused, it is rewritten.
///
/// A record consists of the key, the length and the fingerprint of the bytes, and the bytes.
package final class FragmentStore: Sendable {
  private struct Entry {
    let offset: Int
    let count: Int
    let digest: Fingerprint
  }

  private struct State {
    /// The descriptor of the log; `nil` if fragments are kept in memory only.
    var file: Int32?
    var end = 0
    var entries: [Fingerprint: Entry] = [:]
    /// The fragments that are not in the log.
    var memory: [Fingerprint: [UInt8]] = [:]
  }

  private static let magic = Array("pomona fragments 1\n".utf8)
  private static let headLength = 40

  private let hidden: Folder?
  private let name: String
  private let state: Mutex<State>

  /// Creates a store that keeps its fragments in memory.
  package convenience init() { self.init(in: nil, name: "", isClean: false) }

  /// Opens the store of a name, and creates it if necessary.
  ///
  /// - Parameters:
  ///   - hidden: The state folder; `nil` for a store in memory.
  ///   - isClean: Whether the existing fragments are deleted.
  /// - Complexity: O(*n*) in the number of fragments.
  init(in hidden: Folder?, name: String, isClean: Bool) {
    self.hidden = hidden
    self.name = name
    var state = State()
    if let hidden {
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
      let file = openat(hidden.descriptor, name, isClean ? flags | O_TRUNC : flags, 0o666)
      if file >= 0 {
        state.file = file
        Self.load(&state)
      }
    }
    self.state = Mutex(state)
  }

  deinit {
    state.withLock { state in
      if let file = state.file { close(file) }
    }
  }

  /// Returns whether the store has an undamaged fragment for a key.
  ///
  /// - Complexity: O(*n*) in the length of the fragment, which is read.
  package func contains(_ key: Fingerprint) -> Bool { self[key] != nil }

  /// The bytes of the fragment for a key, or `nil` if the fragment is missing or damaged.
  package subscript(key: Fingerprint) -> [UInt8]? {
    state.withLock { state in
      if let bytes = state.memory[key] { return bytes }
      guard let file = state.file, let entry = state.entries[key],
        let bytes = Self.read(file, at: entry.offset, count: entry.count), Fingerprint(bytes) == entry.digest
      else { return nil }
      return bytes
    }
  }

  /// Adds a fragment for a key.
  package func add(_ bytes: [UInt8], for key: Fingerprint) {
    state.withLock { state in
      guard state.file == nil || !Self.append(bytes, for: key, to: &state) else { return }
      // A fragment that cannot be written is made again in the next build.
      state.memory[key] = bytes
    }
  }

  /// Rewrites the store if fragments other than the given ones take up more than half of it.
  ///
  /// - Complexity: O(*k*) in the number of keys, and O(*n*) in the length of the store if it is rewritten.
  package func compact(keeping keys: some Sequence<Fingerprint>) {
    state.withLock { state in
      guard let old = state.file, let hidden else { return }
      let kept = Dictionary(keys.compactMap { key in state.entries[key].map { (key, $0) } }) { first, _ in first }
      let size = kept.values.reduce(Self.magic.count) { $0 + $1.count + Self.headLength }
      guard size < state.end / 2 else { return }
      let newName = name + ".new"
      let file = openat(hidden.descriptor, newName, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
      guard file >= 0 else { return }
      var new = State(file: file)
      Self.load(&new)
      for (key, entry) in kept.sorted(by: { $0.value.offset < $1.value.offset }) {
        guard let bytes = Self.read(old, at: entry.offset, count: entry.count), Fingerprint(bytes) == entry.digest,
          Self.append(bytes, for: key, to: &new)
        else { continue }
      }
      guard renameat(hidden.descriptor, newName, hidden.descriptor, name) == 0 else {
        close(file)
        return
      }
      close(old)
      state = new
    }
  }

  // MARK: - Log

  /// Reads the positions of the fragments. Bytes after a torn record are ignored, and the next record is written over
  /// them.
  private static func load(_ state: inout State) {
    guard let file = state.file else { return }
    guard let status = try? Folder.status(ofDescriptor: file), status.kind == .file,
      case let isStore = read(file, at: 0, count: magic.count) == magic,
      isStore || ftruncate(file, 0) == 0 && write(magic, to: file, at: 0)
    else {
      close(file)
      state.file = nil
      return
    }
    state.end = magic.count
    // A new store has no fragments yet.
    let size = isStore ? status.size : 0
    while state.end + headLength <= size, let head = read(file, at: state.end, count: headLength) {
      var reader = ByteReader(head, in: 0..<head.count)
      guard let key = reader.fingerprint(), let count = reader.integer(), let digest = reader.fingerprint(), count >= 0,
        count <= size - state.end - headLength
      else { break }
      state.entries[key] = Entry(offset: state.end + headLength, count: count, digest: digest)
      state.end += headLength + count
    }
  }

  /// Appends a record.
  ///
  /// - Returns: Whether the record was written.
  private static func append(_ bytes: [UInt8], for key: Fingerprint, to state: inout State) -> Bool {
    guard let file = state.file else { return false }
    let digest = Fingerprint(bytes)
    let record = [UInt8](unsafeUninitializedCapacity: headLength + bytes.count) { buffer, count in
      var writer = ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      writer.put(key)
      writer.put(bytes.count)
      writer.put(digest)
      bytes.withUnsafeBytes { writer.put($0) }
      count = writer.count
    }
    guard write(record, to: file, at: state.end) else {
      _ = ftruncate(file, off_t(state.end))
      return false
    }
    state.entries[key] = Entry(offset: state.end + headLength, count: bytes.count, digest: digest)
    state.end += record.count
    return true
  }

  private static func read(_ file: Int32, at offset: Int, count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      while read < count {
        let more = pread(file, buffer.baseAddress?.advanced(by: read), count - read, off_t(offset + read))
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { return }
        read += more
      }
    }
    return bytes.count == count ? bytes : nil
  }

  private static func write(_ bytes: [UInt8], to file: Int32, at offset: Int) -> Bool {
    (try? bytes.writeAll { pwrite(file, $0.baseAddress, $0.count, off_t(offset + $1)) }) != nil
  }
}

extension PublishedFolder {
  /// Returns the fragments of a file that is assembled from many parts. A check keeps them in memory.
  ///
  /// - Parameters:
  ///   - name: The name of the assembled file, such as that of a format.
  ///   - isClean: Whether the fragments of earlier builds are deleted.
  package func fragments(of name: String, isClean: Bool) -> FragmentStore {
    FragmentStore(in: isChecking ? nil : folder.hidden, name: "fragments-\(name)", isClean: isClean)
  }
}
