package import Fingerprints
import Glibc
import Synchronization

/// Parts of a file that is put together of many: each is kept by the fingerprint of what it follows from, until nothing asks for it any more.
///
/// It is a log in the hidden folder: a record for each fragment, appended when it is made. Whatever is in it is right for its key, so that
/// nothing has to be undone if a build fails; what is torn or damaged counts as not there. When more than half of it is old, it is written
/// anew.
///
/// A record is the key, the length and the fingerprint of the bytes, and the bytes.
package final class FragmentStore: Sendable {
  private struct Entry {
    let offset: Int
    let count: Int
    let digest: Fingerprint
  }

  private struct State {
    /// The file; nil for fragments that are in memory only.
    var file: Int32?
    var end = 0
    var entries: [Fingerprint: Entry] = [:]
    /// The bytes of fragments that are in no file.
    var memory: [Fingerprint: [UInt8]] = [:]
  }

  private static let magic = Array("pomona fragments 1\n".utf8)
  private static let headLength = 40

  private let hidden: Folder?
  private let name: String
  private let state: Mutex<State>

  /// Creates a store in memory.
  package convenience init() { self.init(in: nil, name: "", isClean: false) }

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - hidden: The folder that it is in; nil if nothing is to be written.
  ///   - name: The name of its file.
  ///   - isClean: Whether the fragments that it has are deleted.
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

  /// Whether a fragment is there, and not damaged.
  ///
  /// - Complexity: O(*n*) in the length of the fragment, which is read.
  package func contains(_ key: Fingerprint) -> Bool { self[key] != nil }

  /// The bytes of a fragment; nil if it is not there, or damaged.
  package subscript(key: Fingerprint) -> [UInt8]? {
    state.withLock { state in
      if let bytes = state.memory[key] { return bytes }
      guard let file = state.file, let entry = state.entries[key],
        let bytes = Self.read(file, at: entry.offset, count: entry.count), Fingerprint(bytes) == entry.digest
      else { return nil }
      return bytes
    }
  }

  /// Adds a fragment.
  package func add(_ bytes: [UInt8], for key: Fingerprint) {
    state.withLock { state in
      guard state.file == nil || !Self.append(bytes, for: key, to: &state) else { return }
      // What cannot be written is made again the next time.
      state.memory[key] = bytes
    }
  }

  /// Writes the store anew if more than half of it is of other fragments than these.
  ///
  /// - Complexity: O(1), or O(*n*) in the length of the store if it is written.
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

  // MARK: - The file

  /// Reads which fragments there are; what follows a torn record is cut off.
  private static func load(_ state: inout State) {
    guard let file = state.file else { return }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      state.file = nil
      return
    }
    let size = Int(status.st_size)
    if read(file, at: 0, count: magic.count) != magic {
      guard ftruncate(file, 0) == 0, write(magic, to: file, at: 0) else {
        close(file)
        state.file = nil
        return
      }
      state.end = magic.count
      return
    }
    state.end = magic.count
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
  /// - Returns: Whether it is there.
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
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        pwrite(file, buffer.baseAddress?.advanced(by: written), bytes.count - written, off_t(offset + written))
      }
      guard count >= 0 || errno == EINTR else { return false }
      written += max(count, 0)
    }
    return true
  }
}

extension PublishedFolder {
  /// The fragments of a file that is put together of many; where nothing is written, in memory.
  ///
  /// - Parameters:
  ///   - name: The name of what is put together, such as a format.
  ///   - isClean: Whether the fragments that were made before are deleted.
  package func fragments(of name: String, isClean: Bool) -> FragmentStore {
    FragmentStore(in: isChecking ? nil : folder.hidden, name: "fragments-\(name)", isClean: isClean)
  }
}
