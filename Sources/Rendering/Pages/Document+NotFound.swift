import DocumentModel

extension Document {
  /// The page that a server shows in the place of one that is not there. It is none of the ``plannedPages``.
  ///
  /// - Parameter root: The path of the catalog's root on its server, between slashes: `/fruits/`. The page is shown at any address, so that
  ///   its links cannot be relative.
  package func notFoundPage(root: String) -> Page {
    let home = Page.Link(title: info.title, path: .home)
    return Page(
      kind: .notFound, path: PagePath([], "404", root: root), title: Wording.notFound, catalog: info,
      breadcrumbs: [home],
      introduction: [
        .paragraph([
          .text(Wording.nothingHere), .link(destination: home.path.file("html"), title: "", [.text(home.title)]),
          .text("."),
        ])
      ], sections: [])
  }
}
