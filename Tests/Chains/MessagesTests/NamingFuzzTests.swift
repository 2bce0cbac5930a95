import Changesets
import DataSources
import Foundation
import Messages
import TestKit
import Testing

/// Random names and arguments: invalid ones call no handler, and change nothing.
@Suite struct NamingFuzzTests {
  /// A chain that counts every call of a handler, and every update.
  private final class World {
    let fruits = sectioned("fruits", [["apple", "fig"], ["kiwi", "lime"]])
    let nuts = leaf("nuts", ["pecan", "walnut"])
    let top: Transform<Mappings.Filter<String>>
    var calls = 0
    var updates = 0

    init() {
      top = concatenation(fruits, nuts).applying(.filter { $0 != "fig" })
      for source in [fruits as any DataSource<String>, nuts, top] {
        _ = source.addObserver(self) { world, _ in world.updates += 1 }
      }
      for source in [fruits as any DataSource<String>, nuts] { answer(source) }
      for selector in Self.paths { top.messages.allow(selector) }
      top.messages.allow(.describe)
      top.messages.allow(.describeAll)
      top.messages.allow(.describeSection)
      top.messages.allow(.rename)
      top.messages.allow(.drop)
      top.messages.allow(.commitEdit)
      top.messages.allow(.indexTitles)
    }

    private static let paths = [MessageSelector.didSelectItem, MessageSelector.didTapAccessory]

    private func answer<Source: DataSource<String>>(_ source: Source) {
      func count<Arguments, Result>(_ selector: MessageSelector<Arguments, Result>, _ result: Result) {
        source.on(selector) { [unowned self] _ in
          calls += 1
          return result
        }
      }
      for selector in Self.paths { count(selector, ()) }
      count(.describe, "item")
      count(.describeAll, [])
      count(.describeSection, "section")
      count(.rename, "renamed")
      count(.drop, "dropped")
      count(.commitEdit, ())
      // A message that may not be sent by name.
      count(.deleteItems, ())
      count(.moveItem, ())
    }

