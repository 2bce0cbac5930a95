import Foundation
import Testing

/// The schema that is printed for editors.
@Suite struct SchemaTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func onlyTheSchemaIsPrinted() throws {
    let outcome = try sandbox.pomona("schema")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let schema = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["title"] as? String == "catalog.yml")
  }
}
