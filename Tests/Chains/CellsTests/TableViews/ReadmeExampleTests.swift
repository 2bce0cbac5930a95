import Cells
import Foundation
import TableViews
import Testing

/// Runs the README's example of messages.
@Suite struct ReadmeExampleTests {
  @Test func theExamplePrintsTheDocumentedLines() throws {
    let citrus = SectionState<String?, String>("Citrus", items: ["lemon"])
    let shelves = SectionedArraySource([citrus, SectionState("Berries", items: ["cranberry", "raspberry"])])
    let bowl = ArraySource(["pecan", "walnut"], name: "Nuts")
    var printed: [String] = []
    func print(_ item: Any) { printed.append("\(item)") }

    // example begins
    let fruits = CellSource<String, Label>(shelves)
    let nuts = CellSource<String, Label>(bowl)
    for cells in [fruits, nuts] { cells.register(String.self) { cell, name in cell.text = name } }

    fruits.on(.didSelectItem) { fruits, path in print("\(fruits.object(at: path)) is a fruit") }
    fruits.on(.didSelectItem, in: .section(named: "Citrus")) { _, path in print("sour, at \(path)") }
    nuts.on(.didSelectItem) { _, path in print("nut number \(path.item + 1)") }

    let display = CellDisplay(Transform(of: [fruits, nuts], by: .concatenate()))
    try display.select(ItemPath(0, 0))  // sour, at (0, 0)
    try display.select(ItemPath(1, 1))  // raspberry is a fruit
    try display.select(ItemPath(2, 1))  // nut number 2

    nuts.link.name = "nuts"
    for path in display.cells.deliveryPaths(of: .didSelectItem, ItemPath(2, 1)) { print(path) }
    // Concatenate (2, 1) → nuts (0, 1) → handler for everything
    // example ends

    let comments = try example().compactMap { line in line.range(of: "// ").map { String(line[$0.upperBound...]) } }
    #expect(printed == comments)
    #expect(printed.count == 4)
  }

  /// The lines of the example.
  private func example() throws -> [Substring] {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let example = try #require(
      source.split(separator: "// example begins\n").dropFirst().first?.split(separator: "    // example ends").first)
    return example.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { $0.dropFirst(4) }
  }
}
