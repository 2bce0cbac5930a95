import Datasets
import Fingerprints
import Publishing
import Rendering

/// The page that servers show in the place of one that is not there: GitHub, GitLab, Netlify and others look for it by this name.
struct NotFoundFile {
  /// Where the catalog will be found, without a slash at its end.
  let address: String

  /// The file. Its links start from the root of the server, since nobody knows where it is shown.
  func plan(_ document: Document<Record>, _ renderer: any PageRenderer) -> PlannedFile {
    let page = document.notFoundPage(root: root)
    return PageFormat(renderer).plan(page, as: .asset)
  }

  /// The path of the address, between slashes.
  private var root: String {
    // What comes after the scheme, an empty part, and the host.
    let folders = address.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).filter { !$0.isEmpty }
    return "/" + folders.map { $0 + "/" }.joined()
  }
}
