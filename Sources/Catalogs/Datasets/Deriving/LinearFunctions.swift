import CSQLite

/// Functions of SQLite that search one text for another one. Those of SQLite compare each place with the whole text
/// that is sought, which takes hours for texts of some megabytes, and cannot be interrupted. These take linear time,
/// and have the same results.
extension OpaquePointer {
  /// Replaces the functions in the database that the pointer is a connection to.
  func addLinearFunctions() {
    add("instr", 2) { context, _, arguments in
      guard let context, let values = Arguments(arguments, 2) else { return sqlite3_result_null(context) }
      let areBlobs = values.isBlob(0) && values.isBlob(1)
      let (text, part) = areBlobs ? (values.blob(0), values.blob(1)) : (values.text(0), values.text(1))
      guard let place = text.place(of: part, from: 0) else { return sqlite3_result_int64(context, 0) }
      // Texts are counted in characters: bytes that do not continue another one.
      let before = areBlobs ? place : text[..<place].count { $0 & 0xC0 != 0x80 }
      sqlite3_result_int64(context, Int64(before + 1))
    }
    add("replace", 3) { context, _, arguments in
      guard let context, let values = Arguments(arguments, 2) else { return sqlite3_result_null(context) }
      let (text, part) = (values.text(0), values.text(1))
      guard !part.isEmpty else { return sqlite3_result_value(context, values[0]) }
      guard Arguments(arguments, 3) != nil else { return sqlite3_result_null(context) }
      let new = values.text(2)
      let limit = Int(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
      var result: [UInt8] = []
      var start = 0
      while let place = text.place(of: part, from: start) {
        result += text[start..<place]
        result += new
        start = place + part.count
        guard result.count <= limit else { return sqlite3_result_error_toobig(context) }
      }
      result += text[start...]
      guard result.count <= limit else { return sqlite3_result_error_toobig(context) }
      result.withUnsafeBytes {
        // The bytes of the array are initialized, and a character of C is a byte. SQLite copies them before the call
        // returns.
        pomona_result_text(context, $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64($0.count))
      }
    }
    add("trim", 2) { context, _, arguments in Arguments.trim(context, arguments, atStart: true, atEnd: true) }
    add("ltrim", 2) { context, _, arguments in Arguments.trim(context, arguments, atStart: true, atEnd: false) }
    add("rtrim", 2) { context, _, arguments in Arguments.trim(context, arguments, atStart: false, atEnd: true) }
  }

  private func add(
    _ name: String, _ count: CInt,
    _ function: @escaping @convention(c) (OpaquePointer?, CInt, UnsafeMutablePointer<OpaquePointer?>?) -> Void
  ) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    let code = sqlite3_create_function_v2(self, name, count, flags, nil, function, nil, nil, nil)
    precondition(code == SQLITE_OK, "a function can be added before there are statements")
  }
}

/// The arguments of a function, of which the first ones are not null. Their bytes are valid until the function returns,
/// as SQLite promises as long as an argument is not converted to another type; each is read as one type only.
private struct Arguments {
  private let values: UnsafeMutablePointer<OpaquePointer?>

  init?(_ values: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int) {
    guard let values, (0..<count).allSatisfy({ sqlite3_value_type(values[$0]) != SQLITE_NULL }) else { return nil }
    self.values = values
  }

  subscript(index: Int) -> OpaquePointer? { values[index] }

  func isBlob(_ index: Int) -> Bool { sqlite3_value_type(values[index]) == SQLITE_BLOB }

  func blob(_ index: Int) -> UnsafeRawBufferPointer { bytes(from: sqlite3_value_blob(values[index]), index) }
  func text(_ index: Int) -> UnsafeRawBufferPointer { bytes(from: sqlite3_value_text(values[index]), index) }

  private func bytes(from start: UnsafeRawPointer?, _ index: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(values[index])))
  }

  static func trim(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?, atStart: Bool, atEnd: Bool
  ) {
    guard let context, let values = Arguments(arguments, 2) else { return sqlite3_result_null(context) }
    let removed = Set(String(decoding: values.text(1), as: UTF8.self).unicodeScalars)
    var text = Substring(String(decoding: values.text(0), as: UTF8.self)).unicodeScalars
    if atStart { text = text.drop { removed.contains($0) } }
    if atEnd { while let last = text.last, removed.contains(last) { text.removeLast() } }
    var result = String(text)
    result.withUTF8 { bytes in
      // As above: a byte is a character of C, and SQLite copies them.
      bytes.withMemoryRebound(to: CChar.self) { pomona_result_text(context, $0.baseAddress, UInt64($0.count)) }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the first place of other bytes, at or after an offset. The search is linear in any case.
  fileprivate func place(of part: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = baseAddress, let sought = part.baseAddress else { return part.isEmpty ? start : nil }
    // The offset is at most the count, the search stays within the bytes after it, and its result is inside of them.
    return memmem(base + start, count - start, sought, part.count).map { UnsafeRawPointer($0) - base }
  }
}
