import Datasets
import Diagnostics
import Testing

@Suite struct JSONErrorTests {
  @Test(arguments: [
    (
      "[{\"ä\": 'x'}]",
      """
      error: fruits.json, line 1, column 8: a value is expected, “'” found.
        Write JSON strings in double quotes.
      """
    ),
    ("[{a: 1}]", "error: fruits.json, line 1, column 3: a name in double quotes is expected, “a” found."),
    ("[{\"a\": 1", "error: fruits.json, line 1, column 9: a comma or “}” is expected, the text ends."),
    ("[{\"a\" 1}]", "error: fruits.json, line 1, column 7: a colon is expected, “1” found."),
    ("[1 🍎]", "error: fruits.json, line 1, column 4: a comma or “]” is expected, “🍎” found."),
    ("[] []", "error: fruits.json, line 1, column 4: the end of the text is expected, “[” found."),
    ("[-x]", "error: fruits.json, line 1, column 3: a digit is expected, “x” found."),
    (
      "[{\"a\": 007}]",
      """
      error: fruits.json, line 1, column 8: a number begins with a zero.
        Write a code such as “007” in quotes.
      """
    ),
    (
      "[{\"a\": \"x\n\"}]",
      """
      error: fruits.json, line 1, column 10: a string has a line break or another control character in it.
        Write \\n for a line break, \\t for a tab.
      """
    ),
    (
      "[\n{\"a\": \"x}]",
      """
      error: fruits.json, line 2, column 7: the string that begins here is not closed.
        End it with a double quote.
      """
    ),
    (
      "[\"C:\\dir\"]",
      """
      error: fruits.json, line 1, column 5: a backslash does not begin an escape sequence here.
        Write the backslash itself twice: \\\\.
      """
    ),
    (
      "[\"x\\ud83c!\"]",
      """
      error: fruits.json, line 1, column 4: half of a surrogate pair is missing.
        Characters beyond U+FFFF need two escapes, such as \\uD83C\\uDF4E.
      """
    ),
    ("[{\"a\": 1,\n \"a\": 2}]", "error: fruits.json, line 2, column 2: the object has the name “a” twice."),
    (
      " \n",
      """
      error: fruits.json: the file is empty.
        Write the rows as [{"name": "Apple"}, {"name": "Pear"}].
      """
    ),
    (
      "\n{\"fruits\": 1}",
      """
      error: fruits.json, line 2, column 1: an array of objects is expected, an object found.
        Write the rows as [{"name": "Apple"}, {"name": "Pear"}].
      """
    ),
    (
      "[{},\n  3, null]",
      """
      error: fruits.json, row 2, line 2, column 3: an object is expected, a number found.
      error: fruits.json, row 3, line 2, column 6: an object is expected, null found.
        Write the rows as [{"name": "Apple"}, {"name": "Pear"}].
      """
    ),
    ("[{\" \": 1}]", "error: fruits.json, row 1, line 1, column 3: a field has no name."),
    (
      "[{\"a.b\": 1, \"a\": {\"b\": 2}}]",
      """
      error: fruits.json, row 1, line 1, column 24, field “a.b”: the row has the field twice.
        A name with a dot in it means the same as an object within the object.
      """
    ),
  ])
  func `errors have a place, a message and a hint`(text: String, expected: String) {
    #expect(message(of: try read(json: text)) == expected)
  }

  @Test func `beyond the limit errors are counted`() throws {
    let text = "[\(Array(repeating: "1", count: 25).joined(separator: ","))]"
    let error = try #require(throws: DiagnosticsError.self) { try read(json: text) }
    #expect(error.diagnostics.count == 21)
    #expect(error.diagnostics.last?.message == "and 5 more errors")
    // The hint of all of them is printed once, below the last one.
    #expect(error.description.ranges(of: "Write the rows as").count == 1)
  }
}
