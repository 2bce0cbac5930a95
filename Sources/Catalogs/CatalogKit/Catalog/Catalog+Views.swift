package import Datasets
package import JSONValues
package import Rendering

extension Catalog {
  /// What a page offers to its readers to arrange its listing; `nil` if it offers nothing.
  package func viewOffer(at page: PagePath) -> JSONValue? {
    guard !views.isEmpty, let number = document.collection(beginningAt: page)?.collection, let view = views[number]
    else { return nil }
    var offer: JSONObject = [:]
    if let prompt = view.prompt { offer["search"] = .string(prompt) }
    offer["choices"] = .array(
      view.choices.map { choice in
        let options = choice.options.map { ["name": .string($0.name), "label": .string($0.label)] as JSONValue }
        return ["name": .string(choice.name), "label": .string(choice.label), "options": .array(options)]
      })
    return .object(offer)
  }

  /// Prepares a search in the listing of a page, so that the first letter need not wait for it.
  package func prepareSearch(at page: PagePath) {
    guard let number = document.collection(beginningAt: page)?.collection, views[number]?.prompt != nil else { return }
    _ = arrangeables[number].searchable.numberOfSections
  }

  /// Reads what a reader wants to see on a page.
  ///
  /// - Parameter query: What follows the question mark in the address of the page.
  /// - Returns: The query; `nil` if the page is as it is for everybody.
  package func viewQuery(_ query: String, at page: PagePath) -> ViewQuery? {
    guard !views.isEmpty, let number = document.collection(beginningAt: page)?.collection, let view = views[number]
    else { return nil }
    let query = ViewQuery(query, in: view)
    return query.isEmpty ? nil : query
  }

  /// Returns the listing of a page as a reader wants to see it; `nil` if the page has no view.
  ///
  /// - Complexity: O(*n*), *n* being the number of the listing's rows, and the cost of the program's arrangement.
  package func arrangement(of page: PagePath, for query: ViewQuery) -> Document<Record>.Arrangement? {
    guard let (collection, listing) = document.collection(beginningAt: page), let view = views[collection] else {
      return nil
    }
    let cells = arrangeables[collection].cells(of: view, for: query)
    for responder in responders where responder.collection == nil || responder.collection == collection {
      responder.prepare(cells)
    }
    return Document.Arrangement(ofListing: listing, cells)
  }
}
