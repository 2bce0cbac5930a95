/// One part of the toolkit on show: what it is for, and what happens when its sources change.
///
/// To add one, make a file in `Screens`, and put the screen on the list in `Screen+All.swift`.
struct Screen: Sendable {
  /// The name to ask for it by, and the name of its golden file.
  let name: String
  /// What the part does, in a sentence or two.
  let about: String
  /// Builds a chain, shows its end, and goes on step by step.
  let play: @Sendable (Stage) throws -> Void

  init(_ name: String, _ about: String, play: @escaping @Sendable (Stage) throws -> Void) {
    self.name = name
    self.about = about
    self.play = play
  }

  /// All that there is to see.
  func text() throws -> String {
    let stage = Stage()
    stage.write("\(name)\n\(String(repeating: "=", count: name.count))\n\(about)\n")
    try play(stage)
    return stage.text
  }
}
