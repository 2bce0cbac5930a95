/// A format that documents are written in.
public enum MarkupFormat: String, CaseIterable, Sendable {
  /// HTML: a fragment, without `<html>` and `<body>`.
  case html
  /// CommonMark.
  case markdown
  /// LaTeX: a fragment, without a preamble; it wants the packages fontenc (with `T1`), textcomp, graphicx and hyperref.
  case latex
  /// A manual page in roff, without its `.TH`; tables want the preprocessor tbl.
  case man
  /// The XML of CommonMark: a whole document, in which tables and property lists are `custom_block` elements.
  case xml
}
