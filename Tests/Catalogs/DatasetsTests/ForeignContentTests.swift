import Datasets
import Diagnostics
import Testing

/// Files with the name of a data file, and other content.
@Suite struct ForeignContentTests {
  @Test(
    arguments: [
      (
        Array("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n".utf8),
        "the file is not here: Git LFS keeps it elsewhere, and this is a pointer to it.\n"
          + "  Get the file with `git lfs pull`, or download it from where the repository is."
      ),
      (
        Array("\u{FEFF}\r\n <!DOCTYPE html>\n<title>a,b</title>".utf8),
        "this is a web page, not a data file.\n"
          + "  Download the file itself: sites such as GitHub have a link to it called “Raw” or “Download”."
      ),
      (
        Array("%PDF-1.7\n".utf8),
        "this is a PDF document, not a data file.\n  Ask the publisher of the document for the data as CSV."
      ),
      (
        Array("PK\u{3}\u{4}\u{14}\0".utf8),
        "this is a zip archive, as Excel and LibreOffice also save their documents.\n"
          + "  Unpack it, or save the table as CSV with the spreadsheet program."
      ),
      (
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0],
        "this is a document of Excel.\n  Save the table as CSV with the spreadsheet program."
      ),
      (
        Array("SQLite format 3\0".utf8),
        "this is a SQLite database.\n  Give the file a name that ends in .sqlite, or choose the format sqlite."
      ),
    ] as [([UInt8], String)])
  func `the content is named`(bytes: [UInt8], expected: String) throws {
    for ending in ["csv", "tsv", "json", "jsonl", "yaml", "toml"] {
      try withFolder { folder in
        let path = try folder.write("a.\(ending)", bytes)
        for problems in Dataset.ProblemPolicy.allCases {
          let options = Dataset.Options(problems: problems, file: "a")
          #expect(message(of: try Dataset(contentsOf: path, options: options)) == "error: a: \(expected)")
        }
      }
    }
  }

  @Test func `a web page is the text of a page`() throws {
    try withFolder { folder in
      try folder.write("a.md", "<html>\n")
      #expect(try Dataset(contentsOf: folder.path).records.count == 1)
    }
  }
}