    /// The arguments of each name.
    static let arguments: [(name: String, json: String, calls: Int)] = [
      ("test:describeItemAtPath:", "[1, 1]", 1), ("catalog:didSelectItemAtPath:", "[0, 0]", 1),
      ("catalog:accessoryTappedForItemAtPath:", "[2, 0]", 1),
      ("test:describeItemsAtPaths:", "[[0, 0], [2, 1], [1, 0]]", 2), ("test:describeSection:", "2", 1),
      ("test:renameItemAtPath:to:", #"{"path": [1, 0], "name": "çà 😀"}"#, 1),
      ("test:dropItemAtPath:onPath:", #"{"from": [1, 0], "to": [0, 1]}"#, 1),
      ("catalog:commitEditingStyle:forItemAtPath:", #"{"style": "delete", "path": [2, 1]}"#, 1),
      ("catalog:sectionIndexTitles", "{}", 0),
    ]
  }

  private enum Verdict: Equatable {
    case answered(calls: Int)
    case refused(MessageError.Code)
  }

  private func send(_ name: String, _ json: String, to world: World) -> Verdict {
    world.calls = 0
    do {
      let result = try world.top.send(named: name, json: json)
      #expect((try? JSONSerialization.jsonObject(with: Data(result.utf8), options: .fragmentsAllowed)) != nil)
      return .answered(calls: world.calls)
    } catch {
      #expect(world.calls == 0, "\(name) \(json)")
      return .refused(error.code)
    }
  }

  @Test func validMessagesAreAnswered() {
    let world = World()
    for (name, json, calls) in World.arguments {
      #expect(send(name, json, to: world) == .answered(calls: calls))
    }
    #expect(Set(World.arguments.map(\.name)) == Set(world.top.messages.allowedNames))
  }

  @Test func randomNamesCallNoHandler() {
    let world = World()
    let before = world.top.sections
    let valid = ["catalog:deleteItemsAtPaths:", "catalog:canEditItemAtPath:"] + World.arguments.map(\.name)
    for seed in Seeds.fixed(250, fresh: 250) {
      var random = SeededGenerator(seed: seed)
      let name = Self.mutated(valid[Int.random(in: 0..<valid.count, using: &random)], &random)
      let json = World.arguments[Int.random(in: 0..<World.arguments.count, using: &random)].json
      if world.top.messages.allowedNames.contains(name) { continue }
      #expect(send(name, json, to: world) == .refused(.notAllowed), "seed \(seed): \(name)")
    }
    #expect(world.updates == 0)
    #expect(world.top.sections == before)
  }

  /// Whether arguments are valid is determined by another parser, without selectors.
  @Test func randomArgumentsCallHandlersOnlyIfValid() {
    let world = World()
    let before = world.top.sections
    var (answered, refused) = (0, 0)
    let seeds = Seeds.fixed(600, fresh: 600)
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let (name, valid, _) = World.arguments[Int.random(in: 0..<World.arguments.count, using: &random)]
      var json = valid
      for _ in 0..<Int.random(in: 1...3, using: &random) { json = Self.mutatedJSON(json, &random) }
      let verdict = send(name, json, to: world)
      let isValid = Self.isValid(name, json, in: world.top)
      switch verdict {
      case .answered:
        answered += 1
        #expect(isValid, "seed \(seed): \(name) \(json)")
      case .refused(let code):
        refused += 1
        // An empty list of places has no handler, and moves may be split.
        let mayBeValid = code == .split || code == .noHandler && name == "test:describeItemsAtPaths:"
        #expect([.badArguments, .noReceiver].contains(code) || mayBeValid, "seed \(seed): \(name) \(json) \(code)")
        #expect(!isValid || mayBeValid, "seed \(seed): \(name) \(json) \(code)")
      }
    }
    #expect(world.updates == 0)
    #expect(world.top.sections == before)
    // Enough messages are valid and enough are not.
    #expect(answered > seeds.count / 40 || seeds.count < 100, "\(answered)")
    #expect(refused > seeds.count / 3 || seeds.count < 100, "\(refused)")
  }

  @Test func deepNestingIsRefused() {
    let world = World()
    for depth in [100, 600, 10_000, 200_000] {
      let (open, close) = (String(repeating: "[", count: depth), String(repeating: "]", count: depth))
      for json in [open + close, open, open + "0" + close, #"{"path":"# + open + close + #","name":""}"#] {
        for (name, _, _) in World.arguments where name != "catalog:sectionIndexTitles" {
          #expect(send(name, json, to: world) == .refused(.badArguments))
        }
      }
    }
  }

  // MARK: - Another parser

  /// A JSON value, without a schema.
  private enum Value: Decodable {
    case bool, null, other
    case integer(Int)
    case string(String)
    case list([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self =
        if container.decodeNil() {
          .null
        } else if (try? container.decode(Bool.self)) != nil {
          .bool
        } else if let number = try? container.decode(Int.self) {
          .integer(number)
        } else if let text = try? container.decode(String.self) {
          .string(text)
        } else if let values = try? container.decode([Value].self) {
          .list(values)
        } else if let values = try? container.decode([String: Value].self) {
          .object(values)
        } else {
          .other
        }
    }

    var integer: Int? { if case .integer(let number) = self { number } else { nil } }
    var string: String? { if case .string(let text) = self { text } else { nil } }
    var list: [Value]? { if case .list(let values) = self { values } else { nil } }
    var object: [String: Value]? { if case .object(let values) = self { values } else { nil } }

    var path: ItemPath? {
      guard let list, list.count == 2, let section = list[0].integer, let item = list[1].integer else { return nil }
      return ItemPath(section: section, item: item)
    }
  }

  private static func isValid(_ name: String, _ json: String, in source: any DataSource<String>) -> Bool {
    guard let value = try? JSONDecoder().decode(Value.self, from: Data(json.utf8)) else { return false }
    func exists(_ value: Value?) -> Bool { value?.path.map(source.contains) ?? false }
    switch name {
    case "test:describeItemsAtPaths:":
      guard let paths = value.list, !paths.contains(where: { $0.path == nil }) else { return false }
      return paths.isEmpty || paths.contains(where: exists)
    case "test:describeSection:": return value.integer.map((0..<source.numberOfSections).contains) ?? false
    case "test:renameItemAtPath:to:": return exists(value.object?["path"]) && value.object?["name"]?.string != nil
    case "test:dropItemAtPath:onPath:":
      guard exists(value.object?["from"]), let to = value.object?["to"]?.path,
        (0..<source.numberOfSections).contains(to.section)
      else { return false }
      return (0...source.numberOfItems(inSection: to.section)).contains(to.item)
    case "catalog:commitEditingStyle:forItemAtPath:":
      return exists(value.object?["path"]) && ["delete", "insert"].contains(value.object?["style"]?.string)
    case "catalog:sectionIndexTitles": return value.object != nil
    default: return exists(value)
    }
  }

  // MARK: - Mutations

  private static let letters: [Character] = Array("abzAZ:_ 09\u{0}\u{301}é😀\"\\/[]{}")

  private static func mutated(_ text: String, _ random: inout SeededGenerator) -> String {
    var characters = Array(text)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let index = Int.random(in: 0...characters.count, using: &random)
      let letter = letters[Int.random(in: 0..<letters.count, using: &random)]
      switch Int.random(in: 0..<5, using: &random) {
      case 0: characters.insert(letter, at: index)
      case 1: if index < characters.count { characters.remove(at: index) }
      case 2: if index < characters.count { characters[index] = letter }
      case 3: characters = Array(characters[..<index])
      default: characters += characters[index...]
      }
    }
    return String(characters)
  }

  /// Replacements of a number, or of another value.
  private static let values = [
    "0", "1", "2", "3", "-1", "-0", "1.0", "0.5", "1e0", "1e999", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "123456789012345678901234567890", "null", "true", "false", "\"\"", "\"0\"", "\"delete\"",
    "[]", "{}", "[0,0]", "[[0,0]]", "{\"path\":[0,0]}", "NaN", "0x1", "01", "\"\\ud800\"", "\"\\u0000\"", "'a'",
  ]

  private static func mutatedJSON(_ json: String, _ random: inout SeededGenerator) -> String {
    let tokens = json.matches(of: /-?[0-9.]+|"[^"]*"|[\[\]{},:]/).map(\.range)
    guard !tokens.isEmpty else { return values[Int.random(in: 0..<values.count, using: &random)] }
    let token = tokens[Int.random(in: 0..<tokens.count, using: &random)]
    let value = values[Int.random(in: 0..<values.count, using: &random)]
    var result = json
    switch Int.random(in: 0..<9, using: &random) {
    case 0: result.replaceSubrange(token, with: value)
    case 1, 2:
      // The mutation that is most likely to be valid: another number.
      let numbers = tokens.filter { json[$0].first?.isNumber ?? false }
      guard !numbers.isEmpty else { return value }
      let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
      result.replaceSubrange(number, with: "\(Int.random(in: -1...3, using: &random))")
    case 3: result.removeSubrange(token)
    case 4: result = String(json[..<token.lowerBound])
    case 5: result.insert(contentsOf: json[token], at: token.lowerBound)
    case 6: result.insert(contentsOf: " \n\t", at: token.lowerBound)
    case 7: result = mutated(json, &random)
    default: result = "[\(json)]"
    }
    return result
  }
}
