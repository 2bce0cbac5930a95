import Changesets
import Testing

/// Edits as a list of changes with their elements.
@Suite struct EncodingChangesTests {
  @Test func oneMoveIsOneChange() throws {
    let old = Array("abcd"), new = Array("adbc")
    let edits = diff(from: old, to: new, id: \.self)
    #expect(try edits.changes(from: old, to: new) == [.move("d", from: 3, to: 1)])
  }

  @Test func deletesAreBeforeAndInsertsAfter() throws {
    let old = ["a1", "b1", "c1", "d1"], new = ["x1", "y1", "d2", "b2"]
    let edits = diff(from: old, to: new, id: \.first)
    #expect(
      try edits.changes(from: old, to: new) == [
        .delete("a1", index: 0), .delete("c1", index: 2),
        .insert("x1", index: 0), .insert("y1", index: 1),
        .move("d2", from: 3, to: 2),
        .replace(old: "b1", new: "b2", from: 1, to: 3), .replace(old: "d1", new: "d2", from: 3, to: 2),
      ])
  }

  @Test func aReloadDeletesAndInsertsEverything() throws {
    #expect(
      try Edits.reload.changes(from: ["a", "b"], to: ["b"]) == [
        .delete("a", index: 0), .delete("b", index: 1), .insert("b", index: 0),
      ])
  }

  @Test func editsThatDoNotFitAreAnError() {
    #expect(throws: UpdateError.self) { try Edits(deletes: [2]).changes(from: ["a"], to: []) }
    #expect(throws: UpdateError.self) { try Edits(deletes: [-1]).changes(from: ["a"], to: []) }
  }

  @Test func changesOfSmallListsLeadFromOneToTheOther() throws {
    for (old, new) in (0...4).flatMap(smallTransitions) {
      let changes = try diff(from: old, to: new, id: \.id).changes(from: old, to: new)
      // Elements without a change keep their order and fill the places without one.
      var places = [Token?](repeating: nil, count: new.count)
      var staying: [Token?] = old
      for change in changes {
        switch change {
        case .delete(let token, let index):
          #expect(old[index] == token)
          staying[index] = nil
        case .insert(let token, let index): places[index] = token
        case .move(let token, let from, let to):
          #expect(old[from].id == token.id)
          staying[from] = nil
          places[to] = token
        case .replace(let before, let after, let from, let to):
          #expect(old[from] == before && new[to] == after && before.id == after.id && before != after)
          if staying[from] != nil { staying[from] = after }
        }
      }
      var rest = staying.compactMap(\.self)[...]
      let result = places.map { $0 ?? rest.popFirst() }
      #expect(result == new, "\(old) to \(new) by \(changes)")
      #expect(rest.isEmpty)
    }
  }
}
